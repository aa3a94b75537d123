// Texts of the standard library: strings of every kind of character, and views of them.

import type { Address, TypeDescription, TypeTable } from '@sonde/engine';
import {
  decodeInteger,
  missingView,
  sizeOf,
  textOfBytes,
  textOfUnits,
  type Reading,
  type Renderer,
  type RenderContext,
  type View,
} from '@sonde/lens';
import { kindRenderer } from './kind-renderer.js';
import { compactString, declaredString, partsOf, string, stringView, type Kind } from './layouts.js';
import { memberAt, numberAt, targetAt, typeAt, type Target } from './members.js';

/** No text is longer: what says so is not initialised yet. */
const longest = 1n << 40n;

const text = (name: string, kind: Kind<'start' | 'length'>): Renderer =>
  kindRenderer(name, kind, (whole, parts, context) =>
    charactersView(targetAt(whole, parts.start, context), numberAt(whole, parts.length, context), context),
  );

function* charactersView(
  start: Target | undefined,
  count: bigint | undefined,
  context: RenderContext,
): Reading<View> {
  const unit = start === undefined ? undefined : sizeOf(start.type, context.types);
  if (start === undefined || count === undefined || unit === undefined) return missingView('no text');
  return yield* textView(start.address, count, unit, context);
}

/** A short text lies in the string itself, wherever that is. */
const compact = kindRenderer('std::string, compact', compactString, (whole, parts, context) => {
  const isLong = numberAt(whole, parts.isLong, context) !== 0n;
  const count = numberAt(whole, isLong ? parts.length : parts.shortLength, context);
  if (isLong) return charactersView(targetAt(whole, parts.start, context), count, context);
  const inside = memberAt(whole, parts.shortStart, context);
  const type = inside === undefined ? undefined : context.types.resolve(inside.type);
  const unit = type?.kind === 'array' ? sizeOf(type.element, context.types) : undefined;
  if (inside?.content.kind !== 'bytes' || count === undefined || unit === undefined)
    return missingView('no text');
  return { text: textOfBytes(inside.content.bytes, Number(count), unit, context) };
});

function* textView(address: Address, count: bigint, unit: number, context: RenderContext): Reading<View> {
  if (count > longest)
    return missingView(`it says that it is ${count} long: it is not initialised yet, or damaged`);
  return { text: yield* textOfUnits(address, Number(count), unit, context) };
}

/** Bytes of one character of a string of that name. */
const unitOf = (name: string): number =>
  /\bu16string/.test(name) ? 2 : /\b(?:w|u32)string/.test(name) ? 4 : 1;

/** Whether only the library could describe the first member. */
export function isDeclaredOnly(type: TypeDescription, types: TypeTable): boolean {
  const parts = partsOf(type, types, declaredString);
  return parts !== undefined && typeAt(type, types, parts.start)?.kind === 'opaque';
}

/**
 * Compilers leave it to the library to describe its strings in full, and the library is seldom there with its debug
 * information. What is missing is only how the first word is called that holds the pointer.
 */
const declared = kindRenderer(
  'std::string, declared only',
  declaredString,
  function* (whole, parts, context) {
    if (whole.content.kind !== 'bytes') return missingView('not readable');
    const { pointerSize, littleEndian } = context;
    const offset = decodeInteger(whole.content.bytes.subarray(0, pointerSize), false, littleEndian);
    const count = numberAt(whole, parts.length, context) ?? 0n;
    return yield* textView({ space: '', offset }, count, unitOf(context.type.name), context);
  },
  isDeclaredOnly,
);

export const textRenderers: readonly Renderer[] = [
  declared,
  text('std::string', string),
  compact,
  text('std::string_view', stringView),
];
