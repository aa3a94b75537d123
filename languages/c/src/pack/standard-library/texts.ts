// Texts of the standard library: strings of every kind of character, and views of them.

import type { Address } from '@sonde/engine';
import {
  decodeInteger,
  loaded,
  missingView,
  sizeOf,
  textOfUnits,
  withRaw,
  type Reading,
  type Renderer,
  type RenderContext,
  type View,
} from '@sonde/lens';
import { namedWith, numberAt, targetAt, typeAt, type Path } from './members.js';

/** No text is longer: what says so is not initialised yet. */
const longest = 1n << 40n;

const text = (name: string, matches: RegExp, start: Path, length: Path): Renderer => ({
  name,
  matches: namedWith(matches, start, length),
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
    const target = targetAt(whole, start, context);
    const count = numberAt(whole, length, context);
    const unit = target === undefined ? undefined : sizeOf(target.type, context.types);
    if (target === undefined || count === undefined || unit === undefined) return missingView('no text');
    return withRaw(yield* textView(target.address, count, unit, context), value, context);
  },
});

function* textView(address: Address, count: bigint, unit: number, context: RenderContext): Reading<View> {
  if (count > longest)
    return missingView(`it says that it is ${count} long: it is not initialised yet, or damaged`);
  return { text: yield* textOfUnits(address, Number(count), unit, context) };
}

/** Bytes of one character of a string of that name. */
const unitOf = (name: string): number =>
  /\bu16string/.test(name) ? 2 : /\b(?:w|u32)string/.test(name) ? 4 : 1;

/**
 * Compilers leave it to the library to describe its strings in full, and the library is seldom there with its debug
 * information. What is missing is only how the first word is called that holds the pointer.
 */
const declaredString: Renderer = {
  name: 'std::string, declared only',
  matches: (type, types) =>
    /^std::(?:__cxx11::)?\w*string$/.test(type.name) &&
    typeAt(type, types, ['_M_string_length']) !== undefined &&
    typeAt(type, types, ['_M_dataplus'])?.kind === 'opaque',
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (whole.content.kind !== 'bytes') return missingView('not readable');
    const { pointerSize, littleEndian } = context;
    const offset = decodeInteger(whole.content.bytes.subarray(0, pointerSize), false, littleEndian);
    const count = numberAt(whole, ['_M_string_length'], context) ?? 0n;
    const unit = unitOf(context.type.name);
    const shown = yield* textView({ space: '', offset }, count, unit, context);
    return withRaw(shown, value, context);
  },
};

export const textRenderers: readonly Renderer[] = [
  declaredString,
  text(
    'std::string',
    /^std::(?:__cxx11::)?(?:basic_string<|\w*string$)/,
    ['_M_dataplus', '_M_p'],
    ['_M_string_length'],
  ),
  text('std::string_view', /^std::(?:basic_string_view<|\w*string_view$)/, ['_M_str'], ['_M_len']),
];
