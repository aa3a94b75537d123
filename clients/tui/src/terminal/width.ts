// Cells of a terminal: how a text divides into what one cell or two cells show.

/** Ranges that take two cells (Unicode East Asian Width W and F, emoji presentation), first and last. */
const wide: readonly number[] = [
  ...[0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x23e9, 0x23ec, 0x23f0, 0x23f0, 0x23f3, 0x23f3],
  ...[0x25fd, 0x25fe, 0x2614, 0x2615, 0x2648, 0x2653, 0x267f, 0x267f, 0x2693, 0x2693, 0x26a1, 0x26a1],
  ...[0x26aa, 0x26ab, 0x26bd, 0x26be, 0x26c4, 0x26c5, 0x26ce, 0x26ce, 0x26d4, 0x26d4, 0x26ea, 0x26ea],
  ...[0x26f2, 0x26f3, 0x26f5, 0x26f5, 0x26fa, 0x26fa, 0x26fd, 0x26fd, 0x2705, 0x2705, 0x270a, 0x270b],
  ...[0x2728, 0x2728, 0x274c, 0x274c, 0x274e, 0x274e, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797],
  ...[0x27b0, 0x27b0, 0x27bf, 0x27bf, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50, 0x2b55, 0x2b55, 0x2e80, 0x303e],
  ...[0x3041, 0x3247, 0x3250, 0x4dbf, 0x4e00, 0xa4c6, 0xa960, 0xa97c, 0xac00, 0xd7a3, 0xf900, 0xfaff],
  ...[0xfe10, 0xfe19, 0xfe30, 0xfe6b, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18aff, 0x1aff0, 0x1b2fb],
  ...[0x1f004, 0x1f004, 0x1f0cf, 0x1f0cf, 0x1f18e, 0x1f18e, 0x1f191, 0x1f19a, 0x1f200, 0x1f320],
  ...[0x1f32d, 0x1f335, 0x1f337, 0x1f37c, 0x1f37e, 0x1f393, 0x1f3a0, 0x1f3ca, 0x1f3cf, 0x1f3d3],
  ...[0x1f3e0, 0x1f3f0, 0x1f3f4, 0x1f3f4, 0x1f3f8, 0x1f43e, 0x1f440, 0x1f440, 0x1f442, 0x1f4fc],
  ...[0x1f4ff, 0x1f53d, 0x1f54b, 0x1f54e, 0x1f550, 0x1f567, 0x1f57a, 0x1f57a, 0x1f595, 0x1f596],
  ...[0x1f5a4, 0x1f5a4, 0x1f5fb, 0x1f64f, 0x1f680, 0x1f6c5, 0x1f6cc, 0x1f6cc, 0x1f6d0, 0x1f6d2],
  ...[0x1f6d5, 0x1f6d7, 0x1f6dc, 0x1f6df, 0x1f6eb, 0x1f6ec, 0x1f6f4, 0x1f6fc, 0x1f7e0, 0x1f7eb],
  ...[0x1f7f0, 0x1f7f0, 0x1f90c, 0x1f93a, 0x1f93c, 0x1f945, 0x1f947, 0x1f9ff, 0x1fa70, 0x1faff],
  ...[0x20000, 0x2fffd, 0x30000, 0x3fffd],
];

/** Halves the ranges until one is left. */
function isWide(code: number): boolean {
  if (code < 0x1100) return false;
  let [low, high] = [0, wide.length / 2 - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < wide[middle * 2]!) high = middle - 1;
    else if (code > wide[middle * 2 + 1]!) low = middle + 1;
    else return true;
  }
  return false;
}

const joiner = 0x200d;
const mark = /\p{M}/u;

/** Shown together with what stands before it. */
const isExtending = (code: number): boolean =>
  code >= 0x300 &&
  (code === joiner ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    (code >= 0x1f3fb && code <= 0x1f3ff) ||
    (code >= 0xe0020 && code <= 0xe007f) ||
    mark.test(String.fromCodePoint(code)));

