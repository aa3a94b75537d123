import type { Request, WireMessage } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { declaring } from './declaring.js';
import type { FaultyLine, Line } from './fault.js';
import { successOf } from './seeds.js';
import { without, withoutArgument } from './without.js';

/** What reaches the other side. */
function passing(
  fault: FaultyLine,
  from: 'client' | 'adapter',
  message: WireMessage,
): readonly WireMessage[] {
  const passed: WireMessage[] = [];
  const line: Line = {
    toAdapter: each => void passed.push(each),
    toClient: each => void passed.push(each),
    bytesToAdapter: () => undefined,
    bytesToClient: () => undefined,
    ask: () => new Promise(() => undefined),
    end: () => undefined,
  };
  if (from === 'client') fault.fromClient?.(message, line);
  else fault.fromAdapter?.(message, line);
  return passed;
}

const request = (command: string, args: object = {}): Request => ({
  ...{ seq: 1, type: 'request', command },
  arguments: args,
});

describe('a line that leaves something out', () => {
  it('leaves out the property and keeps the rest', () => {
    expect(without({ a: 1, b: 2, c: 3 }, 'b')).toEqual({ a: 1, c: 3 });
    const absent: { readonly a: number; readonly b?: number } = { a: 1 };
    expect(without(absent, 'b')).toEqual({ a: 1 });
  });

  it('leaves it out of one command only', () => {
    const fault = withoutArgument('next', 'granularity')();
    const next = request('next', { threadId: 1, granularity: 'line' });
    expect(passing(fault, 'client', next)).toEqual([{ ...next, arguments: { threadId: 1 } }]);
    const other = request('stepIn', { threadId: 1, granularity: 'line' });
    expect(passing(fault, 'client', other)).toEqual([other]);
  });
});

describe('a line that declares more', () => {
  it('adds to what the adapter declares, and to nothing else', () => {
    const fault = declaring({ supportsStepBack: true }, () => ({}))();
    const answer = successOf(request('initialize'), { supportsLogPoints: true });
    expect(passing(fault, 'adapter', answer)).toEqual([
      { ...answer, body: { supportsLogPoints: true, supportsStepBack: true } },
    ]);
    const other = successOf(request('threads'), { threads: [] });
    expect(passing(fault, 'adapter', other)).toEqual([other]);
  });
});
