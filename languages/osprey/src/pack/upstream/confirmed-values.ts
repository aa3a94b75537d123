// How sure a value of such a program is: its type comes from the source, and only some runtimes can confirm that it is there.

import { address, type RawValue, type TypeId, type TypeTable } from '@sonde/engine';
import {
  decodeInteger,
  inMemory,
  listView,
  missingView,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';
import { addressIn, blockBehind, blockType, isBlock, numberIn } from '../renderers/blocks.js';

export type Backend = 'default' | 'arc' | 'gc';

export interface UpstreamRuntime {
  readonly backend: Backend;
  /** Where the addresses of all objects are, with `arc`: the variables that hold the table and its size. */
  readonly table?: { readonly entries: bigint; readonly capacity: bigint };
}

/** By the types of their programs: a renderer knows no more of them. */
const runtimes = new WeakMap<TypeTable, UpstreamRuntime>();
/** Types that were inferred from the source. */
const inferred = new WeakMap<TypeTable, Set<TypeId>>();

export function noteRuntime(types: TypeTable, runtime: UpstreamRuntime): void {
  runtimes.set(types, runtime);
  inferred.set(types, new Set());
}

export const runtimeOf = (types: TypeTable): UpstreamRuntime | undefined => runtimes.get(types);

/** An alias of a type by which the renderer below knows that it was inferred. */
export function inferredType(types: TypeTable, id: TypeId): TypeId {
  const { name } = types.get(id);
  const known = [...(inferred.get(types) ?? [])].find(each => types.get(each).name === name);
  if (known !== undefined) return known;
  const made = types.add({ kind: 'alias', name, target: id });
  inferred.get(types)?.add(made);
  return made;
}

const isInferred = (type: { readonly kind: string; readonly name: string }, types: TypeTable): boolean =>
  [...(inferred.get(types) ?? [])].some(id => types.get(id) === type);

/** Larger tables are not searched. */
const mostEntries = 1 << 16;

/** Shows a value as its own type does, and says behind its type how sure that is. */
export const confirmed = (others: readonly Renderer[]): Renderer => ({
  name: 'inferred value',
  matches: (type, types) => type.kind === 'alias' && isInferred(type, types),
  *render(value, context): Reading<View> {
    const { types } = context;
    const outer = types.get(value.type);
    const inner = outer.kind === 'alias' ? outer.target : value.type;
    const typed: RawValue = { ...value, type: inner };
    const type = types.get(inner);
    const renderer = others.find(({ matches }) => typeof matches === 'function' && matches(type, types));
    if (renderer === undefined || blockType(type, types) === undefined)
      return renderer === undefined ? { text: '' } : yield* viewOf(renderer, typed, context);
    const at = yield* addressIn(typed, context);
    if (typeof at !== 'bigint') return at;
    const label = yield* confirmation(at, context);
    if (label === undefined) return missingView('unavailable (layout not confirmed)');
    if (label === 'released') return missingView('released');
    const view = yield* viewOf(renderer, typed, context);
    return { ...view, type: `${type.name} (${label})` };
  },
});

function* viewOf(renderer: Renderer, value: RawValue, context: RenderContext): Reading<View> {
  const view = renderer.render(value, { ...context, type: context.types.resolve(value.type) });
  return 'next' in view ? yield* view : view;
}

/** Undefined where what should confirm it does not. */
function* confirmation(
  at: bigint,
  { types, littleEndian }: RenderContext,
): Reading<'exact' | 'approximate' | 'unverified' | 'released' | undefined> {
  const runtime = runtimes.get(types);
  if (runtime === undefined || runtime.backend === 'default') return 'unverified';
  if (runtime.backend === 'gc') return 'approximate';
  const header = yield* bytesAt(at - 16n, 16);
  if (header === undefined) return undefined;
  const count = decodeInteger(header.subarray(8, 12), true, littleEndian);
  if (count < 0n) return 'exact';
  if (!(yield* isListed(at, runtime, littleEndian))) return undefined;
  return count === 0n ? 'released' : 'exact';
}

function* isListed(at: bigint, { table }: UpstreamRuntime, littleEndian: boolean): Reading<boolean> {
  if (table === undefined) return false;
  const [entries, capacity] = [yield* bytesAt(table.entries, 8), yield* bytesAt(table.capacity, 8)];
  if (entries === undefined || capacity === undefined) return false;
  const count = Math.min(Number(decodeInteger(capacity, false, littleEndian)), mostEntries);
  const bytes = yield* bytesAt(BigInt.asUintN(64, decodeInteger(entries, false, littleEndian)), count * 8);
  for (let nth = 0; bytes !== undefined && nth < count; nth++) {
    const entry = decodeInteger(bytes.subarray(nth * 8, nth * 8 + 8), false, littleEndian);
    if (BigInt.asUintN(64, entry) === at) return true;
  }
  return false;
}

function* bytesAt(at: bigint, size: number): Reading<Uint8Array | undefined> {
  const [answer] = yield [{ read: 'memory', address: address(at), size }];
  const bytes = answer?.read === 'memory' ? answer.memory.bytes : undefined;
  return bytes !== undefined && bytes.length === size ? bytes : undefined;
}

/** A list literal that has not left its function: a length, and where the elements are. */
export const flatList = (vector: Renderer): Renderer => ({
  name: 'flat list',
  matches: (type, types) => blockType(type, types)?.fields.some(({ name }) => name === 'data') === true,
  *render(value, context): Reading<View> {
    const block = yield* blockBehind(value, context);
    if (!isBlock(block)) return block;
    const numbers: bigint[] = [];
    for (const name of ['length', 'shift', 'tail_count', 'data'])
      numbers.push((yield* numberIn(block, name, context)) ?? -1n);
    const [length, shift, tail, data] = numbers as [bigint, bigint, bigint, bigint];
    // Five bits a level and at most 32 elements at the end: no address of a program looks like that.
    const isVector = shift >= 0n && shift <= 60n && shift % 5n === 0n && tail >= 0n && tail <= 32n;
    if (isVector) return yield* viewOf(vector, value, context);
    const pointer = context.types.resolve(block.type.fields.find(({ name }) => name === 'data')!.type);
    if (pointer.kind !== 'pointer' || length < 0n || length > 1n << 32n)
      return missingView(`no list: a length of ${length}`);
    const from = BigInt.asUintN(64, data);
    return yield* listView(
      {
        count: Number(length),
        *page(start, count) {
          return Array.from({ length: count }, (_, nth) => ({
            name: String(start + nth),
            value: inMemory(pointer.target, address(from + BigInt(start + nth) * 8n)),
          }));
        },
      },
      context,
    );
  },
});