const isRegional = (code: number): boolean => code >= 0x1f1e6 && code <= 0x1f1ff;

/**
 * What stands for a character that must not reach a terminal as it is: controls, which would command it, and marks that turn
 * the direction of text, which would make a line read otherwise than it runs. Empty for those that show nothing.
 */
function substitute(code: number): string | undefined {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  if (code >= 0x80 && code <= 0x9f) return '·';
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return '·';
  if (code === 0x200b || code === 0x200e || code === 0x200f || code === 0x2060 || code === 0xfeff) return '';
  if (code === 0x2028 || code === 0x2029) return '␤';
  return undefined;
}

/** One thing to show: a letter with its marks, or an emoji of several characters. */
export interface Cluster {
  readonly text: string;
  readonly width: 1 | 2;
}

/** Glyphs of lines and marks stand by themselves, and every frame has hundreds of them. */
const letters = new Map<string, readonly Cluster[]>();

export function clustersOf(text: string): readonly Cluster[] {
  if (text.length !== 1) return clustersIn(text);
  let known = letters.get(text);
  if (known === undefined) letters.set(text, (known = clustersIn(text)));
  return known;
}

function clustersIn(text: string): readonly Cluster[] {
  const clusters: Cluster[] = [];
  let current = '';
  let width: 1 | 2 = 1;
  let [joins, flags] = [false, 0];
  const end = (): void => {
    if (current !== '') clusters.push({ text: current, width });
    current = '';
  };
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    if (current !== '' && (isExtending(code) || joins || (isRegional(code) && flags === 1))) {
      current += letter;
      // An emoji that is asked for as picture takes two cells, whatever its letter takes; so does a flag.
      if (code === 0xfe0f || isRegional(code)) width = 2;
      joins = code === joiner;
      flags = 0;
      continue;
    }
    const shown = substitute(code) ?? letter;
    if (shown === '' || isExtending(code)) continue;
    end();
    current = shown;
    width = isWide(code) ? 2 : 1;
    flags = isRegional(code) ? 1 : 0;
    joins = false;
  }
  end();
  return clusters;
}

/** Printable ASCII: one cell each, which most text is. */
const simple = /^[\u0020-\u007e]*$/;
export const isSimple = (text: string): boolean => simple.test(text);

export function widthOf(text: string): number {
  return isSimple(text) ? text.length : clustersOf(text).reduce((sum, { width }) => sum + width, 0);
}

/** The clusters from a column on; one that the column cuts is left out, and `gap` says how many columns it leaves. */
export function fromColumn(text: string, column: number): { readonly gap: number; readonly text: string } {
  if (isSimple(text)) return { gap: 0, text: text.slice(column) };
  let [at, rest] = [0, ''];
  let gap: number | undefined;
  for (const { text: shown, width } of clustersOf(text)) {
    if (at >= column) {
      gap ??= at - column;
      rest += shown;
    }
    at += width;
  }
  return { gap: gap ?? 0, text: rest };
}

/** The beginning of a text that fits, with a sign where something is left out. */
export function fitted(text: string, width: number): string {
  if (width <= 0) return '';
  if (isSimple(text)) return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
  if (widthOf(text) <= width) return text;
  let [kept, taken] = ['', 0];
  for (const cluster of clustersOf(text)) {
    if (taken + cluster.width > width - 1) break;
    kept += cluster.text;
    taken += cluster.width;
  }
  return `${kept}…`;
}

/** Tabs as blanks, to every eighth cell or as told. */
export function withoutTabs(text: string, size = 8): string {
  if (!text.includes('\t')) return text;
  let line = '';
  for (const [index, piece] of text.split('\t').entries()) {
    if (index > 0) line += ' '.repeat(size - (widthOf(line) % size));
    line += piece;
  }
  return line;
}
