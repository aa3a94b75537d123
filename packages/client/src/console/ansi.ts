// Colours that a program writes into its output (ECMA-48 SGR), as runs of text with a style; other escapes are dropped.

/** One of the sixteen colours of a terminal; richer ones become the nearest of them, so that every theme stays readable. */
export type AnsiColour = number;

export interface AnsiStyle {
  readonly text?: AnsiColour;
  readonly ground?: AnsiColour;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly struck?: true;
  readonly inverse?: true;
}

export interface AnsiRun {
  readonly text: string;
  readonly style: AnsiStyle;
}

export interface AnsiLine {
  readonly runs: readonly AnsiRun[];
  /** How the next line of the same stream begins. */
  readonly end: AnsiStyle;
}

export const plainStyle: AnsiStyle = {};

/** `ESC [ … m` and its kin; `ESC ] … BEL`, titles and links; `ESC` and one character; the same begun by one C1 character. */
const sequence =
  /(?:\u001b\[|\u009b)([0-?]*)[ -/]*([@-~])|(?:\u001b\[|\u009b)[0-?]*[ -/]*$|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f]/g;

const control = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/;

export const hasEscapes = (text: string): boolean => control.test(text);

export function parseAnsi(text: string, begin: AnsiStyle = plainStyle): AnsiLine {
  if (!hasEscapes(text)) return { runs: text === '' ? [] : [{ text, style: begin }], end: begin };
  const runs: AnsiRun[] = [];
  let style = begin;
  let done = 0;
  for (const match of text.matchAll(sequence)) {
    put(runs, text.slice(done, match.index), style);
    done = match.index + match[0].length;
    const [, parameters, final] = match;
    if (final === 'm' && parameters !== undefined) style = styled(style, parameters);
    // What follows a return is written over what stood there.
    else if (match[0] === '\r') runs.length = 0;
  }
  put(runs, text.slice(done), style);
  return { runs, end: style };
}

/** The text without escapes, for copies and searches. */
export const withoutAnsi = (text: string): string =>
  hasEscapes(text)
    ? parseAnsi(text)
        .runs.map(run => run.text)
        .join('')
    : text;

export function ansiClasses(style: AnsiStyle): string {
  const [text, ground] = style.inverse === true ? [style.ground, style.text] : [style.text, style.ground];
  return [
    text === undefined ? '' : `ansi-${text}`,
    ground === undefined ? '' : `ansi-on-${ground}`,
    style.inverse === true && text === undefined && ground === undefined ? 'ansi-inverse' : '',
    style.bold === true ? 'ansi-bold' : '',
    style.dim === true ? 'ansi-dim' : '',
    style.italic === true ? 'ansi-italic' : '',
    style.underline === true ? 'ansi-underline' : '',
    style.struck === true ? 'ansi-struck' : '',
  ]
    .filter(name => name !== '')
    .join(' ');
}

function put(runs: AnsiRun[], text: string, style: AnsiStyle): void {
  if (text === '') return;
  const last = runs.at(-1);
  if (last?.style === style) runs[runs.length - 1] = { text: last.text + text, style };
  else runs.push({ text, style });
}

function styled(style: AnsiStyle, parameters: string): AnsiStyle {
  // Colons divide the parts of one colour; nobody mixes them with other commands, so they may be read alike.
  const codes = parameters.split(/[;:]/).map(text => (text === '' ? 0 : Number(text)));
  let next = style;
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index]!;
    if (code === 38 || code === 48) {
      const { colour, used } = richColour(codes.slice(index + 1));
      index += used;
      if (colour !== undefined) next = { ...next, [code === 38 ? 'text' : 'ground']: colour };
    } else next = simple(next, code);
  }
  return next;
}

function simple(style: AnsiStyle, code: number): AnsiStyle {
  if (code === 0) return plainStyle;
  if (code >= 30 && code <= 37) return { ...style, text: code - 30 };
  if (code >= 90 && code <= 97) return { ...style, text: code - 82 };
  if (code >= 40 && code <= 47) return { ...style, ground: code - 40 };
  if (code >= 100 && code <= 107) return { ...style, ground: code - 92 };
  const on = switches[code];
  if (on !== undefined) return { ...style, [on]: true };
  const off = ends[code];
  if (off === undefined) return style;
  return Object.fromEntries(Object.entries(style).filter(([name]) => !off.includes(name)));
}

const switches: Readonly<Record<number, keyof AnsiStyle>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  9: 'struck',
  21: 'underline',
};

const ends: Readonly<Record<number, readonly string[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['struck'],
  39: ['text'],
  49: ['ground'],
};

/** `5;N` of 256 colours or `2;R;G;B`, as what follows 38 and 48. */
function richColour(codes: readonly number[]): {
  readonly colour: AnsiColour | undefined;
  readonly used: number;
} {
  const [kind, first = 0, second = 0, third = 0] = codes;
  if (kind === 5) return { colour: ofPalette(first), used: 2 };
  if (kind === 2) return { colour: nearest(first, second, third), used: 4 };
  return { colour: undefined, used: 1 };
}

function ofPalette(number: number): AnsiColour | undefined {
  if (!(number >= 0 && number <= 255)) return undefined;
  if (number < 16) return number;
  if (number >= 232) {
    const grey = 8 + (number - 232) * 10;
    return nearest(grey, grey, grey);
  }
  const steps = [0, 95, 135, 175, 215, 255] as const;
  const cube = number - 16;
  const [red, green, blue] = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(
    step => steps[step]!,
  );
  return nearest(red!, green!, blue!);
}

const terminal: readonly (readonly [number, number, number])[] = [
  ...([
    [0, 0, 0],
    [170, 0, 0],
    [0, 170, 0],
    [170, 110, 0],
  ] as const),
  ...([
    [0, 0, 170],
    [170, 0, 170],
    [0, 170, 170],
    [170, 170, 170],
  ] as const),
  ...([
    [85, 85, 85],
    [255, 85, 85],
    [85, 255, 85],
    [255, 255, 85],
  ] as const),
  ...([
    [85, 85, 255],
    [255, 85, 255],
    [85, 255, 255],
    [255, 255, 255],
  ] as const),
];

function nearest(red: number, green: number, blue: number): AnsiColour {
  const distances = terminal.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
  return distances.indexOf(Math.min(...distances));
}
