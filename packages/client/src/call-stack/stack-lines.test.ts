import { describe, expect, it } from 'vitest';
import type { ThreadState } from '../thread-list.js';
import { stackLines } from './stack-lines.js';

const frame = (id: number, hint?: 'label') => ({
  id,
  name: `f${id}`,
  line: 1,
  column: 1,
  ...(hint === undefined ? {} : { presentationHint: hint }),
});
const thread = (id: number, stack?: ThreadState['stack']): ThreadState => ({
  id,
  name: `thread ${id}`,
  ...(stack === undefined ? {} : { stack }),
});
const kinds = (threads: readonly ThreadState[], selected: number): readonly string[] =>
  stackLines(threads, selected).map(line => (line.kind === 'frame' ? line.frame.name : line.kind));

describe('the lines of the call stack', () => {
  it('are the frames alone where there is one thread', () => {
    expect(kinds([thread(1, { frames: [frame(1), frame(2, 'label'), frame(3)], total: 3 })], 1)).toEqual([
      'f1',
      'label',
      'f3',
    ]);
  });

  it('have a heading for each of several threads, and frames for the chosen one', () => {
    const stack = { frames: [frame(1)], total: 1 };
    expect(kinds([thread(1, stack), thread(2, stack)], 2)).toEqual(['thread', 'thread', 'f1']);
  });

  it('offer what is left of a deep stack, and its end', () => {
    const stack = { frames: [frame(1)], total: 100_000 };
    expect(kinds([thread(1, stack)], 1)).toEqual(['f1', 'more', 'last']);
    const [, more] = stackLines([thread(1, { ...stack, last: [frame(8), frame(9)] })], 1);
    expect(more).toMatchObject({ kind: 'more', rest: 99_997 });
    expect(kinds([thread(1, { ...stack, last: [frame(8), frame(9)] })], 1)).toEqual([
      'f1',
      'more',
      'f8',
      'f9',
    ]);
  });

  it('say why there are no frames', () => {
    const stack = { frames: [], total: 0, problem: 'it runs' };
    expect(stackLines([thread(1, stack)], 1)).toMatchObject([{ kind: 'problem', text: 'it runs' }]);
  });
});
