// Texts that people type for a variable and that its type alone gives a meaning: characters of an array, numbers that the
// language has no literal for.

import { Failure, type RawValue, type TypeDescription, type TypeId } from '@sonde/engine';
import type { ExpressionLanguage } from '@sonde/language';
import { integerBytes } from '@sonde/lens';

/** Undefined for what an expression says better. */
export const encode: NonNullable<ExpressionLanguage['encode']> = (text, target, { types, names }) => {
  const type = types.resolve(target);
  const written = text.trim();
  const scalar = (value: number | bigint): RawValue => ({
    type: target,
    content: { kind: 'scalar', value },
  });
  if (type.kind === 'float') {
    const word = /^(?<sign>[+-]?)(?<word>nan|inf|infinity)$/i.exec(written)?.groups;
    // A variable of that name is meant by its name.
    if (word === undefined || names.lookup(word['word']!) !== undefined) return undefined;
    const size = /^nan$/i.test(word['word']!) ? NaN : Infinity;
    return scalar(word['sign'] === '-' ? -size : size);
  }
  if (type.kind === 'integer') {
    const digits = /^(?<sign>-?)(?<number>0x[\da-f]+|0b[01]+|0|[1-9]\d*)$/i.exec(written)?.groups;
    if (digits === undefined) return undefined;
    const number = BigInt(digits['number']!);
    if (digits['sign'] !== '-') return scalar(number);
    // As the language has it, -1 is the largest number of those without a sign.
    const bits = (type.size ?? 0) * 8;
    const wraps = !type.signed && number <= 1n << BigInt(Math.max(bits - 1, 0));
    return scalar(wraps ? BigInt.asUintN(bits, -number) : -number);
  }
  return type.kind === 'array'
    ? charactersFor(written, target, type, types.resolve(type.element))
    : undefined;
};

/** What a text becomes where it initialises an array: its characters, and zeros up to the end. */
function charactersFor(
  text: string,
  target: TypeId,
  array: Extract<TypeDescription, { kind: 'array' }>,
  element: TypeDescription,
): RawValue | undefined {
  const literal = literalIn(text);
  const unit = element.size ?? 0;
  const isText = element.kind === 'character' || (element.kind === 'integer' && unit === 1);
  if (literal === undefined || array.count === undefined || !isText || literal.unit !== unit)
    return undefined;
  const units = unitsOf(literal.body, unit);
  if (units.length >= array.count)
    throw new Failure(
      'bad-arguments',
      'user',
      `${text} does not fit into ${array.name}: it takes ${units.length + 1} with the zero at its end.`,
    );
  const bytes = new Uint8Array(array.count * unit);
  for (const [nth, value] of units.entries()) bytes.set(integerBytes(value, unit, true), nth * unit);
  return { type: target, content: { kind: 'bytes', bytes } };
}

const prefixes: Readonly<Record<string, number>> = { '': 1, u8: 1, u: 2, U: 4, L: 4 };

/** A text in quotes, and the bytes of one of its characters. */
export function literalIn(text: string): { readonly body: string; readonly unit: number } | undefined {
  const found = /^(?<prefix>|u8|u|U|L)"(?<body>(?:[^"\\\n]|\\.)*)"$/.exec(text.trim())?.groups;
  if (found === undefined) return undefined;
  return { body: found['body']!, unit: prefixes[found['prefix']!]! };
}

const escapes: Readonly<Record<string, number>> = {
  ...{ a: 7, b: 8, e: 27, f: 12, n: 10, r: 13, t: 9, v: 11 },
  ...{ '\\': 92, "'": 39, '"': 34, '?': 63 },
};
const part =
  /\\x(?<hex>[\da-f]+)|\\(?<octal>[0-7]{1,3})|\\[uU](?<point>[\da-f]{4,8})|\\(?<named>.)|(?<plain>[^\\])/giu;

/** The characters as the program holds them, in units of that many bytes. */
export function unitsOf(body: string, unit: number): readonly bigint[] {
  return [...body.matchAll(part)].flatMap(({ groups = {} }) => {
    const { hex, octal, point, named, plain } = groups;
    if (hex !== undefined) return [BigInt(`0x${hex}`)];
    if (octal !== undefined) return [BigInt(`0o${octal}`)];
    if (named !== undefined) return [BigInt(escapes[named] ?? named.codePointAt(0)!)];
    const code = plain === undefined ? Number.parseInt(point!, 16) : plain.codePointAt(0)!;
    return encoded(String.fromCodePoint(code), unit);
  });
}

function encoded(character: string, unit: number): readonly bigint[] {
  if (unit === 4) return [BigInt(character.codePointAt(0)!)];
  if (unit === 2)
    return Array.from({ length: character.length }, (_, at) => BigInt(character.charCodeAt(at)));
  return [...Buffer.from(character, 'utf8')].map(BigInt);
}
