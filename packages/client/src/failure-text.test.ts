import { ConnectionClosed, ResponseFailure } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { failureText, isMoot, isOvertaken, NoSession } from './failure-text.js';

const told = (id: number, showUser: boolean): ResponseFailure =>
  ResponseFailure.of({ id, format: 'it is so.', showUser });

describe('what went wrong', () => {
  it('is told in the words of who said it', () => {
    expect(failureText(told(1103, true))).toBe('it is so.');
    expect(failureText(new Error('broken'))).toBe('broken');
    expect(failureText('odd')).toBe('odd');
  });

  it('does not matter when nobody is there any more', () => {
    expect(isMoot(new NoSession())).toBe(true);
    expect(isMoot(ResponseFailure.cancelled())).toBe(true);
    expect(isMoot(new ConnectionClosed({ kind: 'peer', message: 'gone' }))).toBe(true);
    expect(isMoot(told(1203, false))).toBe(false);
  });

  it('is overtaken when the program went on or ended meanwhile', () => {
    expect(isOvertaken(told(1203, false))).toBe(true);
    expect(isOvertaken(told(1204, true))).toBe(true);
    expect(isOvertaken(new NoSession())).toBe(true);
    expect(isOvertaken(told(1301, true))).toBe(false);
    expect(isOvertaken(new Error('broken'))).toBe(false);
  });
});
