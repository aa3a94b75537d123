// Sequences of the standard library whose elements can be found by calculating.

import type { RawValue } from '@sonde/engine';
import {
  elementsView,
  inMemory,
  listView,
  missingView,
  sizeOf,
  withRaw,
  type Child,
  type Reading,
  type Renderer,
  type RenderContext,
  type View,
} from '@sonde/lens';
import { elementsPerBlock, elementsPerLargeBlock, pointerBytes } from './blocks.js';
import { kindRenderer, wrapperRenderer } from './kind-renderer.js';
import {
  adapter,
  array,
  countedDeque,
  countedValarray,
  deque,
  fixedSpan,
  initialisers,
  isOf,
  partsOf,
  path,
  span,
  valarray,
  vector,
  type Kind,
  type Parts,
} from './layouts.js';
import { numberAt, targetAt, typeAt, type Path, type Target } from './members.js';

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

interface Found {
  readonly start: Target;
  readonly count: bigint;
}

function* foundView(found: Found | undefined, context: RenderContext): Reading<View> {
  return found === undefined ? damaged('no elements') : yield* elements(found.start, found.count, context);
}

/** From one pointer to another. */
const between = (name: string, kind: Kind<'start' | 'end'>): Renderer =>
  kindRenderer(
    name,
    kind,
    (whole, parts, context) => foundView(foundBetween(whole, parts, context), context),
    // One of truth values keeps them as bits, and its pointers know of bits.
    (type, types) => {
      const parts = partsOf(type, types, kind);
      return (
        parts !== undefined &&
        typeAt(type, types, parts.start)?.kind === 'pointer' &&
        typeAt(type, types, parts.end)?.kind === 'pointer'
      );
    },
  );

/** How many elements lie between two pointers; undefined where they do not fit together. */
function foundBetween(
  whole: RawValue,
  parts: Parts<'start' | 'end'>,
  context: RenderContext,
): Found | undefined {
  const start = targetAt(whole, parts.start, context);
  const end = targetAt(whole, parts.end, context);
  if (start === undefined || end === undefined) return undefined;
  const length = end.address.offset - start.address.offset;
  // Elements of an unknown type are there, but cannot be counted.
  const size = sizeOf(start.type, context.types) || Number(length) || 1;
  return length % BigInt(size) === 0n ? { start, count: length / BigInt(size) } : undefined;
}

const counted = (name: string, kind: Kind<'start' | 'length'>): Renderer =>
  kindRenderer(name, kind, (whole, parts, context) => {
    const start = targetAt(whole, parts.start, context);
    const count = numberAt(whole, parts.length, context);
    return foundView(start === undefined || count === undefined ? undefined : { start, count }, context);
  });

const ofFixedSpan = kindRenderer('std::span, of a fixed length', fixedSpan, (whole, parts, context) => {
  const start = targetAt(whole, parts.start, context);
  const count = lastNumberIn(context.type.name);
  return foundView(start === undefined || count === undefined ? undefined : { start, count }, context);
});

/** The length of an array, the last argument of its type. */
function lastNumberIn(typeName: string): bigint | undefined {
  const found = /, (\d+)(?:UL)?>$/i.exec(typeName)?.[1];
  return found === undefined ? undefined : BigInt(found);
}

