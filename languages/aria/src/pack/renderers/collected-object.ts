// The collected object that a pointer leads to or into: where it begins, what its header says, whether it has moved.

import type { Address } from '@sonde/engine';
import type { Reading, RenderContext } from '@sonde/lens';
import { blocksIn } from '../runtime-model/block-walk.js';
import type { RuntimeFacts, Segment } from '../runtime-model/facts.js';
import { decodeHeader, isHeader, type HeaderLayout } from '../runtime-model/header-layouts.js';
import type { FoundObject } from './header-view.js';

/** Farther from the beginning of its neighbours a pointer is taken for the beginning of an object if it looks so. */
const farthestWalk = 1n << 18n;

/** The object, or why there is none. */
export function* objectAt(
  pointer: Address,
  facts: RuntimeFacts,
  layout: HeaderLayout,
  context: RenderContext,
): Reading<FoundObject | string> {
  const { offset } = pointer;
  const segments = facts.isInNursery(offset) ? facts.nursery?.segments : undefined;
  const segment = segments?.find(({ from, to }) => offset >= from && offset < to);
  if (segment !== undefined && offset - segment.from <= farthestWalk)
    return yield* walkedObject(pointer, segment, layout, context);
  const object = yield* objectBefore(pointer, layout, context);
  if (segments === undefined || segment !== undefined) return object;
  // Where nothing is allocated, a collection may have left word of where an object went.
  const isLeft = typeof object !== 'string' && object.movedTo !== undefined;
  return isLeft ? object : 'free memory of the nursery';
}

/** Headers lead from the first object of a segment to the one that holds the address. */
function* walkedObject(
  pointer: Address,
  { from }: Segment,
  layout: HeaderLayout,
  context: RenderContext,
): Reading<FoundObject | string> {
  const { offset, space } = pointer;
  const size = Number(offset - from) + 8;
  const [answer] = yield [{ read: 'memory', address: { space, offset: from }, size }];
  const bytes = answer?.read === 'memory' ? answer.memory.bytes : new Uint8Array();
  for (const { start, size: length, header } of blocksIn(from, bytes, layout, context.littleEndian)) {
    if (offset >= start + BigInt(length)) continue;
    if (offset < start + 8n) return 'inside of a header';
    return yield* withNewPlace({ at: start + 8n, header }, space, context);
  }
  return 'no object of the nursery';
}

/** The header right before the address, if it looks like one. */
function* objectBefore(
  { offset, space }: Address,
  layout: HeaderLayout,
  context: RenderContext,
): Reading<FoundObject | string> {
  if (offset < 8n) return 'unreadable: there is nothing before the object';
  const word = yield* wordAt({ space, offset: offset - 8n }, context);
  if (typeof word === 'string') return word;
  if (!isHeader(word, layout)) return `no header: 0x${word.toString(16).padStart(16, '0')} is before it`;
  return yield* withNewPlace({ at: offset, header: decodeHeader(word, layout) }, space, context);
}

function* withNewPlace(object: FoundObject, space: string, context: RenderContext): Reading<FoundObject> {
  if (!object.header.forwarded) return object;
  const movedTo = yield* wordAt({ space, offset: object.at }, context);
  return typeof movedTo === 'string' ? object : { ...object, movedTo };
}

function* wordAt(at: Address, context: RenderContext): Reading<bigint | string> {
  const [answer] = yield [{ read: 'memory', address: at, size: 8 }];
  if (answer?.read !== 'memory')
    return `unreadable: ${answer?.read === 'failed' ? answer.why : 'not answered'}`;
  const { bytes, why } = answer.memory;
  if (bytes.length < 8) return `unreadable: ${why ?? 'not mapped'}`;
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, context.littleEndian);
}
