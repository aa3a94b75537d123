// One course of the program's run: what it was told, what the debugger changed, and moments to go back to.

import type { Machine, MachineSnapshot } from '../../machine.js';
import type { UnreadInput } from '../world.js';
import type { Bookkeeping, Checkpoints } from './checkpoints.js';
import type { MadeEdit } from '../../recording/edits.js';
import { cutLog, type InputLog, type InputPosition } from '../../recording/input-log.js';
import type { Instant } from '../../recording/instant.js';
import type { Moments } from '../../recording/moments.js';
import { FileOverlay } from './file-overlay.js';
import type { Proofs } from './proofs.js';

/** The newest moment of the branch, while the program is before it. */
export interface Present extends Instant {
  readonly snapshot: MachineSnapshot | undefined;
  readonly parked: Machine | undefined;
  readonly inputs: InputPosition;
  readonly book: Bookkeeping;
  /** Undefined where nobody was there to take it. */
  readonly hash: string | undefined;
}

export interface Branch {
  /** Counts from 0. */
  readonly number: number;
  /** Where it leaves another one. */
  readonly from?: { readonly branch: number; readonly at: Instant };
  readonly inputs: InputLog;
  readonly edits: MadeEdit[];
  readonly checkpoints: Checkpoints;
  /** While one is elsewhere: the newest moment. */
  last: Instant;
  /** While one is elsewhere: input that waits for it. */
  unread: UnreadInput | undefined;
  readonly overlay: FileOverlay | undefined;
  readonly moments: Moments;
  /** It was read from a file: there is nothing behind its newest moment. */
  readonly closed: boolean;
  readonly proofs: Proofs;
}

/** Begins where the other one is now; its input is read once more. `root` is the run itself. */
export function branchOff(
  { from, root }: { readonly from: Branch; readonly root: Branch },
  number: number,
  at: Instant,
  position: InputPosition,
): Branch {
  const inputs = cutLog(from.inputs, position);
  return {
    number,
    from: { branch: from.number, at },
    inputs,
    edits: from.edits.slice(0, at.edits),
    checkpoints: from.checkpoints.cutAt(at),
    last: at,
    unread: undefined,
    overlay: new FileOverlay({ before: inputs.files, root: root.inputs.files, closed: root.closed }),
    moments: from.moments.cutAt(at),
    closed: false,
    proofs: from.proofs.cutAt(at),
  };
}

/** What the program read behind a moment, as it came. */
export function linesBehind(log: InputLog, at: InputPosition): string {
  let text = '';
  let nth = 0;
  for (const [line, count] of log.lines.entries())
    for (let again = 0; again < count; again++)
      if (nth++ >= at.lines && typeof line === 'string') text += `${line}\n`;
  return text;
}
