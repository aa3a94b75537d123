import { breakpointId, type BreakpointSpec, type Resolution } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { unverifiedMessage } from './breakpoint-messages.js';

const id = breakpointId(1);
const line: BreakpointSpec['where'] = { kind: 'source', source: { name: 'a.x' }, line: 3 };
const message = (
  state: Resolution['state'],
  text: string | undefined,
  spec: Omit<BreakpointSpec, 'id'> = { where: line },
): string =>
  unverifiedMessage(
    { id, ...spec },
    { id, state, sites: [], ...(text === undefined ? {} : { message: text }) },
  );

describe('the message of an unverified breakpoint', () => {
  it('is a sentence with what to do next', () => {
    expect(message('unresolved', 'no code at line 3')).toBe(
      'No code at line 3. Check file and line; `sonde why` tells more.',
    );
    expect(message('unresolved', 'there is no function f', { where: { kind: 'function', name: 'f' } })).toBe(
      'There is no function f. Check the name.',
    );
  });

  it('keeps names as they are written', () => {
    expect(message('pending', 'shapes.x is not loaded yet')).toBe('shapes.x is not loaded yet.');
  });

  it('speaks of the text that is wrong', () => {
    expect(message('failed', "there is no 'n' here", { where: line, condition: 'n' })).toMatch(
      /Correct the condition/,
    );
    expect(message('failed', 'no', { where: line, logMessage: '{n}' })).toMatch(/Correct the log message/);
    const both = { where: line, logMessage: '{n}', condition: 'm' };
    expect(message('failed', 'the log message makes no sense', both)).toMatch(/Correct the log message/);
    expect(message('failed', 'the condition makes no sense', both)).toMatch(/Correct the condition/);
  });

  it('is never empty, whatever the engine says', () => {
    for (const state of ['pending', 'unresolved', 'failed'] as const)
      for (const text of [undefined, '', ' ']) expect(message(state, text)).toMatch(/^[A-Z].*\.$/);
  });
});
