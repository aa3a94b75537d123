// Lists: the elements of a persistent vector, page by page. Layout: `osp_list` in runtime/osprey.h.

import { address, type RawValue, type TypeId } from '@sonde/engine';
import {
  inMemory,
  listView,
  missingView,
  type Child,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';
import { factsIn } from '../inspection/facts.js';
import { markOf, sizes } from '../inspection/layout.js';
import { blockBehind, blockType, isBlock, numberIn, type Block } from './blocks.js';
import { checkedObject, checkedObjects } from './checked-objects.js';

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
  if (!fits || pointer?.kind !== 'pointer') return `corrupt: a list of ${length} elements`;
  const unsigned = (number: bigint): bigint => BigInt.asUintN(64, number);
  const vector = {
    length,
    shift,
    offset,
    tailStart: offset + length - tailCount,
    root: unsigned(root),
    tail: unsigned(tail),
    element: pointer.target,
  };
  // Lists of other runtimes have no headers, and shapes of their own.
  const isOurs = factsIn(context)?.manager.hasHeaders === true;
  const hasShape = !isOurs || (shapeFits(vector, tailCount) && (yield* treeFits(vector, context)));
  return hasShape ? vector : `corrupt: a list of ${length} elements, for which its nodes are not made`;
}

/** Full leaves of 32 make the tree, which has as few levels as they need; a list that is not empty has a tail. */
function shapeFits({ length, shift, tailStart, root, tail }: Vector, tailCount: bigint): boolean {
  if (tailStart < 0n || (tailStart & mask) !== 0n) return false;
  if ((root === 0n) !== (tailStart === 0n) || (tail === 0n) !== (tailCount === 0n)) return false;
  if (tailCount === 0n && length > 0n) return false;
  const last = tailStart === 0n ? 0n : tailStart - BigInt(width);
  return last >> (shift + bits) === 0n && (shift === bits || last >> shift > 0n);
}

/** The last leaf of the tree is where the length puts it, and none is behind it. Nodes that cannot be read say so themselves. */
function* treeFits(vector: Vector, context: RenderContext): Reading<boolean> {
  const last = vector.tailStart - 1n;
  let node = vector.root;
  for (let { shift } = vector; node !== 0n && shift > 0n; shift -= bits) {
    const words: DataView | string = yield* innerNode(node, context);
    if (typeof words === 'string') return true;
    const slot = Number((last >> shift) & mask);
    node = words.getBigUint64(slot * 8, context.littleEndian);
    if (node === 0n) return false;
    if (slot + 1 < width && words.getBigUint64((slot + 1) * 8, context.littleEndian) !== 0n) return false;
  }
  return true;
}

/** One read for each node that the page touches, and level by level. What is damaged says so; its neighbours are shown. */
function* elements(
  vector: Vector,
  start: number,
  count: number,
  context: RenderContext,
): Reading<readonly Child[]> {
  const children: Child[] = [];
  let leaf: Leaf | undefined;
  const nodes: Nodes = new Map();
  for (let index = start; index < start + count; index++) {
    const name = `[${index}]`;
    const at = vector.offset + BigInt(index);
    const from: bigint = at >= vector.tailStart ? vector.tailStart : at - (at & mask);
    if (leaf?.from !== from) leaf = { from, at: yield* leafOf(vector, at, nodes, context) };
    if (typeof leaf.at === 'string') children.push({ name, view: missingView(leaf.at) });
    else children.push({ name, value: inMemory(vector.element, address(leaf.at + (at - from) * 8n)) });
  }
  return children;
}

interface Leaf {
  readonly from: bigint;
  /** Or why it is not there. */
  readonly at: bigint | string;
}

/** Inner nodes that were read already. */
type Nodes = Map<bigint, DataView | string>;

const [innerMark, leafMarks] = [markOf('list inner'), [markOf('list leaf'), markOf('list words')]];

function* leafOf(vector: Vector, at: bigint, nodes: Nodes, context: RenderContext): Reading<bigint | string> {
  const isInTail = at >= vector.tailStart;
  let node = isInTail ? vector.tail : vector.root;
  for (let shift = vector.shift; !isInTail && shift > 0n; shift -= bits) {
    const words: DataView | string = nodes.get(node) ?? (yield* innerNode(node, context));
    nodes.set(node, words);
    if (typeof words === 'string') return words;
    node = words.getBigUint64(Number((at >> shift) & mask) * 8, context.littleEndian);
  }
  const found = yield* checkedObject(node, leafMarks, context);
  return typeof found === 'string' ? `${found} (a node of the list)` : node;
}

function* innerNode(node: bigint, context: RenderContext): Reading<DataView | string> {
  const wanted = { at: node, size: sizes.node, marks: [innerMark] };
  const [found = ''] = yield* checkedObjects([wanted], context);
  if (typeof found === 'string') return `${found} (a node of the list)`;
  const { bytes } = found;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
