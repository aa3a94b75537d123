// Text in the width of a terminal: paragraphs, and rows of two columns.

/** Where the output is no terminal, or does not say how wide it is. */
const usualWidth = 80;
/** However narrow the terminal is, one word per line helps nobody. */
const leastColumn = 24;
/** What is longer on the left stands on a line of its own, so that the right column keeps its room. */
const widestLeft = 34;

export const widthOf = (stream: { readonly isTTY?: boolean; readonly columns?: number }): number =>
  stream.isTTY === true && stream.columns !== undefined && stream.columns > 0 ? stream.columns : usualWidth;

/** Breaks between words; a word that is too long stays whole, so that it can be copied. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(part => part !== '')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}

/** Lines that follow each other are one paragraph; a line that begins with a space stands as it is. */
export function paragraphs(text: string, width: number): string {
  const lines: string[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) lines.push(...wrapped(open.join(' '), width));
    open = [];
  };
  for (const line of text.trim().split('\n')) {
    if (line !== '' && !line.startsWith(' ')) {
      open.push(line);
      continue;
    }
    close();
    lines.push(line);
  }
  close();
  return lines.join('\n');
}

/** Two columns, the second beginning at the same place in all rows. */
export function columns(rows: readonly (readonly [string, string])[], width: number): string {
  const left = Math.max(0, ...rows.map(([text]) => text.length).filter(length => length <= widestLeft)) + 2;
  const indent = ' '.repeat(left + 2);
  const right = Math.max(leastColumn, width - indent.length);
  return rows
    .flatMap(([name, text]) => {
      const [first = '', ...more] = wrapped(text, right);
      const rest = more.map(line => `${indent}${line}`);
      return name.length > left - 2
        ? [`  ${name}`, `${indent}${first}`, ...rest]
        : [`  ${name.padEnd(left)}${first}`.trimEnd(), ...rest];
    })
    .join('\n');
}
