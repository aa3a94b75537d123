// Sequences of the standard library whose elements can be found by calculating.

import type { RawValue } from '@sonde/engine';
import {
  elementsView,
  inMemory,
  listView,
  loaded,
  missingView,
  sizeOf,
  viewInstead,
  withRaw,
  type Child,
  type Reading,
  type Renderer,
  type RenderContext,
  type View,
} from '@sonde/lens';
import { memberAt, namedWith, numberAt, targetAt, typeAt, type Path, type Target } from './members.js';

const damaged = (why: string): View => missingView(`${why}: it is not initialised yet, or damaged`);

/** Elements from one address on; the last one is looked at before anybody is told how many there are. */
function* elements(start: Target, count: bigint, context: RenderContext): Reading<View> {
  if (count < 0n || count > BigInt(Number.MAX_SAFE_INTEGER))
    return damaged(`it says that it has ${count} elements`);
  if (count === 0n) return { text: '[]' };
  const size = sizeOf(start.type, context.types);
  if (size === undefined || size === 0)
    return missingView('LLDB could not read what the compiler wrote about the type of its elements');
  const last = { ...start.address, offset: start.address.offset + count * BigInt(size) - 1n };
  const [answer] = yield [{ read: 'memory', address: last, size: 1 }];
  if (answer?.read !== 'memory' || answer.memory.bytes.length === 0)
    return damaged(`it says that it has ${count} elements, of which not all can be read`);
  return yield* elementsView({ ...start, element: start.type, count: Number(count) }, context);
}

/** A sequence of a kind: how many elements it has, and where they begin. */
function sequence(
  name: string,
  matches: Renderer['matches'],
  find: (whole: RawValue, context: RenderContext) => { start: Target; count: bigint } | undefined,
): Renderer {
  return {
    name,
    matches,
    *render(value, context) {
      const whole = yield* loaded(value, context);
      if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
      const found = find(whole, context);
      const view =
        found === undefined ? damaged('no elements') : yield* elements(found.start, found.count, context);
      return withRaw(view, value, context);
    },
  };
}

/** How many elements lie between two pointers; undefined where they do not fit together. */
function between(
  whole: RawValue,
  [from, to]: readonly [Path, Path],
  context: RenderContext,
): { start: Target; count: bigint } | undefined {
  const start = targetAt(whole, from, context);
  const end = targetAt(whole, to, context);
  if (start === undefined || end === undefined) return undefined;
  const length = end.address.offset - start.address.offset;
  // Elements of an unknown type are there, but cannot be counted.
  const size = sizeOf(start.type, context.types) || Number(length) || 1;
  return length % BigInt(size) === 0n ? { start, count: length / BigInt(size) } : undefined;
}

function counted(start: Path, length: Path): Parameters<typeof sequence>[2] {
  return (whole, context) => {
    const target = targetAt(whole, start, context);
    const count = numberAt(whole, length, context);
    return target === undefined || count === undefined ? undefined : { start: target, count };
  };
}

const vectorStart = ['_M_impl', '_M_start'];
const vectorEnd = ['_M_impl', '_M_finish'];

const vector = sequence(
  'std::vector',
  // One of truth values keeps them as bits, and its pointers know of bits.
  (type, types) =>
    type.kind === 'struct' &&
    /^std::vector</.test(type.name) &&
    typeAt(type, types, vectorStart)?.kind === 'pointer' &&
    typeAt(type, types, vectorEnd)?.kind === 'pointer',
  (whole, context) => between(whole, [vectorStart, vectorEnd], context),
);

const span = sequence(
  'std::span',
  namedWith(/^std::span</, ['_M_ptr'], ['_M_extent', '_M_extent_value']),
  counted(['_M_ptr'], ['_M_extent', '_M_extent_value']),
);

const valarray = sequence(
  'std::valarray',
  namedWith(/^std::valarray</, ['_M_data'], ['_M_size']),
  counted(['_M_data'], ['_M_size']),
);

const initialisers = sequence(
  'std::initializer_list',
  namedWith(/^std::initializer_list</, ['_M_array'], ['_M_len']),
  counted(['_M_array'], ['_M_len']),
);