/** One without elements has a member all the same, for the sake of the language. */
const emptyArray: Renderer = {
  name: 'std::array, empty',
  matches: (type, types) => isOf(array)(type, types) && lastNumberIn(type.name) === 0n,
  render: (value, context) => withRaw({ text: '[]' }, value, context),
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

const most = 1n << 40n;

function* blocksView(blocks: Blocks | undefined, context: RenderContext): Reading<View> {
  if (blocks === undefined) return damaged('its blocks do not fit together');
  const page = (start: number, count: number): Reading<readonly Child[]> => pageOf(blocks, start, count);
  return yield* listView({ count: blocks.count, page }, context);
}

/** In GNU's library two ends lead into the table, each with the block that it is in. */
const ofEnds = kindRenderer('std::deque', deque, (whole, parts, context) =>
  blocksView(blocksBetween(whole, parts, context), context),
);

function blocksBetween(
  whole: RawValue,
  parts: Parts<'first' | 'last' | 'element'>,
  context: RenderContext,
): Blocks | undefined {
  const pointer = (end: Path, name: string): bigint => numberAt(whole, [...end, name], context) ?? 0n;
  const element = targetAt(whole, parts.element, context)?.type;
  const size = element === undefined ? undefined : sizeOf(element, context.types);
  if (element === undefined || size === undefined || size === 0) return undefined;
  const perBlock = elementsPerBlock(size);
  const full = (pointer(parts.last, '_M_node') - pointer(parts.first, '_M_node')) / BigInt(pointerBytes);
  const first = pointer(parts.first, '_M_last') - pointer(parts.first, '_M_cur');
  const last = pointer(parts.last, '_M_cur') - pointer(parts.last, '_M_first');
  const count = (full - 1n) * BigInt(perBlock) + (first + last) / BigInt(size);
  if (count < 0n || count > most) return undefined;
  const skipped = Number((pointer(parts.first, '_M_cur') - pointer(parts.first, '_M_first')) / BigInt(size));
  if (skipped < 0 || skipped > perBlock) return undefined;
  return { element, size, perBlock, skipped, table: pointer(parts.first, '_M_node'), count: Number(count) };
}

/** In LLVM's it is told how many elements there are, and how many are skipped before them. */
const ofCount = kindRenderer('std::deque, with its length', countedDeque, (whole, parts, context) =>
  blocksView(countedBlocks(whole, parts, context), context),
);

function countedBlocks(
  whole: RawValue,
  parts: Parts<'table' | 'skipped' | 'length'>,
  context: RenderContext,
): Blocks | undefined {
  const table = targetAt(whole, parts.table, context);
  const block = table === undefined ? undefined : context.types.resolve(table.type);
  const [before, count] = [numberAt(whole, parts.skipped, context), numberAt(whole, parts.length, context)];
  const element = block?.kind === 'pointer' ? block.target : undefined;
  const size = element === undefined ? undefined : sizeOf(element, context.types);
  if (table === undefined || element === undefined || size === undefined || size === 0) return undefined;
  if (before === undefined || count === undefined || before > most || count > most) return undefined;
  const perBlock = elementsPerLargeBlock(size);
  const start = table.address.offset + (before / BigInt(perBlock)) * BigInt(pointerBytes);
  const skipped = Number(before % BigInt(perBlock));
  return { element, size, perBlock, skipped, table: start, count: Number(count) };
}

function* pageOf(blocks: Blocks, start: number, count: number): Reading<readonly Child[]> {
  const { perBlock, skipped, size, element } = blocks;
  const firstBlock = Math.floor((start + skipped) / perBlock);
  const lastBlock = Math.floor((start + count - 1 + skipped) / perBlock);
  const address = { space: '', offset: blocks.table + BigInt(firstBlock * pointerBytes) };
  const [answer] = yield [{ read: 'memory', address, size: (lastBlock - firstBlock + 1) * pointerBytes }];
  const table = Buffer.from(answer?.read === 'memory' ? answer.memory.bytes : []);
  return Array.from({ length: count }, (_, nth): Child => {
    const name = `[${start + nth}]`;
    const block = Math.floor((start + nth + skipped) / perBlock) - firstBlock;
    if ((block + 1) * pointerBytes > table.length)
      return { name, view: damaged('its blocks cannot be found') };
    const within = BigInt(((start + nth + skipped) % perBlock) * size);
    const offset = table.readBigUInt64LE(block * pointerBytes) + within;
    return { name, value: inMemory(element, { space: '', offset }) };
  });
}

export const sequenceRenderers: readonly Renderer[] = [
  between('std::vector', vector),
  counted('std::span', span),
  ofFixedSpan,
  counted('std::valarray', countedValarray),
  between('std::valarray, between pointers', valarray),
  counted('std::initializer_list', initialisers),
  ofEnds,
  ofCount,
  emptyArray,
  wrapperRenderer('std::array', array),
  wrapperRenderer('std::filesystem::path', path),
  wrapperRenderer('std::queue', adapter),
];
