// Threads and their frames as one list of lines.
import type { StackFrame } from '@sonde/dap';
import type { ThreadState } from '../thread-list.js';

export type StackLine =
  | { readonly kind: 'thread'; readonly thread: ThreadState; readonly isOpen: boolean }
  | { readonly kind: 'frame'; readonly thread: ThreadState; readonly frame: StackFrame }
  /** A caption before the frames of something that waits. */
  | { readonly kind: 'label'; readonly text: string; readonly id: number }
  | { readonly kind: 'more'; readonly thread: ThreadState; readonly rest: number }
  | { readonly kind: 'last'; readonly thread: ThreadState }
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
  const lineOf = (frame: StackFrame): StackLine =>
    frame.presentationHint === 'label'
      ? { kind: 'label', text: frame.name, id: frame.id }
      : { kind: 'frame', thread, frame };
  const last = stack.last ?? [];
  const rest = stack.total - stack.frames.length - last.length;
  return [
    ...stack.frames.map(lineOf),
    ...(rest > 0 ? [{ kind: 'more', thread, rest } as const] : []),
    ...(rest > 0 && last.length === 0 ? [{ kind: 'last', thread } as const] : []),
    ...last.map(lineOf),
  ];
}
