// Threads and their frames as one list of lines.
import type { StackFrame } from '@sonde/dap';
import type { ThreadState } from '../../model/thread-list.js';

export type StackLine =
  | { readonly kind: 'thread'; readonly thread: ThreadState; readonly isOpen: boolean }
  | { readonly kind: 'frame'; readonly thread: ThreadState; readonly frame: StackFrame }
  /** A caption before the frames of something that waits. */
  | { readonly kind: 'label'; readonly text: string; readonly id: number }
  | { readonly kind: 'more'; readonly thread: ThreadState; readonly rest: number }
  | { readonly kind: 'problem'; readonly thread: ThreadState; readonly text: string };

/** A single thread needs no heading. */
export function stackLines(
  threads: readonly ThreadState[],
  selected: number | undefined,
): readonly StackLine[] {
  return threads.flatMap((thread): readonly StackLine[] => {
    const isOpen = thread.id === selected;
    const heading: readonly StackLine[] = threads.length > 1 ? [{ kind: 'thread', thread, isOpen }] : [];
    return isOpen || threads.length === 1 ? [...heading, ...frameLines(thread)] : heading;
  });
}

function frameLines(thread: ThreadState): readonly StackLine[] {
  const { stack } = thread;
  if (stack === undefined) return [];
  if (stack.problem !== undefined) return [{ kind: 'problem', thread, text: stack.problem }];
  const frames = stack.frames.map((frame): StackLine =>
    frame.presentationHint === 'label'
      ? { kind: 'label', text: frame.name, id: frame.id }
      : { kind: 'frame', thread, frame },
  );
  const rest = stack.total - stack.frames.length;
  return rest > 0 ? [...frames, { kind: 'more', thread, rest }] : frames;
}
