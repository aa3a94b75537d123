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
const node = { size: 64, kind: 0, count: 8, children: 16, key: 24, value: 32, keys: 40, values: 48 } as const;
const [inner, leaf, collision] = [0n, 1n, 2n];
/** Of larger maps the first are listed: a page is found by walking all entries before it, and a renderer may read a megabyte. */
const mostEntries = 2_000;
/** A trie of 32 bits has no more levels. */
const deepest = 9;

interface Entry {
  readonly key: bigint;
  readonly value: bigint;
}

/** A part of the trie that cannot be read, and why. */
interface Damage {
  readonly damage: string;
}

const isEntry = (found: Entry | Damage): found is Entry => 'key' in found;

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
  if (length < 0n || length > 1n << 40n || root === undefined || types === undefined)
    return missingView(`corrupt: a map of ${length} entries`);
  const count = Math.min(Number(length), mostEntries);
  let entries: readonly (Entry | Damage)[] = [];
  let walked = 0;
  const page = function* (start: number, wanted: number): Reading<readonly Child[]> {
    if (walked < start + wanted) {
      walked = start + wanted;
      entries = yield* entriesUnder(BigInt.asUintN(64, root), walked, context);
    }
    const some = entries.slice(start, start + wanted);
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
        view: missingView('corrupt: the map has fewer entries'),
      });
    return found;
  };
  const view = yield* listView(
    { count, brackets: '{}', page, part: (name, text) => `${name}: ${text}` },
    context,
  );
  const cut = Number(length) > count;
  const text = cut ? view.text.replace(/\(\d+\)$/, `(${count} of ${length})`) : view.text;
  return { ...view, text, memory: block.address };
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

/** A node that is still to be read. */
interface Unread {
  readonly node: bigint;
}

/** Addresses of keys and values, in the order of the trie; level by level, because all nodes of one are read together. */
function* entriesUnder(
  root: bigint,
  most: number,
  context: RenderContext,
): Reading<readonly (Entry | Damage)[]> {
  let found: readonly (Entry | Damage | Unread)[] = root === 0n ? [] : [{ node: root }];
  for (let level = 0; level <= deepest; level++) {
    const open = found.flatMap(item => ('node' in item ? [item.node] : []));
    if (open.length === 0) break;
    const parts = yield* nodesAt(open, most, context);
    let nth = 0;
    // Every node has an entry at least, so that later ones need not be read.
    found = found.flatMap(item => ('node' in item ? parts[nth++]! : [item])).slice(0, most);
  }
  return found.map(item => ('node' in item ? { damage: 'corrupt: the map is too deep' } : item));
}

function* nodesAt(
  nodes: readonly bigint[],
  most: number,
  context: RenderContext,
): Reading<readonly (readonly (Entry | Damage | Unread)[])[]> {
  const marks = [markOf('map node')];
  const wanted = nodes.map(at => ({ at, size: node.size, marks }));
  const read = yield* checkedObjects(wanted, context);
  const counts = read.map(bytes =>
    typeof bytes === 'string' ? 0 : Math.min(Number(unsignedAt(bytes, node.count, 4, context)), most),
  );
  const children = yield* manyBytes(
    read.map((bytes, nth) => {
      const isInner = typeof bytes !== 'string' && unsignedAt(bytes, node.kind, 4, context) === inner;
      return [isInner ? unsignedAt(bytes, node.children, 8, context) : 0n, isInner ? counts[nth]! * 8 : 0];
    }),
  );
  return read.map((bytes, nth) => {
    if (typeof bytes === 'string') return [{ damage: `${bytes} (a node of the map)` }];
    const kind = unsignedAt(bytes, node.kind, 4, context);
    if (kind === leaf)
      return [{ key: nodes[nth]! + BigInt(node.key), value: nodes[nth]! + BigInt(node.value) }];
    if (kind === collision) {
      const [keys, values] = [node.keys, node.values].map(offset => unsignedAt(bytes, offset, 8, context));
      return Array.from({ length: counts[nth]! }, (_, which) => ({
        key: keys! + BigInt(which * 8),
        value: values! + BigInt(which * 8),
      }));
    }
    if (kind !== inner) return [{ damage: `corrupt: a node of the map of kind ${kind}` }];
    const below = children[nth]!;
    if (below.length === 0) return [{ damage: 'corrupt: a node of the map without children' }];
    return Array.from({ length: below.length >> 3 }, (_, which) => ({
      node: unsignedAt(below, which * 8, 8, context),
    }));
  });
}

const unsignedAt = (
  bytes: Uint8Array,
  offset: number,
  size: number,
  { littleEndian }: RenderContext,
): bigint =>
  BigInt.asUintN(size * 8, decodeInteger(bytes.subarray(offset, offset + size), false, littleEndian));
