// Maps: the entries of a persistent hash trie, in its order. Layout: `osp_map` in runtime/osprey.h.

import { address, type RawValue, type TypeId } from '@sonde/engine';
import {
  decodeInteger,
  flatFields,
  inMemory,
  listView,
  missingView,
  textsOf,
  type Child,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';
import { markOf } from '../inspection/layout.js';
import { manyBytes } from '../inspection/memory-reads.js';
import { blockBehind, blockType, isBlock, numberIn, type Block } from './blocks.js';
import { checkedObjects } from './checked-objects.js';

/** `osp_map_node`, in bytes. */
const node = {
  ...{ size: 64, kind: 0, bitmap: 4, count: 8, entries: 12, children: 16, key: 24, value: 32 },
  ...{ keys: 40, values: 48 },
} as const;
const [inner, leaf, collision] = [0n, 1n, 2n];
/** Of one page: a renderer may read a megabyte, and an entry takes more than a hundred bytes of it. */
const mostAtOnce = 4_000;
/** Keys of one hash at most: a larger number is damage. */
const mostColliding = 1_000;
/** A trie of 32 bits has no more levels. */
const deepest = 9;
const longest = 1n << 32n;

interface Entry {
  readonly key: bigint;
  readonly value: bigint;
}

/** A part of the trie that cannot be read, and why. */
interface Damage {
  readonly damage: string;
}

/** An inner node that was read, but nothing below it. */
interface Inner {
  readonly at: bigint;
  readonly entries: number;
  readonly children: number;
}

type Part = Entry | Damage | Inner;

const isEntry = (found: Entry | Damage): found is Entry => 'key' in found;
const isInner = (part: Part): part is Inner => 'entries' in part;
const sizeOfPart = (part: Part): number => (isInner(part) ? part.entries : 1);

export const map: Renderer = {
  name: 'Map',
  matches: (type, types) => /^Map<.+>$/.test(type.name) && blockType(type, types) !== undefined,
  render: mapView,
};

function* mapView(value: RawValue, context: RenderContext): Reading<View> {
  const block = yield* blockBehind(value, context);
  if (!isBlock(block)) return block;
  const length = (yield* numberIn(block, 'length', context)) ?? -1n;
  const root = yield* numberIn(block, 'root', context);
  const types = entryTypes(block, context);
  if (length < 0n || length > longest || root === undefined || types === undefined)
    return missingView(`corrupt: a map of ${length} entries`);
  const top = root === 0n ? [] : yield* partsAt([BigInt.asUintN(64, root)], context);
  const present = top.reduce((sum, part) => sum + sizeOfPart(part), 0);
  if (present !== Number(length) && !top.some(part => 'damage' in part))
    return missingView(`corrupt: a map of ${length} entries, and its nodes have ${present}`);
  const page = function* (start: number, wanted: number): Reading<readonly Child[]> {
    const some = yield* entriesOf(top, start, Math.min(wanted, mostAtOnce), context);
    const keys = yield* textsOf(some.filter(isEntry).map(({ key }) => inMemory(types.key, address(key))));
    let nth = 0;
    const found = some.map((entry, place): Child =>
      isEntry(entry)
        ? { name: keys[nth++]!, value: inMemory(types.value, address(entry.value)) }
        : { name: `?${start + place}`, view: missingView(entry.damage) },
    );
    // As many as were promised: a damaged trie may have fewer.
    while (found.length < wanted)
      found.push({
        name: `?${start + found.length}`,
        view: missingView(
          found.length < mostAtOnce
            ? 'corrupt: the map has fewer entries'
            : `unavailable: of a map at most ${mostAtOnce} entries are listed at once`,
        ),
      });
    return found;
  };
  const view = yield* listView(
    { count: Number(length), brackets: '{}', page, part: (name, text) => `${name}: ${text}` },
    context,
  );
  return { ...view, memory: block.address };
}

/** What keys and values are, from the description of the nodes. */
function entryTypes(
  block: Block,
  { types }: RenderContext,
): { readonly key: TypeId; readonly value: TypeId } | undefined {
  const root = block.type.fields.find(({ name }) => name === 'root');
  const pointer = root && types.resolve(root.type);
  const described = pointer?.kind === 'pointer' ? types.resolve(pointer.target) : undefined;
  if (described?.kind !== 'struct') return undefined;
  const fields = flatFields(described.fields, types);
  const [key, value] = ['key', 'value'].map(wanted => fields.find(({ name }) => name === wanted)?.type);
  return key === undefined || value === undefined ? undefined : { key, value };
}

/** Some entries in the order of the trie. Of a level only the nodes are opened that have some of them. */
function* entriesOf(
  top: readonly Part[],
  start: number,
  count: number,
  context: RenderContext,
): Reading<readonly (Entry | Damage)[]> {
  let parts = top;
  /** The number of the entry that the parts begin with. */
  let first = 0;
  for (let level = 0; level <= deepest; level++) {
    const kept: Part[] = [];
    let from = first;
    for (const part of parts) {
      const end = from + sizeOfPart(part);
      if (end <= start) first = end;
      else if (from < start + count) kept.push(part);
      from = end;
    }
    const entries = kept.filter((part): part is Entry | Damage => !isInner(part));
    if (entries.length === kept.length) return entries;
    parts = yield* opened(kept, context);
  }
  return [{ damage: 'corrupt: the map is too deep' }];
}

/** The parts with what is below the inner nodes in the place of these. */
function* opened(parts: readonly Part[], context: RenderContext): Reading<readonly Part[]> {
  const nodes = parts.filter(isInner);
  const lists = yield* manyBytes(
    nodes.map(({ at, children }) => [at + BigInt(node.size), children * 8] as const),
  );
  const below = nodes.map((_, nth) => wordsIn(lists[nth]!, context));
  const read = yield* partsBelow(below.flat(), context);
  let nth = 0;
  let which = 0;
  return parts.flatMap(part => {
    if (!isInner(part)) return [part];
    const own = below[which++]!;
    if (own.length < part.children) return [{ damage: 'corrupt: a node of the map without children' }];
    return own.flatMap(() => read[nth++]!);
  });
}

const wordsIn = (bytes: Uint8Array, context: RenderContext): readonly bigint[] =>
  Array.from({ length: bytes.length >> 3 }, (_, nth) => unsignedAt(bytes, nth * 8, 8, context));

function* partsAt(nodes: readonly bigint[], context: RenderContext): Reading<readonly Part[]> {
  return (yield* partsBelow(nodes, context)).flat();
}

function* partsBelow(
  nodes: readonly bigint[],
  context: RenderContext,
): Reading<readonly (readonly Part[])[]> {
  const marks = [markOf('map node')];
  const read = yield* checkedObjects(
    nodes.map(at => ({ at, size: node.size, marks })),
    context,
  );
  return read.map((found, nth) =>
    typeof found === 'string'
      ? [{ damage: `${found} (a node of the map)` }]
      : partsIn(nodes[nth]!, found.bytes, context),
  );
}

function partsIn(at: bigint, bytes: Uint8Array, context: RenderContext): readonly Part[] {
  const word = (offset: number, size: number): bigint => unsignedAt(bytes, offset, size, context);
  const [kind, count] = [word(node.kind, 4), Number(word(node.count, 4))];
  if (kind === leaf) return [{ key: at + BigInt(node.key), value: at + BigInt(node.value) }];
  if (kind === inner) {
    const entries = Number(word(node.entries, 4));
    const fits =
      count === bitsIn(word(node.bitmap, 4)) &&
      count > 0 &&
      entries >= count &&
      word(node.children, 8) === at + BigInt(node.size);
    return [fits ? { at, entries, children: count } : { damage: 'corrupt: a node of the map' }];
  }
  if (kind !== collision || count > mostColliding)
    return [{ damage: `corrupt: a node of the map of kind ${kind} for ${count}` }];
  const [keys, values] = [word(node.keys, 8), word(node.values, 8)];
  return Array.from({ length: count }, (_, which) => ({
    key: keys + BigInt(which * 8),
    value: values + BigInt(which * 8),
  }));
}

const bitsIn = (bitmap: bigint): number => bitmap.toString(2).replaceAll('0', '').length;

const unsignedAt = (
  bytes: Uint8Array,
  offset: number,
  size: number,
  { littleEndian }: RenderContext,
): bigint =>
  BigInt.asUintN(size * 8, decodeInteger(bytes.subarray(offset, offset + size), false, littleEndian));
