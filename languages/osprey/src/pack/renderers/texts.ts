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
import { addressIn } from './blocks.js';
import { objectTrouble } from './checked-objects.js';

/** Read piece by piece, so that a short text at the end of a page is read, too. */
const [firstPiece, mostBytes] = [128, 1 << 20];

export const text: Renderer = {
  name: 'string',
  matches: (type, types) =>
    type.kind === 'alias' && type.name === 'string' && types.get(type.target).kind === 'pointer',
  render: textView,
};

function* textView(value: RawValue, context: RenderContext): Reading<View> {
  const at = yield* addressIn(value, context);
  if (typeof at !== 'bigint') return at;
  const trouble = yield* objectTrouble(at, [markOf('string')], context);
  if (trouble !== undefined) return missingView(trouble);
  const bytes: number[] = [];
  const most = context.format.limit === undefined ? mostBytes : context.format.limit * 4 + 1;
  for (let size = firstPiece; bytes.length < most; size = Math.min(size * 2, 1 << 16)) {
    const [answer] = yield [{ read: 'memory', address: address(at + BigInt(bytes.length)), size }];
    const read = answer?.read === 'memory' ? answer.memory : undefined;
    const end = read?.bytes.indexOf(0) ?? -1;
    if (read !== undefined) bytes.push(...read.bytes.subarray(0, end < 0 ? undefined : end));
    if (end >= 0) return view(at, bytes, bytes.length, context);
    if (read === undefined || read.bytes.length < size)
      return bytes.length === 0
        ? missingView(`unreadable: ${read?.why ?? 'not mapped'}`)
        : missingView('a text without an end');
  }
  return view(at, bytes, bytes.length + 1, context);
}

const view = (at: bigint, bytes: readonly number[], count: number, context: RenderContext): View => ({
  text: count === 0 ? '""' : textOfBytes(Uint8Array.from(bytes), count, 1, context),
  memory: address(at),
});
