// Default views of scalars: numbers, truth values, characters, texts and enumerations.

import type { Enumerator, RawValue, Scalar, TypeDescription } from '@sonde/engine';
import { scalarOf } from '../decode.js';
import { decodeLong, longText } from '../long-float.js';
import { sizeOf } from '../parts.js';
import {
  characterText,
  floatText,
  hexText,
  integerText,
  onlyCharacter,
  quotedPreview,
} from '../scalar-text.js';
import type { DefaultContext } from './default-context.js';

/** The text of a scalar value; undefined when it holds none. */
export function scalarText(value: RawValue, context: DefaultContext): string | undefined {
  const { content } = value;
  const { limit } = context.format;
  if (content.kind === 'partial') return quotedPreview(content.value, content.length, limit);
  const long = longFloatText(value, context);
  if (long !== undefined) return long;
  const found = scalarOf(value, context.types, context.littleEndian);
  if (found === undefined) return undefined;
  const size = sizeOf(value.type, context.types);
  if (typeof found === 'string') return textOfString(found, context.type, context);
  if (typeof found === 'boolean') return String(found);
  return textOfNumber(found, context.type, size, context);
}

/** One that has more digits than a number of ours. */
function longFloatText({ content }: RawValue, { type, littleEndian }: DefaultContext): string | undefined {
  if (type.kind !== 'float' || type.format === undefined || content.kind !== 'bytes') return undefined;
  const value = decodeLong(content.bytes, type.format, littleEndian);
  return value === undefined ? undefined : longText(value);
}

function textOfString(text: string, type: TypeDescription, context: DefaultContext): string {
  const only = type.kind === 'character' ? onlyCharacter(text) : undefined;
  if (only !== undefined) return characterText(only, context.format);
  // What an engine hands over as the text of something else is its description, not a string of the program.
  if (type.kind === 'function' || type.kind === 'opaque') return text;
  return quotedPreview(text, text.length, context.format.limit);
}

function textOfNumber(
  value: number | bigint,
  type: TypeDescription,
  size: number | undefined,
  context: DefaultContext,
): string {
  const { format } = context;
  if (typeof value === 'number') {
    const whole = type.kind !== 'float' && Number.isInteger(value);
    return whole && (format.hex === true || format.binary === true)
      ? integerText(BigInt(value), format, size)
      : floatText(value, type.kind === 'float' ? size : undefined);
  }
  if (type.kind === 'character') return characterText(value, format, size);
  if (type.kind === 'enum') return enumText(value, type.enumerators, integerText(value, format, size));
  if (type.kind === 'function') return hexText(value);
  return integerText(value, format, size);
}

/** The name of a value, or the flags it is made of. */
function enumText(value: bigint, enumerators: readonly Enumerator[], number: string): string {
  const named = enumerators.find(enumerator => enumerator.value === value);
  if (named !== undefined) return `${named.name} (${number})`;
  // A number under a name of its own, such as `byte`.
  if (enumerators.length === 0) return number;
  const flags = flagsIn(value, enumerators);
  return `${flags === undefined ? '?' : flags.map(flag => flag.name).join(' | ')} (${number})`;
}

/** Single bits that together make the value; undefined when some bit of it has no name. */
function flagsIn(value: bigint, enumerators: readonly Enumerator[]): readonly Enumerator[] | undefined {
  if (value <= 0n) return undefined;
  const flags = enumerators.filter(
    ({ value: flag }) => flag > 0n && (flag & (flag - 1n)) === 0n && (value & flag) === flag,
  );
  const covered = flags.reduce((bits, flag) => bits | flag.value, 0n);
  return covered === value && flags.length > 1 ? flags : undefined;
}

/** What a value of unknown shape looks like: its first bytes. */
export function bytesText(bytes: Uint8Array): string {
  const first = [...bytes.subarray(0, 16)].map(byte => byte.toString(16).padStart(2, '0')).join(' ');
  return `<${bytes.length} byte${bytes.length === 1 ? '' : 's'}: ${first}${bytes.length > 16 ? ' …' : ''}>`;
}

export const isScalarKind = (type: TypeDescription): boolean =>
  type.kind === 'integer' ||
  type.kind === 'float' ||
  type.kind === 'boolean' ||
  type.kind === 'character' ||
  type.kind === 'enum' ||
  type.kind === 'string' ||
  type.kind === 'unit';

/** A number as an address; undefined for anything else. */
export function asAddress(value: Scalar | undefined, pointerSize: number): bigint | undefined {
  const whole = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
  return typeof whole === 'bigint' ? BigInt.asUintN(pointerSize * 8, whole) : undefined;
}
