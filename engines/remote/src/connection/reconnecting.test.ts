import { Failure } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { tryAgain } from './reconnecting.js';

const never = new AbortController().signal;
const notThere = (): Failure => new Failure('not-found', 'environment', 'nobody is there.');

describe('trying again', () => {
  it('ends with the first success', async () => {
    let times = 0;
    const found = await tryAgain(
      async () => {
        if (++times < 3) throw notThere();
        return 'here';
      },
      60_000,
      never,
    );
    expect([found, times]).toEqual(['here', 3]);
  });

  it('ends with the time, and with the last reason', async () => {
    await expect(tryAgain(() => Promise.reject(notThere()), 20, never)).rejects.toThrow('nobody is there.');
  });

  it.each(['wrong-state', 'not-supported'] as const)('ends at once with what is final (%s)', async code => {
    let times = 0;
    const attempt = (): Promise<never> => {
      times++;
      return Promise.reject(new Failure(code, 'environment', 'another one.'));
    };
    await expect(tryAgain(attempt, 60_000, never)).rejects.toThrow('another one.');
    expect(times).toBe(1);
  });

  it('ends when nobody wants it any more', async () => {
    const over = new AbortController();
    const tried = tryAgain(
      () => {
        over.abort();
        return Promise.reject(notThere());
      },
      60_000,
      over.signal,
    );
    await expect(tried).rejects.toThrow('nobody is there.');
  });
});
