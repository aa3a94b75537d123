// The arguments of a program from one line, as people write them for a shell: blanks part them, quotes hold them together.

export function splitArguments(text: string): readonly string[] {
  const found: string[] = [];
  let current: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\\' && quote !== "'" && at + 1 < text.length) {
      current = (current ?? '') + text[++at]!;
    } else if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else current = (current ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      current ??= '';
    } else if (/\s/.test(character)) {
      if (current !== undefined) found.push(current);
      current = undefined;
    } else {
      current = (current ?? '') + character;
    }
  }
  if (current !== undefined) found.push(current);
  return found;
}

/** The line that `splitArguments` would take apart again. */
export const joinArguments = (list: readonly string[]): string =>
  list.map(each => (/^[\w./:=@%+,-]+$/.test(each) ? each : `'${each.replaceAll("'", `'\\''`)}'`)).join(' ');
