// Strings: bytes up to a zero.

import { address, type RawValue } from '@sonde/engine';
import {
  missingView,
  textOfBytes,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';
import { markOf } from '../inspection/layout.js';
import { manyBytes } from '../inspection/memory-reads.js';
import { addressIn } from './blocks.js';
import { checkedObject } from './checked-objects.js';

/** Texts without a record are read piece by piece, so that a short one at the end of a page is read, too. */
const [firstPiece, largestPiece, mostBytes] = [128, 1 << 16, 1 << 19];
/** Less than what a renderer may read at all. */
const mostOfRecorded = (1 << 20) - (1 << 12);

export const text: Renderer = {
  name: 'string',
  matches: (type, types) =>
    type.kind === 'alias' && type.name === 'string' && types.get(type.target).kind === 'pointer',
  render: textView,
};

function* textView(value: RawValue, context: RenderContext): Reading<View> {
  const at = yield* addressIn(value, context);
  if (typeof at !== 'bigint') return at;
  const found = yield* checkedObject(at, [markOf('string')], context);
  if (typeof found === 'string') return missingView(found);
  return found.size === undefined
    ? yield* unrecorded(at, context)
    : yield* recorded(at, found.size - 1, context);
}

/** Its record has its size, so that no more is read than is shown. */
function* recorded(at: bigint, length: number, context: RenderContext): Reading<View> {
  const { limit } = context.format;
  const wanted = Math.min(length, limit === undefined ? mostOfRecorded : limit * 4 + 1);
  const [bytes, last] = yield* manyBytes([
    [at, Math.max(0, wanted)],
    [at + BigInt(length), 1],
  ]);
  if (length < 0 || bytes!.length < wanted || last![0] !== 0)
    return missingView('corrupt: a text without an end');
  // The language takes what is before the first zero for the whole text.
  const end = bytes!.indexOf(0);
  return end < 0 ? view(at, bytes!, length, context) : view(at, bytes!.subarray(0, end), end, context);
}

/** Literals, and texts of managers that keep no records. */
function* unrecorded(at: bigint, context: RenderContext): Reading<View> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let size = firstPiece; length < mostBytes; size = Math.min(size * 2, largestPiece)) {
    const [answer] = yield [{ read: 'memory', address: address(at + BigInt(length)), size }];
    const read = answer?.read === 'memory' ? answer.memory : undefined;
    const end = read?.bytes.indexOf(0) ?? -1;
    if (read !== undefined) pieces.push(end < 0 ? read.bytes : read.bytes.subarray(0, end));
    length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (end >= 0) return view(at, Buffer.concat(pieces), length, context);
    if (read === undefined || read.bytes.length < size)
      return length === 0
        ? missingView(`unreadable: ${read?.why ?? 'not mapped'}`)
        : missingView('a text without an end');
  }
  // Its end is not in sight, so there is no length to tell.
  const shown = view(at, Buffer.concat(pieces), length + 1, context);
  return { ...shown, text: shown.text.replace(counted, '') };
}

/** How a text ends of which not all is shown. */
const counted = / \(\d+\)$/;

/** `count`: bytes of the whole text, which is what `length` gives of it. */
const view = (at: bigint, bytes: Uint8Array, count: number, context: RenderContext): View => ({
  text: count === 0 ? '""' : textOfBytes(bytes, count, 1, context).replace(counted, ` (${count})`),
  memory: address(at),
});
