import { describe, expect, it } from 'vitest';
import type { Entry } from './breakpoint-list.js';
import { othersInWords, placeInWords, reasonInWords } from './stop-words.js';

const entry = (number: number, temporary = false): Entry => ({
  number,
  temporary,
  wanted: { kind: 'source', path: '/a.x', line: 1 },
});

describe('a stop in words', () => {
  it.each([
    [{ reason: 'entry' }, [], 'Stopped at the entry'],
    [{ reason: 'pause' }, [], 'Paused'],
    [
      { reason: 'end of recording', description: 'The recording ends here', text: 'It is cut. So it is.' },
      [],
      'The recording ends here: It is cut. So it is',
    ],
    [{ reason: 'breakpoint' }, [entry(2)], 'Breakpoint 2'],
    [{ reason: 'breakpoint' }, [entry(2), entry(3)], 'Breakpoint 2, 3'],
    [{ reason: 'breakpoint' }, [entry(2, true)], 'Temporary breakpoint 2'],
    [{ reason: 'breakpoint' }, [], 'Breakpoint of another client'],
    [
      { reason: 'breakpoint', description: 'The program asked for the debugger' },
      [],
      'The program asked for the debugger',
    ],
    [
      { reason: 'breakpoint', description: 'Undecided', text: 'no n' },
      [entry(1)],
      'Breakpoint 1: Undecided: no n',
    ],
    [
      { reason: 'data breakpoint', description: 'A watched value was written' },
      [entry(4)],
      'Watchpoint 4: A watched value was written',
    ],
    [
      { reason: 'exception', description: 'Stopped at Error', text: 'too bad' },
      [],
      'Stopped at Error: too bad',
    ],
    [
      { reason: 'exception', description: 'Stopped at SIGSEGV', text: 'SIGSEGV: address not mapped' },
      [],
      'Stopped at SIGSEGV: address not mapped',
    ],
    [{ reason: 'exception', description: 'Stopped at SIGINT', text: 'SIGINT' }, [], 'Stopped at SIGINT'],
    [{ reason: 'something new' }, [], 'Stopped (something new)'],
  ] as const)('%j', (body, hits, words) => {
    expect(reasonInWords(body, hits)).toBe(words);
  });

  it('names the place by function, file and line, or by address', () => {
    const frame = { id: 1, name: 'main', line: 3, column: 1 };
    expect(placeInWords({ ...frame, source: { path: '/far/away.x' } })).toBe('main at /far/away.x:3');
    expect(placeInWords({ ...frame, source: { name: 'made-up.x', sourceReference: 1 } })).toBe(
      'main at made-up.x:3',
    );
    expect(placeInWords({ ...frame, instructionPointerReference: '0x10' })).toBe('main at 0x10');
  });

  it('names the threads that stopped beside it, by reason', () => {
    const body = (threadId: number, hitBreakpointIds: number[]) => ({
      reason: 'breakpoint',
      threadId,
      hitBreakpointIds,
    });
    const others = [body(3, [12]), body(4, [15]), body(6, [12])];
    expect(othersInWords(others, ids => ids.map(id => entry(id - 10)))).toEqual([
      'Breakpoint 2, also in threads 3, 6',
      'Breakpoint 5, also in thread 4',
    ]);
  });
});
