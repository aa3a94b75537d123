// Truth values that the library keeps as bits: vectors of them, and sets of a fixed size. Each can be changed where it lies.

import type { Address, TypeId, TypeTable } from '@sonde/engine';
import { NumberTypes } from '@sonde/c-expressions';
import {
  listView,
  missingView,
  type Child,
  type Reading,
  type Renderer,
  type RenderContext,
  type View,
} from '@sonde/lens';
import { kindRenderer } from './kind-renderer.js';
import { bitset, bitVector, countedBitVector } from './layouts.js';
import { numberAt, targetAt } from './members.js';

const booleans = new WeakMap<TypeTable, TypeId>();

/** Found once for each table: a program has thousands of types, and a page may have as many bits. */
function booleanIn(types: TypeTable): TypeId {
  const known = booleans.get(types) ?? new NumberTypes(types).boolean;
  booleans.set(types, known);
  return known;
}

/** Where bits are: in memory, where each can be changed, or in bytes that live nowhere. */
type Source = { readonly address: Address } | { readonly bytes: Uint8Array };

/** The lowest bit of a byte is the first. */
function* bitsView(source: Source, first: number, count: number, context: RenderContext): Reading<View> {
  const type = booleanIn(context.types);
  function* page(from: number, wanted: number): Reading<readonly Child[]> {
    const bit = first + from;
    const skipped = Math.floor(bit / 8);
    const bytes = yield* bytesOf(source, skipped, Math.floor((bit + wanted - 1) / 8) - skipped + 1);
    return Array.from({ length: wanted }, (_, nth): Child => {
      const [byte, offset] = [Math.floor(((bit % 8) + nth) / 8), (bit + nth) % 8];
      const name = `[${from + nth}]`;
      const held = bytes[byte];
      if (held === undefined) return { name, view: missingView('it cannot be read') };
      const content = { kind: 'scalar', value: (held & (1 << offset)) !== 0 } as const;
      if ('bytes' in source) return { name, value: { type, content } };
      const address = moved(source.address, skipped + byte);
      return {
        name,
        value: { type, content, place: { kind: 'memory', address, bits: { offset, size: 1 } } },
      };
    });
  }
  return yield* listView({ count, page }, context);
}

function* bytesOf(source: Source, skipped: number, size: number): Reading<Uint8Array> {
  if ('bytes' in source) return source.bytes.subarray(skipped, skipped + size);
  const [answer] = yield [{ read: 'memory', address: moved(source.address, skipped), size }];
  return answer?.read === 'memory' ? answer.memory.bytes : new Uint8Array();
}

const moved = (address: Address, by: number): Address => ({
  ...address,
  offset: address.offset + BigInt(by),
});

const most = 1n << 40n;

function* vectorView(
  start: Address | undefined,
  first: bigint,
  count: bigint | undefined,
  context: RenderContext,
): Reading<View> {
  if (start === undefined || count === undefined) return missingView('no elements');
  return count < 0n || count > most
    ? missingView(`it says that it has ${count} elements: it is not initialised yet, or damaged`)
    : yield* bitsView({ address: start }, Number(first), Number(count), context);
}

const vector = kindRenderer('std::vector<bool>', bitVector, (whole, parts, context) => {
  const from = targetAt(whole, parts.start, context)?.address;
  const to = targetAt(whole, parts.end, context)?.address;
  const first = numberAt(whole, parts.startBit, context) ?? 0n;
  const bits = (numberAt(whole, parts.endBit, context) ?? 0n) - first;
  const count = from === undefined || to === undefined ? undefined : (to.offset - from.offset) * 8n + bits;
  return vectorView(from, first, count, context);
});

const countedVector = kindRenderer(
  'std::vector<bool>, with its length',
  countedBitVector,
  (whole, parts, context) => {
    const start = targetAt(whole, parts.start, context)?.address;
    return vectorView(start, 0n, numberAt(whole, parts.length, context), context);
  },
);

const set = kindRenderer('std::bitset', bitset, function* (whole, _parts, context) {
  const count = Number(bitset.name.exec(context.type.name)?.groups?.['count']);
  if (whole.content.kind !== 'bytes') return missingView('it cannot be read');
  const source =
    whole.place?.kind === 'memory' ? { address: whole.place.address } : { bytes: whole.content.bytes };
  return yield* bitsView(source, 0, count, context);
});

export const bitRenderers: readonly Renderer[] = [vector, countedVector, set];
