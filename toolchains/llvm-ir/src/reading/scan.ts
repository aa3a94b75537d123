// Cuts pieces of IR text where a character counts: outside quotes and outside brackets.

const openers = new Set(['(', '[', '{', '<']);
const closers = new Set([')', ']', '}', '>']);

/** The index behind the quoted text that starts here; the end where it is not closed. */
export function endOfQuoted(text: string, start: number): number {
  const close = text.indexOf('"', start + 1);
  return close === -1 ? text.length : close + 1;
}

/** Visits characters outside quotes, with the number of brackets open before each; stops at a true answer. */
export function scanOutside(
  text: string,
  start: number,
  visit: (char: string, index: number, depth: number) => boolean,
): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const char = text[index]!;
    if (char === '"') {
      index = endOfQuoted(text, index) - 1;
      continue;
    }
    if (closers.has(char)) depth -= 1;
    if (visit(char, index, depth)) return index;
    if (openers.has(char)) depth += 1;
  }
  return -1;
}

/** The index of the bracket that closes the one at `open`; -1 where none does. */
export const closingBracket = (text: string, open: number): number =>
  scanOutside(text, open, (char, _, depth) => depth === 0 && closers.has(char));

/** Pieces between separators on the outermost level, trimmed. Nothing gives no piece. */
export function splitOutside(text: string, isSeparator: (char: string) => boolean): string[] {
  const pieces: string[] = [];
  let from = 0;
  scanOutside(text, 0, (char, index, depth) => {
    if (depth <= 0 && isSeparator(char)) {
      pieces.push(text.slice(from, index).trim());
      from = index + 1;
    }
    return false;
  });
  pieces.push(text.slice(from).trim());
  return pieces.length === 1 && pieces[0] === '' ? [] : pieces;
}

export const splitAtCommas = (text: string): string[] => splitOutside(text, char => char === ',');

export const splitAtSpaces = (text: string): string[] =>
  splitOutside(text, char => char === ' ' || char === '\t').filter(word => word !== '');

const decoder = new TextDecoder();

/** The text behind a quoted spelling, with or without its quotes. What is no UTF-8 becomes U+FFFD. */
export function unquoted(spelling: string): string {
  const inner = spelling.replace(/^"/, '').replace(/"$/, '');
  if (!inner.includes('\\')) return inner;
  const pieces: Uint8Array[] = [];
  const encoder = new TextEncoder();
  for (const [piece, hex] of inner.matchAll(/\\([0-9a-fA-F]{2})|\\\\|\\|[^\\]+/g)) {
    const bytes = hex === undefined ? encoder.encode(piece === '\\\\' ? '\\' : piece) : [parseInt(hex, 16)];
    pieces.push(Uint8Array.from(bytes));
  }
  return decoder.decode(Buffer.concat(pieces));
}

/** The name that starts here, behind its `@` or `%`, and the index behind it. */
export function nameAt(text: string, start: number): { readonly name: string; readonly end: number } {
  if (text[start] === '"') {
    const end = endOfQuoted(text, start);
    return { name: unquoted(text.slice(start, end)), end };
  }
  const plain = /[-a-zA-Z$._0-9]*/y;
  plain.lastIndex = start;
  const [name = ''] = plain.exec(text) ?? [];
  return { name, end: start + name.length };
}