/** A value that is nothing but one member of it. */
const wrapper = (name: string, matches: RegExp, path: Path): Renderer => ({
  name,
  matches: namedWith(matches, path),
  *render(value, context) {
    const inner = memberAt(value, path, context);
    return withRaw(inner === undefined ? missingView('empty') : yield* viewInstead(inner), value, context);
  },
});

const deque: Renderer = {
  name: 'std::deque',
  matches: namedWith(/^std::deque</, ['_M_impl', '_M_start', '_M_node'], ['_M_impl', '_M_finish', '_M_cur']),
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
    const blocks = blocksOf(whole, context);
    if (blocks === undefined) return withRaw(damaged('its blocks do not fit together'), value, context);
    const page = (start: number, count: number): Reading<readonly Child[]> => pageOf(blocks, start, count);
    return withRaw(yield* listView({ count: blocks.count, page }, context), value, context);
  },
};

/** A double-ended queue lies in blocks of one size, found by a table of pointers to them. */
interface Blocks {
  readonly element: Target['type'];
  readonly size: number;
  readonly perBlock: number;
  /** Elements of the first block before the first that counts. */
  readonly skipped: number;
  /** Where the pointer to the first block is. */
  readonly table: bigint;
  readonly count: number;
}

const pointerSize = 8;
const blockBytes = 512;

function blocksOf(whole: RawValue, context: RenderContext): Blocks | undefined {
  const pointer = (end: '_M_start' | '_M_finish', name: string): bigint =>
    numberAt(whole, ['_M_impl', end, name], context) ?? 0n;
  const element = targetAt(whole, ['_M_impl', '_M_start', '_M_cur'], context)?.type;
  const size = element === undefined ? undefined : sizeOf(element, context.types);
  if (element === undefined || size === undefined || size === 0) return undefined;
  const perBlock = size < blockBytes ? Math.floor(blockBytes / size) : 1;
  const full = (pointer('_M_finish', '_M_node') - pointer('_M_start', '_M_node')) / BigInt(pointerSize);
  const first = pointer('_M_start', '_M_last') - pointer('_M_start', '_M_cur');
  const last = pointer('_M_finish', '_M_cur') - pointer('_M_finish', '_M_first');
  const count = (full - 1n) * BigInt(perBlock) + (first + last) / BigInt(size);
  if (count < 0n || count > 1n << 40n) return undefined;
  const skipped = Number((pointer('_M_start', '_M_cur') - pointer('_M_start', '_M_first')) / BigInt(size));
  if (skipped < 0 || skipped > perBlock) return undefined;
  return { element, size, perBlock, skipped, table: pointer('_M_start', '_M_node'), count: Number(count) };
}

function* pageOf(blocks: Blocks, start: number, count: number): Reading<readonly Child[]> {
  const { perBlock, skipped, size, element } = blocks;
  const firstBlock = Math.floor((start + skipped) / perBlock);
  const lastBlock = Math.floor((start + count - 1 + skipped) / perBlock);
  const address = { space: '', offset: blocks.table + BigInt(firstBlock * pointerSize) };
  const [answer] = yield [{ read: 'memory', address, size: (lastBlock - firstBlock + 1) * pointerSize }];
  const table = Buffer.from(answer?.read === 'memory' ? answer.memory.bytes : []);
  return Array.from({ length: count }, (_, nth): Child => {
    const name = `[${start + nth}]`;
    const block = Math.floor((start + nth + skipped) / perBlock) - firstBlock;
    if ((block + 1) * pointerSize > table.length)
      return { name, view: damaged('its blocks cannot be found') };
    const within = BigInt(((start + nth + skipped) % perBlock) * size);
    const offset = table.readBigUInt64LE(block * pointerSize) + within;
    return { name, value: inMemory(element, { space: '', offset }) };
  });
}

export const sequenceRenderers: readonly Renderer[] = [
  vector,
  span,
  valarray,
  initialisers,
  deque,
  wrapper('std::array', /^std::array</, ['_M_elems']),
  wrapper('std::filesystem::path', /^std::filesystem::(?:__cxx11::)?path$/, ['_M_pathname']),
  wrapper('std::queue', /^std::(?:queue|stack|priority_queue)</, ['c']),
];
