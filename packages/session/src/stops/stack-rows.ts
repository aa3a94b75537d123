// The rows of a stack as clients page through it: physical frames, then the asynchronous fragments under their captions.

import type { Asker } from '../request-table.js';
import type { AsyncFragment, Engine, Frame, PushedTop, Stack, StopId, ThreadId } from '@sonde/engine';

export type StackRow =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'label'; readonly description: string; readonly nth: number };

export interface StackPage {
  readonly rows: readonly StackRow[];
  /** How many rows there are. While the end was not seen it is one more than is known, so that clients page on. */
  readonly total: number;
}

interface WantedRows {
  readonly start: number;
  readonly count: number;
  /** The top that came with the stop, if it is of this thread and still true. */
  readonly pushed: PushedTop | undefined;
}

export async function stackRows(
  engine: Engine,
  stop: StopId,
  thread: ThreadId,
  wanted: WantedRows,
  asker: Asker,
): Promise<StackPage> {
  const { start, count } = wanted;
  const stack =
    fromPushed(wanted.pushed, start, count) ?? (await physical(engine, stop, thread, wanted, asker));
  const frames = stack.frames.map((frame): StackRow => ({ kind: 'frame', frame }));
  if (stack.total === undefined) return { rows: frames, total: start + frames.length + 1 };
  const logical = (stack.fragments ?? []).flatMap(fragmentRows);
  const from = Math.max(0, start - stack.total);
  const room = count - frames.length;
  return {
    rows: room > 0 ? [...frames, ...logical.slice(from, from + room)] : frames,
    total: stack.total + logical.length,
  };
}

/** An engine may hand out a deep stack in pages of its own: who asked for all gets all. */
async function physical(
  engine: Engine,
  stop: StopId,
  thread: ThreadId,
  { start, count }: WantedRows,
  { signal }: Asker,
): Promise<Stack> {
  const first = await engine.stack(stop, thread, start, count, signal);
  const frames = [...first.frames];
  let page = first;
  while (page.total === undefined && page.frames.length > 0 && frames.length < count) {
    page = await engine.stack(stop, thread, start + frames.length, count - frames.length, signal);
    frames.push(...page.frames);
  }
  return { ...page, frames };
}

/** The pushed top serves when it covers what was asked. */
function fromPushed(top: PushedTop | undefined, start: number, count: number): Stack | undefined {
  if (top === undefined) return undefined;
  const whole = top.total !== undefined && top.frames.length >= top.total;
  if (!whole && start + count > top.frames.length) return undefined;
  return {
    frames: top.frames.slice(start, start + count),
    ...(top.total === undefined ? {} : { total: top.total }),
    ...(top.fragments === undefined ? {} : { fragments: top.fragments }),
  };
}

const fragmentRows = ({ description, frames }: AsyncFragment, nth: number): readonly StackRow[] => [
  { kind: 'label', description, nth },
  ...frames.map((frame): StackRow => ({ kind: 'frame', frame })),
];
