// A branch as a recording: all that is needed to run it again.

import { Failure } from '@sonde/engine';
import { isBefore, type Instant } from '../../recording/instant.js';
import type { RecordedRun } from '../../recording/recorded-run.js';
import type { Branch } from './branch.js';
import { proofsOf } from './proofs.js';

export type BranchRecording = Omit<RecordedRun, 'image' | 'args' | 'executable' | 'memoryLimit'>;

/** `hash` is of the state at the newest moment. Throws a Failure when the branch is not kept from its start on. */
export function recordingOfBranch(branch: Branch, last: Instant, hash: string | undefined): BranchRecording {
  const { inputs, edits, moments, checkpoints, closed, proofs } = branch;
  if (checkpoints.first.time > 0) throw notWhole();
  const end = moments.all.at(-1);
  const exit = end?.kind === 'exit' ? end.code : undefined;
  const isWholeReplay = closed && !isBefore(last, proofs.recorded.last);
  return {
    seed: inputs.seed,
    writes: [...inputs.writes.entries()],
    lines: [...inputs.lines.entries()],
    clock: [...inputs.clock.entries()],
    files: [...inputs.files.entries()],
    children: inputs.children.length,
    edits,
    moments: moments.all,
    ...(isWholeReplay ? proofs.recorded : { proofs: proofsOf(checkpoints.all), hash, exit }),
    last: { time: last.time, phase: last.phase, edits: last.edits },
  };
}

const notWhole = (): Failure =>
  new Failure(
    'no-resources',
    'environment',
    'the run cannot be saved: what it read from files took more than the memory for the recording.',
    'Give the recording more memory, or let the program read less.',
  );
