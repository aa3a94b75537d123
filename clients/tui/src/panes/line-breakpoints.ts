// Breakpoints on the lines of a file: how they are marked, and why one waits.
import { marksOf, type BreakpointMark, type SessionModel } from '@sonde/client';
import type { PaneHost } from './pane.js';

export function marksIn({ breakpoints }: SessionModel, path: string): readonly BreakpointMark[] {
  const { book, outcomes, others } = breakpoints;
  return marksOf(book.linesOf(path), outcomes.get().lines[path] ?? [], others.get(), path);
}

/** One that was just set and that the program does not stop at, as on a line without code, or with a wrong condition. */
export function sayWhyWaiting(host: PaneHost, path: string, asked: number): void {
  const mark = marksIn(host.model, path).find(each => each.asked === asked);
  if (mark?.state === 'waiting' && host.model.isConnected) host.say(mark.title);
}
