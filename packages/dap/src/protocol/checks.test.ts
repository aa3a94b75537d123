// What the checks accept, what they refuse, and in which words.
import { describe, expect, it } from 'vitest';
import { checkArguments, checkEvent, checkMessage, checkResponse } from './protocol.js';
import type { AnyRequestName } from './protocol.js';

const problemOf = (command: AnyRequestName, value: unknown): string => {
  const check = checkArguments(command, value);
  return check.ok ? 'none' : check.problem;
};

describe('arguments', () => {
  it('name the path and what was expected there', () => {
    expect(problemOf('setBreakpoints', { source: {}, lines: [1, 2, 'x'] })).toBe(
      'arguments.lines[2] must be an integer, got "x"',
    );
    expect(problemOf('next', { threadId: 1.5 })).toBe('arguments.threadId must be an integer, got 1.5');
    expect(problemOf('next', {})).toBe('arguments.threadId is required and must be an integer');
    expect(problemOf('next', [])).toBe('arguments must be an object, got an empty array');
    expect(problemOf('next', { threadId: 1, granularity: 'word' })).toBe(
      'arguments.granularity must be "statement", "line" or "instruction", got "word"',
    );
    expect(problemOf('runInTerminal', { cwd: '', args: [], env: { 'A B': 1 } })).toBe(
      'arguments.env["A B"] must be a string or null, got 1',
    );
    expect(problemOf('initialize', { adapterID: {} })).toBe(
      'arguments.adapterID must be a string, got an object',
    );
    expect(problemOf('initialize', { adapterID: 'x', linesStartAt1: 'yes' })).toBe(
      'arguments.linesStartAt1 must be true or false, got "yes"',
    );
  });

  it('respect the integer ranges', () => {
    expect(problemOf('cancel', { requestId: 0 })).toBe('arguments.requestId must be at least 1, got 0');
    expect(problemOf('next', { threadId: 2 ** 31 })).toBe(
      'arguments.threadId must be at most 2147483647, got 2147483648',
    );
    expect(problemOf('stackTrace', { threadId: -1, levels: -1 })).toBe(
      'arguments.levels must be at least 0, got -1',
    );
    expect(problemOf('readMemory', { memoryReference: '0x0', count: 1, offset: -(2 ** 40) })).toBe('none');
  });

  it('quote long values only in part', () => {
    const problem = problemOf('next', { threadId: 'x'.repeat(10_000) });
    expect(problem.length).toBeLessThan(150);
  });

  it.each([undefined, null])('may be %s where nothing in them is required', absent => {
    expect(checkArguments('disconnect', absent)).toEqual({ ok: true, value: {} });
    expect(checkArguments('threads', absent)).toEqual({ ok: true, value: {} });
    expect(checkArguments('launch', absent)).toEqual({ ok: true, value: {} });
  });

  it.each([undefined, null])('may not be %s where something in them is required', absent => {
    expect(problemOf('next', absent)).toBe(
      'arguments are missing: arguments.threadId is required and must be an integer',
    );
    expect(problemOf('breakpointLocations', absent)).toMatch(/^arguments are missing: arguments\.source/);
  });

  it('keep properties that the protocol does not know', () => {
    const given = { program: 'a.out', noDebug: true, custom: { deep: [1] } };
    expect(checkArguments('launch', given)).toEqual({ ok: true, value: given });
    expect(problemOf('launch', { noDebug: 1 })).toBe('arguments.noDebug must be true or false, got 1');
  });

  it('take any value in an open enumeration and only known ones in a closed one', () => {
    expect(problemOf('evaluate', { expression: '1', context: 'my own' })).toBe('none');
    expect(problemOf('variables', { variablesReference: 1, filter: 'my own' })).toMatch(
      /"indexed" or "named"/,
    );
  });

  it('check sources inside sources', () => {
    const source = { sources: [{ sources: [{ path: 1 }] }] };
    expect(problemOf('source', { sourceReference: 1, source })).toBe(
      'arguments.source.sources[0].sources[0].path must be a string, got 1',
    );
  });

  it('nested deeper than the stack are a problem, not a crash', () => {
    const depth = 100_000;
    const source: unknown = JSON.parse(`${'{"sources":['.repeat(depth)}${']}'.repeat(depth)}`);
    expect(problemOf('source', { sourceReference: 1, source })).toBe('arguments is nested too deeply');
  });

  it('of a command that does not exist are refused, even if its name is on every object', () => {
    expect(problemOf('toString' as AnyRequestName, {})).toBe('unknown command "toString"');
    expect(problemOf('__proto__' as AnyRequestName, {})).toBe('unknown command "__proto__"');
  });
});

describe('response and event bodies', () => {
  it('are checked, and may be absent only where the protocol says so', () => {
    expect(checkResponse('threads', { threads: [{ id: 1, name: 'main' }] }).ok).toBe(true);
    expect(checkResponse('threads', undefined)).toMatchObject({
      ok: false,
      problem: 'body is required and must be an object',
    });
    expect(checkResponse('threads', { threads: [{ id: 1 }] })).toMatchObject({
      problem: 'body.threads[0].name is required and must be a string',
    });
    expect(checkResponse('initialize', undefined)).toEqual({ ok: true, value: undefined });
    expect(checkResponse('initialize', null)).toEqual({ ok: true, value: undefined });
    expect(checkResponse('next', undefined).ok).toBe(true);
    expect(checkResponse('dataBreakpointInfo', { dataId: null, description: 'no' }).ok).toBe(true);
    expect(checkEvent('stopped', { reason: 'anything at all' }).ok).toBe(true);
    expect(checkEvent('stopped', {})).toMatchObject({
      problem: 'body.reason is required and must be a string',
    });
    expect(checkEvent('terminated', undefined).ok).toBe(true);
    expect(checkEvent('module', { reason: 'gone', module: { id: 'a', name: 'a' } }).ok).toBe(false);
  });
});

describe('whole messages', () => {
  it('are known, unknown but well-formed, or wrong', () => {
    expect(checkMessage({ seq: 1, type: 'request', command: 'threads' })).toMatchObject({
      ok: true,
      known: true,
    });
    expect(checkMessage({ seq: 1, type: 'request', command: 'mine', arguments: 7 })).toMatchObject({
      known: false,
    });
    expect(checkMessage({ seq: 1, type: 'event', event: 'mine' })).toMatchObject({ ok: true, known: false });
    expect(checkMessage({ seq: 1, type: 'event', event: 'exited', body: {} })).toMatchObject({
      problem: 'exited: body.exitCode is required and must be an integer',
    });
    expect(checkMessage({ seq: '1', type: 'event', event: 'initialized' })).toMatchObject({
      problem: 'message.seq must be an integer, got "1"',
    });
    expect(checkMessage({ seq: 0, type: 'event', event: 'initialized' }).ok).toBe(false);
    expect(checkMessage('nonsense').ok).toBe(false);
    expect(checkMessage({ seq: 1, type: 'telegram' }).ok).toBe(false);
  });

  it('may be failures with or without an error for people', () => {
    const failure = { seq: 2, type: 'response', request_seq: 1, success: false, command: 'next' };
    expect(checkMessage({ ...failure, message: 'notStopped' }).ok).toBe(true);
    expect(checkMessage({ ...failure, body: { error: { id: 1, format: 'no' } } }).ok).toBe(true);
    expect(checkMessage({ ...failure, body: { error: { id: 1 } } })).toMatchObject({
      problem: 'next: body.error.format is required and must be a string',
    });
    expect(checkMessage({ ...failure, success: true, command: 'scopes' }).ok).toBe(false);
  });
});
