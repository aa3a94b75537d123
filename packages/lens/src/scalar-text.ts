// The text of scalars: numbers, characters and quoted strings as people read them.

/** Shortest text that reads back as the same number, at the precision the number really has. */
export function floatText(value: number, size?: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (Object.is(value, -0)) return '-0';
  return size !== undefined && size <= 4 ? shortestFloat32(value) : String(value);
}

/** Seven digits are often enough for 32 bits and nine always are. */
function shortestFloat32(value: number): string {
  const exact = Math.fround(value);
  for (let digits = 1; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === exact) return String(candidate);
  }
  return String(Number(value.toPrecision(9)));
}

/** A pointer: what it leads to comes first, because editors show the beginning beside the source, and then where that is. */
export const leadsTo = (address: bigint, target: string): string => `→ ${target} at ${hexText(address)}`;

/** Two's complement at the size of the type, padded to it; a sign where there is no size. */
export function hexText(value: bigint, size?: number): string {
  if (size === undefined || size <= 0)
    return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
  return `0x${BigInt.asUintN(size * 8, value)
    .toString(16)
    .padStart(size * 2, '0')}`;
}

/** The same in binary. */
function binaryText(value: bigint, size?: number): string {
  if (size === undefined || size <= 0)
    return value < 0n ? `-0b${(-value).toString(2)}` : `0b${value.toString(2)}`;
  return `0b${BigInt.asUintN(size * 8, value)
    .toString(2)
    .padStart(size * 8, '0')}`;
}

/** In the base that was asked for; decimal when none was. */
export function integerText(
  value: bigint,
  format: { readonly hex?: boolean; readonly binary?: boolean },
  size?: number,
): string {
  if (format.hex === true) return hexText(value, size);
  return format.binary === true ? binaryText(value, size) : value.toString();
}

/** Control characters, and those that turn the direction of the text around them: a program could lie with them. */
const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const shortEscapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

function escaped(character: string): string {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  const code = character.charCodeAt(0);
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

const bytesAlone = 0xdc00;

/** A byte that is part of no character, as it is kept in a text: by a half of a surrogate pair, which is none either. */
export const byteAlone = (byte: number): string => String.fromCharCode(bytesAlone + byte);

function escapedHalf(half: string): string {
  const code = half.charCodeAt(0);
  const byte = code - bytesAlone;
  return byte >= 0x80 && byte <= 0xff ? `\\x${byte.toString(16)}` : `\\u${code.toString(16)}`;
}

/** A text between quotes on one line, with what cannot be seen made visible. */
export function quoted(text: string, quote: '"' | "'" = '"'): string {
  const visible = text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replace(invisible, escaped)
    // Half of a surrogate pair alone is no character and would not survive the way to a client.
    .replace(/\p{Surrogate}/gu, escapedHalf);
  return `${quote}${visible}${quote}`;
}

/** What is between the quotes of a text that is nothing but quoted, as it is written there; any other text as it is. */
export const unquoted = (text: string): string => text.replace(/^"((?:[^"\\]|\\.)*)"$/s, '$1');

/** Quoted, at most `limit` units of it, and how long the whole is when not all of it is there. */
export function quotedPreview(text: string, wholeLength: number, limit: number | undefined): string {
  const isWhole = wholeLength <= text.length;
  if (limit === undefined) return isWhole ? quoted(text) : cutMark(quoted(text), wholeLength);
  const tail = `…" (${wholeLength})`;
  // Escapes make it longer than the text; try with less until it fits.
  for (let units = Math.min(text.length, limit); ; units = Math.floor(units * 0.75)) {
    const part = cutAt(text, units);
    const shown = quoted(part);
    if (part.length === text.length && isWhole && shown.length <= limit) return shown;
    if (shown.length - 1 + tail.length <= limit || units <= 1) return cutMark(shown, wholeLength);
  }
}

const cutMark = (shown: string, wholeLength: number): string => `${shown.slice(0, -1)}…" (${wholeLength})`;

/** One unit of text with its number: `'a' 97`. */
export function characterText(
  code: bigint,
  format: { readonly hex?: boolean; readonly binary?: boolean },
  size?: number,
): string {
  const number = integerText(code, format, size);
  const unit = code < 0n && size !== undefined ? BigInt.asUintN(size * 8, code) : code;
  // A byte beyond ASCII is part of a longer character, whose rest is not here.
  const isPart = (size === 1 && unit > 0x7fn) || unit < 0n || unit > 0x10ffffn;
  if (isPart)
    return unit >= 0n && unit <= 0xffn ? `'\\x${unit.toString(16).padStart(2, '0')}' ${number}` : number;
  return `${quoted(String.fromCodePoint(Number(unit)), "'")} ${number}`;
}

/** The number of the one character a text consists of; undefined for any other text. */
export function onlyCharacter(text: string): bigint | undefined {
  const code = text.codePointAt(0);
  return code !== undefined && String.fromCodePoint(code).length === text.length ? BigInt(code) : undefined;
}

/** The first units of a text, never half a surrogate pair. */
export function cutAt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

const lineBreak = /[\r\n]/;

/** One line of at most `limit` units, the cut shown. Line breaks would break tables and trees of clients. */
export function oneLine(text: string, limit: number | undefined): string {
  const short = limit !== undefined && text.length > limit ? `${cutAt(text, Math.max(0, limit - 1))}…` : text;
  return lineBreak.test(short) ? short.replace(/[\r\n]+/g, '⏎') : short;
}
