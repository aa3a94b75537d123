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
import { blockBehind, blockType, isBlock, numberIn, type Block } from './blocks.js';

/** `osp_map_node`, in bytes. */
const node = { size: 56, kind: 0, count: 8, children: 16, key: 24, value: 32, keys: 40, values: 48 } as const;
const [inner, leaf] = [0n, 1n];
/** Of larger maps the first are listed; finding a later page would mean to walk all before it. */
const mostEntries = 1000;
/** A trie of 32 bits has no more levels. */
const deepest = 9;

interface Entry {
  readonly key: bigint;
  readonly value: bigint;
}

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
    return missingView(`no map: a length of ${length}`);
  const count = Math.min(Number(length), mostEntries);
  let entries: readonly Entry[] | undefined;
  const page = function* (start: number, wanted: number): Reading<readonly Child[]> {
    entries ??= yield* entriesUnder(BigInt.asUintN(64, root), count, context, 0);
    const some = entries.slice(start, start + wanted);
    const keys = yield* textsOf(some.map(entry => inMemory(types.key, address(entry.key))));
    return some.map((entry, nth) => ({
      name: keys[nth]!,
      value: inMemory(types.value, address(entry.value)),
    }));
  };
  const view = yield* listView(
    { count, brackets: '{}', page, part: (name, text) => `${name}: ${text}` },
    context,
  );
  const more = Number(length) > count ? ` (${length} entries, the first ${count} listed)` : '';
  return { ...view, text: `${view.text}${more}`, memory: block.address };
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

/** Addresses of keys and values, in the order of the trie. */
function* entriesUnder(
  at: bigint,
  most: number,
  context: RenderContext,
  depth: number,
): Reading<readonly Entry[]> {
  if (at === 0n || most <= 0 || depth > deepest) return [];
  const bytes = yield* bytesAt(at, node.size);
  if (bytes === undefined) return [];
  const word = (offset: number): bigint => unsignedAt(bytes, offset, 8, context);
  const kind = unsignedAt(bytes, node.kind, 4, context);
  const count = Math.min(Number(unsignedAt(bytes, node.count, 4, context)), most);
  if (kind === leaf) return [{ key: at + BigInt(node.key), value: at + BigInt(node.value) }];
  if (kind !== inner)
    return Array.from({ length: count }, (_, nth) => ({
      key: word(node.keys) + BigInt(nth * 8),
      value: word(node.values) + BigInt(nth * 8),
    }));
  const children = yield* bytesAt(word(node.children), count * 8);
  const found: Entry[] = [];
  for (let nth = 0; children !== undefined && nth < count && found.length < most; nth++) {
    const child = unsignedAt(children, nth * 8, 8, context);
    found.push(...(yield* entriesUnder(child, most - found.length, context, depth + 1)));
  }
  return found;
}

function* bytesAt(at: bigint, size: number): Reading<Uint8Array | undefined> {
  const [answer] = yield [{ read: 'memory', address: address(at), size }];
  const bytes = answer?.read === 'memory' ? answer.memory.bytes : undefined;
  return bytes !== undefined && bytes.length === size ? bytes : undefined;
}

const unsignedAt = (
  bytes: Uint8Array,
  offset: number,
  size: number,
  { littleEndian }: RenderContext,
): bigint =>
  BigInt.asUintN(size * 8, decodeInteger(bytes.subarray(offset, offset + size), false, littleEndian));
