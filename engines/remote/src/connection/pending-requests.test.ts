import { Failure } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { PendingRequests } from './pending-requests.js';

const long = 60_000;

describe('a request', () => {
  it('gets its own answer, in whatever order they come', async () => {
    const requests = new PendingRequests('the peer');
    const numbers: number[] = [];
    const ask = (what: string) => requests.ask(what, long, number => numbers.push(number) > 0);
    const [first, second] = [ask('one'), ask('two')];
    expect(requests.oldest).toBe(numbers[0]);
    expect(requests.answer(numbers[1]!, 'b')).toBe(true);
    expect(requests.answer(numbers[0]!, 'a')).toBe(true);
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect(requests.count).toBe(0);
  });

  it('that is answered twice is answered once', async () => {
    const requests = new PendingRequests('the peer');
    const asked = requests.ask('one', long, () => true);
    expect(requests.refuse(1, new Failure('bad-arguments', 'user', 'no'))).toBe(true);
    expect(requests.answer(1, 'late')).toBe(false);
    await expect(asked).rejects.toThrow('no');
  });

  it('that is not answered in time says so, and who is waited for', async () => {
    const late: string[] = [];
    const requests = new PendingRequests('the peer');
    const asked = requests.ask(
      'one',
      5,
      () => true,
      why => late.push(why),
    );
    await expect(asked).rejects.toThrow('the peer did not answer "one" within 0.005 s.');
    expect(late).toEqual(['the peer did not answer "one" within 0.005 s']);
    expect(requests.answer(1, 'late')).toBe(false);
  });

  it('of a peer that is gone is refused, before and after', async () => {
    const requests = new PendingRequests('the peer');
    const before = requests.ask('one', long, () => true);
    requests.lose('it left');
    await expect(before).rejects.toThrow('the peer is gone: it left.');
    await expect(requests.ask('two', long, () => true)).rejects.toThrow('the peer is gone: it left.');
  });
});
