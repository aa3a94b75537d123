// Moments as clients name them (branch, step, edit), and as the thread counts them.

import { Failure, type TimePosition } from '@sonde/engine';
import { isChange } from '../../recording/edits.js';
import { isBefore, type Instant } from '../../recording/instant.js';
import type { Branch } from './branch.js';

/** The beginning of an instruction, before what was changed there. */
export function instantAt({ edits }: Branch, time: number): Instant {
  let made = edits.length;
  while (made > 0 && edits[made - 1]!.time >= time) made--;
  return { time, phase: 0, edits: made };
}

/** `last` is the newest moment of the branch. Throws a Failure when there is no such moment. */
export function instantOf(branch: Branch, last: Instant, { step, edit }: TimePosition): Instant {
  if (step < branch.checkpoints.first.time || step > last.time)
    throw noMoment(`instruction ${step} is not within what is recorded.`);
  const { edits } = branch;
  let { edits: made, phase } = instantAt(branch, step);
  for (let left = edit; left > 0 && edits[made]?.time === step; made++) {
    phase = edits[made]!.phase;
    if (isChange(edits[made]!.edit)) left--;
  }
  const found = { time: step, phase, edits: made };
  return isBefore(last, found) ? last : found;
}

export function positionOf({ time, edits }: Instant, { number, edits: made }: Branch): TimePosition {
  let edit = 0;
  for (let nth = edits - 1; nth >= 0 && made[nth]!.time === time; nth--)
    if (isChange(made[nth]!.edit)) edit++;
  return { branch: number, step: time, edit };
}

export const noBranch = (number: number): Failure => noMoment(`there is no branch ${number}.`);

const noMoment = (why: string): Failure => new Failure('not-found', 'user', why);
