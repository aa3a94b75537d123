// Fibers and channels: what they do, and what came of it. Layouts: `osp_fiber` and `osp_channel` in runtime/osprey.h.

import { address, type RawValue } from '@sonde/engine';
import {
  inMemory,
  listView,
  missingView,
  namedChildren,
  textsOf,
  type Child,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';
import { factsIn } from '../inspection/facts.js';
import { layouts, sizes } from '../inspection/layout.js';
import { bytesAt } from '../inspection/memory-reads.js';
import { viewOf } from '../inspection/type-details.js';
import { blockBehind, blockType, isBlock, numberIn, type Block } from './blocks.js';

/** `osp_wait` of runtime/scheduling.h; `#` stands for what it waits for. */
const states: Readonly<Record<number, string>> = {
  0: 'running',
  1: 'awaiting fiber #',
  2: 'sending to channel #',
  3: 'receiving from channel #',
  4: 'queued',
  5: 'sleeping # ms',
  6: 'waiting for an arm',
  7: 'waiting for a handled body',
  8: 'waiting for its turn',
  17: 'given up by a handler that did not resume it',
};
const done = 16;

export const fiber: Renderer = {
  name: 'Fiber',
  matches: (type, types) => /^Fiber<.+>$/.test(type.name) && blockType(type, types) !== undefined,
  render: fiberView,
};

function* fiberView(value: RawValue, context: RenderContext): Reading<View> {
  const block = yield* blockBehind(value, context);
  if (!isBlock(block)) return block;
  const [id, state, waitsFor] = [
    yield* numberIn(block, 'id', context),
    Number(yield* numberIn(block, 'state', context)),
    yield* numberIn(block, 'waits_for', context),
  ];
  const name = `fiber ${id}`;
  if (!(yield* isListed(block, id ?? 0n, layouts.fiber.next, context)))
    return missingView(`corrupt: there is no ${name}`);
  if (state !== done) {
    const text = states[state]?.replace('#', String(waitsFor));
    if (text === undefined) return missingView(`corrupt: ${name} has no state ${state}`);
    return { text: `${name}, ${text}`, memory: block.address };
  }
  const result = block.field('result')!;
  const [text = ''] = yield* textsOf([result]);
  const children = namedChildren([{ name: 'result', value: result }]);
  return { text: `${name}, done: ${text}`, children, memory: block.address };
}

export const channel: Renderer = {
  name: 'Channel',
  matches: (type, types) => /^Channel<.+>$/.test(type.name) && blockType(type, types) !== undefined,
  render: channelView,
};

/** The values that wait in it, the oldest first. */
function* channelView(value: RawValue, context: RenderContext): Reading<View> {
  const block = yield* blockBehind(value, context);
  if (!isBlock(block)) return block;
  const numbers: bigint[] = [];
  for (const name of ['id', 'capacity', 'head', 'count', 'items'])
    numbers.push((yield* numberIn(block, name, context)) ?? -1n);
  const [id, capacity, head, count, items] = numbers as [bigint, bigint, bigint, bigint, bigint];
  const { types } = context;
  const described = block.type.fields.find(({ name }) => name === 'items');
  const pointer = described && types.resolve(described.type);
  if (
    pointer?.kind !== 'pointer' ||
    capacity < 1n ||
    count < 0n ||
    count > capacity ||
    head < 0n ||
    head >= capacity
  )
    return missingView(`corrupt: a channel of ${count} values in room for ${capacity}`);
  const trouble = yield* channelTrouble(block, { id, capacity, items }, context);
  if (trouble !== undefined) return missingView(`corrupt: ${trouble}`);
  const page = function* (start: number, wanted: number): Reading<readonly Child[]> {
    return Array.from({ length: wanted }, (_, nth) => {
      const place = (head + BigInt(start + nth)) % capacity;
      const at = address(BigInt.asUintN(64, items) + place * 8n);
      return { name: `[${start + nth}]`, value: inMemory(pointer.target, at) };
    });
  };
  const view = yield* listView({ count: Number(count), page }, context);
  return { ...view, text: `channel ${id}, ${count} of ${capacity}: ${view.text}`, memory: block.address };
}

/** Its items lie behind it, as many as its size has room for. */
function* channelTrouble(
  block: Block,
  { id, capacity, items }: { readonly id: bigint; readonly capacity: bigint; readonly items: bigint },
  context: RenderContext,
): Reading<string | undefined> {
  const {
    address: { offset: at },
    size,
  } = block;
  const room = size === undefined ? undefined : (size - sizes.channel) / 8;
  if (room !== undefined && BigInt(Math.trunc(room)) !== capacity)
    return `a channel with room for ${capacity}, where ${room} have it`;
  if (size !== undefined && BigInt.asUintN(64, items) !== at + BigInt(sizes.channel))
    return 'a channel whose values are elsewhere';
  const isThere = yield* isListed(block, id, layouts.channel.next, context);
  return isThere ? undefined : `there is no channel ${id}`;
}

/** Both are listed with the newest first, and fibers and channels are numbered together: ids fall from one to the next. */
function* isListed(
  { address: { offset: at } }: Block,
  id: bigint,
  nextOffset: number,
  context: RenderContext,
): Reading<boolean> {
  const lastId = factsIn(context)?.lastId;
  if (lastId === undefined) return true;
  const word = function* (from: bigint): Reading<bigint> {
    return viewOf(yield* bytesAt(from, 8), 8).getBigInt64(0, context.littleEndian);
  };
  const next = BigInt.asUintN(64, yield* word(at + BigInt(nextOffset)));
  const older = next === 0n ? 0n : yield* word(next);
  return id > older && id <= lastId;
}
