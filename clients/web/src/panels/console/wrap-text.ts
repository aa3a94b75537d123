// Where a long line of the console goes on in the next row: between words where there is one near, else at a column.

const tabSize = 8;
/** So many columns may be left empty for the sake of a word. */
const longestWord = 24;

/** Where each row of the text begins. The first is at 0. */
export function rowsIn(text: string, columns: number): readonly number[] {
  if (text.length <= columns && isPlain(text)) return [0];
  const begins = [0];
  if (isPlain(text)) {
    for (let at = nextRow(text, 0, columns); at < text.length; at = nextRow(text, at, columns))
      begins.push(at);
    return begins;
  }
  let column = 0;
  let at = 0;
  for (const character of text) {
    const width = character === '\t' ? tabSize - (column % tabSize) : widthOf(character.codePointAt(0)!);
    if (column + width > columns && column > 0) {
      begins.push(at);
      column = 0;
    }
    column += width;
    at += character.length;
  }
  return begins;
}

function nextRow(text: string, from: number, columns: number): number {
  const end = from + columns;
  if (end >= text.length) return text.length;
  const blank = text.lastIndexOf(' ', end - 1);
  return blank > from && end - blank <= Math.min(longestWord, columns / 2) ? blank + 1 : end;
}

/** Every character takes one column. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

const nothing = /^[\p{M}\u200b-\u200f\u2060\ufeff]$/u;

/** Characters of the East and pictures are as wide as two. */
function widthOf(code: number): number {
  if (code < 0x300) return 1;
  if (nothing.test(String.fromCodePoint(code))) return 0;
  return wide.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

const wide: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
];
