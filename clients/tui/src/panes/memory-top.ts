// Which memory comes into view with a place: what begins there, unless that is more than there is.
import type { Address, Region } from '@sonde/client';
import { regionAt } from './first-memory-place.js';

/**
 * The first byte in view. It is the place itself; where memory ends before the view does, as behind the variables of the outermost
 * function, rows before the place fill it.
 */
export function topFor(
  { space, offset }: Address,
  regions: readonly Region[],
  width: bigint,
  height: bigint,
): bigint {
  const [lowest, bottom] = [offset - width * height, offset + width * height];
  const here = (at: bigint): Region | undefined => regionAt(regions, { space, offset: at });
  // From region to region that adjoins, as far as anything of them can come into view.
  let [start, end] = [offset, offset];
  for (let next = here(end); next !== undefined && end < bottom; next = here(end))
    end = next.start.offset + BigInt(Math.floor(next.size));
  if (end === offset || end >= bottom) return offset;
  for (let next = here(start); next !== undefined && start > lowest; next = here(start - 1n))
    start = next.start.offset;
  const missing = (bottom - end) / width;
  const before = (offset - start) / width;
  return offset - (missing < before ? missing : before) * width;
}
