// How values of Twilight look where their type alone does not tell: bytes, texts, vectors and maps.

import type { Address, RawValue, TypeId } from '@sonde/engine';
import {
  elementsView,
  fieldOf,
  flatFields,
  inMemory,
  listView,
  loaded,
  membersOf,
  missingView,
  quoted,
  scalarOf,
  textsOf,
  type Child,
  type Children,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';
import { elementKey } from '../toolchain/toolchain.js';
import { blockOf, containerType, itemType } from './values/container-types.js';
import { isKeyedSpace, keyOfSpace, spaceOfKey, valueAddress } from './values/storage-slots.js';

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

/** Addresses and hashes: their bytes in a row. */
const plainBytes: Renderer = {
  name: 'address and hash256',
  matches: { name: /^(?:address|hash256)$/ },
  *render(value, context): Reading<View> {
    const read = yield* loaded(value, context);
    if (read.content.kind === 'unavailable') return missingView(read.content.why);
    if (read.content.kind === 'bytes') return { text: hex(read.content.bytes) };
    const number = scalarOf(read, context.types, context.littleEndian);
    if (typeof number !== 'bigint') return missingView('not bytes');
    const digits = number.toString(16).padStart((context.type.size ?? 0) * 2, '0');
    return { text: hex(Buffer.from(digits, 'hex').reverse()) };
  },
};

/** A string, vector or map, which is a handle: what it leads to. */
interface Block {
  readonly address: Address;
  readonly length: number;
  readonly items: bigint;
  /** The key in storage under which each element or entry has one of its own. */
  readonly stored: Uint8Array | undefined;
}

function* blockBehind(value: RawValue, size: number, context: RenderContext): Reading<Block | View> {
  const read = yield* loaded(value, context);
  if (read.content.kind === 'unavailable') return missingView(read.content.why);
  const handle = scalarOf(read, context.types, context.littleEndian);
  if (typeof handle !== 'bigint') return missingView('not a handle');
  const space = read.place?.kind === 'memory' ? read.place.address.space : (read.space ?? '');
  const address = { space, offset: handle };
  const stored =
    read.place?.kind === 'memory' && isKeyedSpace(space) && read.place.address.offset === BigInt(valueAddress)
      ? keyOfSpace(space)
      : undefined;
  // An empty one may lie nowhere.
  if (handle === 0n) return { address, length: 0, items: 0n, stored };
  const [answer] = yield [{ read: 'memory', address, size }];
  const bytes = answer?.read === 'memory' ? answer.memory.bytes : new Uint8Array();
  if (bytes.length < size)
    return missingView(`corrupt: the handle leads to ${String(handle)}, which is outside memory`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    address,
    length: view.getUint32(0, true),
    items: size >= 12 ? BigInt(view.getUint32(8, true)) : handle + 4n,
    stored,
  };
}

const isBlock = (found: Block | View): found is Block => 'items' in found;

/** Nothing longer is in the memory of a contract. */
const mostBytes = 1 << 26;
const shownText = 1 << 20;

const string: Renderer = {
  name: 'string',
  matches: (type, types) => type.name === 'string' && blockOf(type, types) !== undefined,
  *render(value, context): Reading<View> {
    const block = yield* blockBehind(value, 4, context);
    if (!isBlock(block)) return block;
    if (block.length === 0) return { text: '""' };
    if (block.length > mostBytes) return missingView(`corrupt: a string of ${block.length} bytes`);
    const wanted = Math.min(block.length, shownText, (context.format.limit ?? shownText) * 4 + 4);
    const address = { ...block.address, offset: block.items };
    const [answer] = yield [{ read: 'memory', address, size: wanted }];
    const bytes = answer?.read === 'memory' ? answer.memory.bytes : new Uint8Array();
    if (bytes.length < wanted) return missingView(`corrupt: its ${block.length} bytes reach out of memory`);
    try {
      const text = new TextDecoder('utf-8', { fatal: wanted === block.length, ignoreBOM: true }).decode(
        bytes,
      );
      return { text: quoted(text), memory: address };
    } catch {
      return { ...missingView('corrupt: its bytes are not UTF-8'), memory: address };
    }
  },
};

type List = Block & { readonly item: TypeId; readonly stride: number };

function* listBehind(value: RawValue, context: RenderContext): Reading<List | View> {
  const item = itemType(context.type, context.types);
  if (item === undefined) return missingView('not described');
  const block = yield* blockBehind(value, 12, context);
  if (!isBlock(block)) return block;
  const stride = context.types.resolve(item).size ?? 0;
  if (block.length * stride > mostBytes)
    return missingView(`corrupt: ${block.length} elements do not fit into memory`);
  return { ...block, item, stride };
}

const isList = (found: List | View): found is List => 'stride' in found;

const vector: Renderer = {
  name: 'vector',
  matches: (type, types) => type.name.startsWith('vector<') && blockOf(type, types) !== undefined,
  *render(value, context): Reading<View> {
    const list = yield* listBehind(value, context);
    if (!isList(list)) return list;
    const address = { ...list.address, offset: list.items };
    const { stored } = list;
    if (stored === undefined)
      return yield* elementsView({ address, element: list.item, count: list.length }, context);
    // Each element has a key of its own, under which it can be written and watched.
    const page = function* (start: number, count: number): Reading<readonly Child[]> {
      return Array.from({ length: Math.max(0, Math.min(count, list.length - start)) }, (_, nth) => ({
        name: `[${start + nth}]`,
        value: inStorage(list.item, elementKey(stored, BigInt(start + nth)), false),
      }));
    };
    return yield* listView({ count: list.length, page }, context);
  },
};

const inStorage = (type: TypeId, key: Uint8Array, keyed: boolean): RawValue =>
  inMemory(type, { space: spaceOfKey(key, keyed), offset: BigInt(valueAddress) });

const map: Renderer = {
  name: 'map',
  matches: (type, types) => type.name.startsWith('map<') && blockOf(type, types) !== undefined,
  *render(value, context): Reading<View> {
    const list = yield* listBehind(value, context);
    if (!isList(list)) return list;
    return yield* listView(
      {
        count: list.length,
        brackets: '{}',
        page: (start, count) => entriesOf(list, start, count, context),
        part: (name, text) => `${name}: ${text}`,
      },
      context,
    );
  },
};

function* entriesOf(
  list: List,
  start: number,
  count: number,
  context: RenderContext,
): Reading<readonly Child[]> {
  const { types, littleEndian } = context;
  const { stored } = list;
  const entryType = types.resolve(list.item);
  const fields = entryType.kind === 'struct' ? flatFields(entryType.fields, types) : [];
  const [keyField, valueField] = fields;
  if (keyField === undefined || valueField === undefined) return [];
  const keyed = containerType(types.resolve(valueField.type), types) !== undefined;
  const entries = Array.from({ length: Math.max(0, Math.min(count, list.length - start)) }, (_, nth) =>
    inMemory(list.item, { ...list.address, offset: list.items + BigInt((start + nth) * list.stride) }),
  );
  const keys = entries.map(entry => fieldOf(entry, keyField, types, littleEndian));
  const texts = yield* textsOf(keys);
  const children: Child[] = [];
  for (const [nth, entry] of entries.entries()) {
    const key = keys[nth]!;
    const bytes = stored === undefined ? undefined : yield* keyBytes(key, context);
    // An entry of storage has a key of its own, under which it can be written and watched.
    const value =
      stored === undefined || bytes === undefined
        ? fieldOf(entry, valueField, types, littleEndian)
        : inStorage(valueField.type, Uint8Array.from([...stored, 0, ...bytes]), keyed);
    children.push({ name: texts[nth] ?? '?', key, value, way: texts[nth] ?? '?' });
  }
  return children;
}

/** A key of a map as storage has it: of a text its bytes, of everything else what lies in memory. */
function* keyBytes(key: RawValue, context: RenderContext): Reading<Uint8Array | undefined> {
  const read = yield* loaded(key, context);
  if (read.content.kind !== 'bytes') return undefined;
  if (context.types.resolve(key.type).name !== 'string') return read.content.bytes;
  const block = yield* blockBehind(key, 4, context);
  if (!isBlock(block) || block.length > mostBytes) return undefined;
  if (block.length === 0) return new Uint8Array();
  const address = { ...block.address, offset: block.items };
  const [answer] = yield [{ read: 'memory', address, size: block.length }];
  return answer?.read === 'memory' ? answer.memory.bytes : undefined;
}

/** What the debugger itself says is no text of the contract. */
const note: Renderer = {
  name: 'note',
  matches: { name: /^note$/ },
  *render({ content }): Reading<View> {
    return { text: content.kind === 'scalar' ? String(content.value) : '' };
  },
};

/** Counted when it is expanded, and not for a preview of it. */
const gas: Renderer = {
  name: 'gas',
  matches: { name: /^gas of / },
  *render({ content }): Reading<View> {
    if (content.kind !== 'object') return missingView('not counted');
    const { id } = content;
    const children: Children = {
      named: 0,
      indexed: 0,
      *list(_, start, count): Reading<readonly Child[]> {
        const members = yield* membersOf({ id }, undefined, start, count);
        return typeof members === 'string' ? [{ name: '', view: missingView(members) }] : members;
      },
    };
    return { text: '', children };
  },
};

export const renderers: readonly Renderer[] = [note, gas, plainBytes, string, vector, map];
