import { describe, expect, it } from 'vitest';
import { ServerError } from '../page/server-api.js';
import { problemOf } from './problem-text.js';

describe('a problem on the start page', () => {
  it('that is a missing token says which address to open', () => {
    const { text, next } = problemOf(new ServerError(401, 'a token is needed.'));
    expect(text).toBe('This browser is not signed in.');
    expect(next).toContain('Open the address that `sonde serve` printed');
  });

  it('is told in the words of the server, as a sentence, with its advice', () => {
    expect(problemOf(new ServerError(404, 'there is no x.', 'Check the name.'))).toEqual({
      text: 'There is no x.',
      next: 'Check the name.',
    });
    expect(problemOf(new ServerError(500, 'it broke'))).toEqual({ text: 'It broke' });
  });

  it('says so when nobody answers', () => {
    expect(problemOf(new TypeError('Failed to fetch')).text).toBe('The server does not answer.');
  });

  it('of any other kind is shown as it is', () => {
    expect(problemOf(new Error('odd'))).toEqual({ text: 'Odd' });
    expect(problemOf('odder')).toEqual({ text: 'Odder' });
  });
});
