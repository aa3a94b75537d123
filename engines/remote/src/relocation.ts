// Motions that move a task without running what lies between: to another statement, or back to the start of a call.

import { Failure, notSupported, type MotionKind, type StopReason, type SymbolIndex } from '@sonde/engine';
import { parseFrameId } from '@sonde/engine/machine';
import type { Inspector } from './inspector.js';
import type { RemoteMachine } from './remote-machine.js';

export interface Relocated {
  readonly reason: StopReason;
  /** The task has to run to there: a call that is begun anew stands before its prologue. */
  readonly runTo?: number;
}

export interface RelocationParts {
  readonly machine: RemoteMachine;
  readonly symbols: SymbolIndex;
  readonly inspector: Inspector;
}

/** Undefined for a motion that runs. Throws a Failure when the task cannot be moved; it stands where it stood then. */
export async function relocate(
  parts: RelocationParts,
  motion: MotionKind,
  task: number,
): Promise<Relocated | undefined> {
  if (motion.kind === 'goto') return goTo(parts, task, Number(motion.target.offset));
  if (motion.kind === 'restart-frame') return restart(parts, task, motion.frame);
  return undefined;
}

async function goTo({ machine, symbols }: RelocationParts, task: number, wanted: number): Promise<Relocated> {
  if (machine.goto === undefined) throw notSupported('Setting the next statement');
  const { frames } = await machine.frames(task, 0, 1);
  // Whoever names a place of the text means it as it was compiled into the function that runs.
  const address = symbols.sameStatementIn(symbols.functionAt(frames[0]?.pc ?? 0), wanted);
  if (address === undefined)
    throw new Failure('bad-arguments', 'user', 'the next statement must be in the function that runs.');
  await machine.goto(task, address);
  return { reason: { kind: 'goto' } };
}

async function restart(
  { machine, symbols, inspector }: RelocationParts,
  task: number,
  frame: Extract<MotionKind, { kind: 'restart-frame' }>['frame'],
): Promise<Relocated> {
  if (machine.restart === undefined) throw notSupported('Restarting a frame');
  if (symbols.functionAt(await inspector.address(frame))?.artificial === true)
    throw new Failure(
      'bad-arguments',
      'user',
      'the machine itself runs in this frame.',
      'Restart its caller.',
    );
  await machine.restart(task, parseFrameId(frame).serial);
  const { frames } = await machine.frames(task, 0, 1);
  const pc = frames[0]?.pc ?? -1;
  const body = symbols.functionAt(pc)?.body;
  const reason = { kind: 'restart-frame' } as const;
  return body === undefined || body === pc ? { reason } : { reason, runTo: body };
}
