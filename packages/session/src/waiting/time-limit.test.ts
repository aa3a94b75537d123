import { Failure } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { isOverWithin, unlessAborted, unlessGivenUp, type Abandonable } from './time-limit.js';

const never = new Promise<never>(() => undefined);

describe('a time limit', () => {
  it('tells work that is over, well or not, from work that is not', async () => {
    expect(await isOverWithin(Promise.resolve(), 10_000)).toBe(true);
    expect(await isOverWithin(Promise.reject(new Error('no')), 10_000)).toBe(true);
    expect(await isOverWithin(never, 1)).toBe(false);
  });
});

describe('work that is given up', () => {
  it('is answered at once, with the reason, although it goes on', async () => {
    const abort = new AbortController();
    const answer = unlessAborted(never, abort.signal);
    abort.abort(new Failure('deadline', 'sonde', 'too late'));
    await expect(answer).rejects.toMatchObject({ code: 'deadline' });
    await expect(unlessAborted(never, abort.signal)).rejects.toMatchObject({ code: 'deadline' });
  });

  it('is cancelled where nobody gave a reason, whatever the work says about it', async () => {
    const abort = new AbortController();
    const work = new Promise<never>((_, reject) => {
      abort.signal.addEventListener('abort', () => reject(new Error('cut short')));
    });
    const answer = unlessAborted(work, abort.signal);
    abort.abort();
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('fails as it fails when it was not given up', async () => {
    const work = Promise.reject(new Error('its own'));
    await expect(unlessAborted(work, new AbortController().signal)).rejects.toThrow('its own');
  });
});

describe('a request that is given up', () => {
  /** As the connection has it. */
  function request(): Abandonable & { giveUp(reason: Error): void } {
    const callbacks: ((reason: Error) => void)[] = [];
    const made = {
      givenUp: undefined as Error | undefined,
      whenGivenUp: (callback: (reason: Error) => void) => void callbacks.push(callback),
      giveUp(reason: Error) {
        made.givenUp = reason;
        for (const callback of callbacks) callback(reason);
      },
    };
    return made;
  }

  it('is answered at once with the reason, or as cancelled', async () => {
    const late = request();
    const answer = unlessGivenUp(never, late);
    late.giveUp(new Failure('deadline', 'sonde', 'too late'));
    await expect(answer).rejects.toMatchObject({ code: 'deadline' });

    const cancelled = request();
    const other = unlessGivenUp(never, cancelled);
    cancelled.giveUp(new Error('the peer is gone'));
    await expect(other).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('says so, whatever the work says that was cut short', async () => {
    const late = request();
    late.giveUp(new Failure('deadline', 'sonde', 'too late'));
    await expect(unlessGivenUp(Promise.reject(new Error('cut short')), late)).rejects.toMatchObject({
      code: 'deadline',
    });
  });

  it('is answered by its work when it was not given up', async () => {
    expect(await unlessGivenUp(Promise.resolve(7), request())).toBe(7);
    await expect(unlessGivenUp(Promise.reject(new Error('its own')), request())).rejects.toThrow('its own');
  });
});
