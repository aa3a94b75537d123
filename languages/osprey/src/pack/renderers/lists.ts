// Lists: the elements of a persistent vector, page by page. Layout: `osp_list` in runtime/osprey.h.

import { address, type RawValue, type TypeId } from '@sonde/engine';
import {
  decodeInteger,
  inMemory,
  listView,
  missingView,
  type Child,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';
import { blockBehind, blockType, isBlock, numberIn, type Block } from './blocks.js';

const [bits, width, mask] = [5n, 32, 31n];
/** More levels than any memory has room for: what claims to have them is damaged. */
const deepest = 60n;
const longest = 1n << 40n;

export const list: Renderer = {
  name: 'List',
  matches: (type, types) => /^List<.+>$/.test(type.name) && blockType(type, types) !== undefined,
  render: vectorView,
};

interface Vector {
  readonly length: bigint;
  readonly shift: bigint;
  readonly offset: bigint;
  readonly tailStart: bigint;
  readonly root: bigint;
  readonly tail: bigint;
  readonly element: TypeId;
}

function* vectorView(value: RawValue, context: RenderContext): Reading<View> {
  const block = yield* blockBehind(value, context);
  if (!isBlock(block)) return block;
  const vector = yield* vectorIn(block, context);
  if (typeof vector === 'string') return missingView(vector);
  const view = yield* listView(
    { count: Number(vector.length), page: (start, count) => elements(vector, start, count, context) },
    context,
  );
  return { ...view, memory: block.address };
}

/** The fields, or what is wrong with them. */
function* vectorIn(block: Block, context: RenderContext): Reading<Vector | string> {
  const numbers: bigint[] = [];
  for (const name of ['length', 'shift', 'tail_count', 'offset', 'root', 'tail'])
    numbers.push((yield* numberIn(block, name, context)) ?? -1n);
  const [length, shift, tailCount, offset, root, tail] = numbers as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const fits =
    length >= 0n &&
    length < longest &&
    offset >= 0n &&
    offset < longest &&
    shift > 0n &&
    shift <= deepest &&
    tailCount >= 0n &&
    tailCount <= width;
  const { types } = context;
  const typed = block.type.fields.find(({ name }) => name === 'tail');
  const pointer = typed && types.resolve(typed.type);
  if (!fits || pointer?.kind !== 'pointer') return `no list: a length of ${length}`;
  const unsigned = (number: bigint): bigint => BigInt.asUintN(64, number);
  const tailStart = offset + length - tailCount;
  return {
    length,
    shift,
    offset,
    tailStart,
    root: unsigned(root),
    tail: unsigned(tail),
    element: pointer.target,
  };
}

/** One read for each node that the page touches, and level by level. */
function* elements(
  vector: Vector,
  start: number,
  count: number,
  context: RenderContext,
): Reading<readonly Child[]> {
  const children: Child[] = [];
  let leaf: { readonly from: bigint; readonly at: bigint } | undefined;
  for (let index = start; index < start + count; index++) {
    const at = vector.offset + BigInt(index);
    const inTail = at >= vector.tailStart;
    if (!inTail && leaf?.from !== at - (at & mask)) {
      const found: bigint | string = yield* leafOf(vector, at, context);
      if (typeof found === 'string') {
        children.push({ name: `[${index}]`, view: missingView(found) });
        continue;
      }
      leaf = { from: at - (at & mask), at: found };
    }
    const place = inTail ? vector.tail + (at - vector.tailStart) * 8n : leaf!.at + (at & mask) * 8n;
    children.push({ name: `[${index}]`, value: inMemory(vector.element, address(place)) });
  }
  return children;
}

function* leafOf(vector: Vector, at: bigint, context: RenderContext): Reading<bigint | string> {
  let node = vector.root;
  for (let shift = vector.shift; shift > 0n; shift -= bits) {
    const [answer] = yield [
      { read: 'memory', address: address(node + ((at >> shift) & mask) * 8n), size: 8 },
    ];
    const bytes = answer?.read === 'memory' ? answer.memory.bytes : undefined;
    if (bytes === undefined || bytes.length < 8) return 'unreadable: a node of the list';
    node = BigInt.asUintN(64, decodeInteger(bytes, false, context.littleEndian));
  }
  return node;
}
