// Twisted balanced binary: numbers whose most negative value means an error. Aria debug spec 3.1.

import type { RawValue, TypeDescription, TypeTable } from '@sonde/engine';
import { sizeOf, type Reading, type RenderContext, type Renderer, type View } from '@sonde/lens';
import { numberIn, numberText } from './whole-numbers.js';

const name = /^tbb([1-9]\d{0,2})$/;

const failed = { kind: 'virtual', attributes: ['failed'] } as const;
const data = { kind: 'data', attributes: [] } as const;

export const tbb: Renderer = {
  name: 'tbb',
  matches: (type, types) => name.test(type.name) && isWhole(resolved(type, types)),
  render: tbbView,
};

/** LLDB takes numbers of eight bits for characters. */
const isWhole = ({ kind }: TypeDescription): boolean => kind === 'integer' || kind === 'character';

const resolved = (type: TypeDescription, types: TypeTable): TypeDescription =>
  type.kind === 'alias' ? types.resolve(type.target) : type;

function* tbbView(value: RawValue, context: RenderContext): Reading<View> {
  const stored = yield* numberIn(value, context);
  if (typeof stored !== 'bigint') return stored;
  const bits = tbbBits(value, context.types);
  const width = storedBits(value, context.types);
  // Storage without a sign holds the same bits.
  const number = width === undefined ? stored : BigInt.asIntN(width, stored);
  const sentinel = -(1n << BigInt(bits - 1));
  if (number === sentinel) return { text: 'ERR (sentinel)', hint: failed };
  const text = numberText(number, value, context);
  // Only where the storage is wider than the name says.
  if (number < sentinel || number > -sentinel - 1n) return { text: `${text} (OVERFLOW)`, hint: failed };
  return { text, hint: data };
}

/** Of the name that made this the renderer: the value's own, or one that it is another name of. */
function tbbBits(value: RawValue, types: TypeTable): number {
  let type = types.get(value.type);
  for (let hops = 0; hops < 64; hops++) {
    const found = name.exec(type.name);
    if (found !== null) return Number(found[1]);
    if (type.kind !== 'alias') break;
    type = types.get(type.target);
  }
  return 64;
}

function storedBits(value: RawValue, types: TypeTable): number | undefined {
  const place = value.place?.kind === 'memory' ? value.place : undefined;
  const size = sizeOf(value.type, types);
  return place?.bits?.size ?? (size === undefined ? undefined : size * 8);
}
