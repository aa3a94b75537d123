import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadlines } from './deadlines.js';

const late: string[] = [];
const tell = (name: string) => () => late.push(name);

beforeEach(() => {
  late.length = 0;
  vi.useFakeTimers();
});

afterEach(() => vi.useRealTimers());

describe('deadlines under one timer', () => {
  it('are told when they are over, each in its own time', () => {
    const deadlines = new Deadlines();
    deadlines.set(300, tell('long'));
    deadlines.set(100, tell('short'));
    vi.advanceTimersByTime(99);
    expect(late).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(late).toEqual(['short']);
    vi.advanceTimersByTime(200);
    expect(late).toEqual(['short', 'long']);
  });

  it('are not told when they were lifted', () => {
    const deadlines = new Deadlines();
    const lifted = deadlines.set(100, tell('lifted'));
    deadlines.set(200, tell('kept'));
    deadlines.lift(lifted);
    vi.advanceTimersByTime(1000);
    expect(late).toEqual(['kept']);
  });

  it('do not count the time in which the process stood still', () => {
    const deadlines = new Deadlines();
    deadlines.set(15_000, tell('request'));
    vi.advanceTimersByTime(5_000);
    // The machine sleeps: time goes on, and no timer rings.
    const slept = vi.spyOn(performance, 'now');
    const before = performance.now();
    slept.mockReturnValue(before + 60_000);
    vi.advanceTimersByTime(1_000);
    expect(late).toEqual([]);
    // Ten seconds are left, and one of them was that of the timer that rang late.
    const woke = before + 60_000;
    for (let second = 1; second <= 8; second++) {
      slept.mockReturnValue(woke + second * 1_000);
      vi.advanceTimersByTime(1_000);
    }
    expect(late).toEqual([]);
    slept.mockReturnValue(woke + 9_000);
    vi.advanceTimersByTime(1_000);
    expect(late).toEqual(['request']);
    slept.mockRestore();
  });

  it('leave no timer behind once none is open', () => {
    const deadlines = new Deadlines();
    for (let nth = 0; nth < 100; nth++) deadlines.lift(deadlines.set(100, tell('never')));
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(101);
    expect(vi.getTimerCount()).toBe(0);
    deadlines.set(100, tell('again'));
    vi.advanceTimersByTime(101);
    expect(late).toEqual(['again']);
  });

  it('may be set by one that is late', () => {
    const deadlines = new Deadlines();
    deadlines.set(100, () => deadlines.set(100, tell('second')));
    vi.advanceTimersByTime(102);
    expect(late).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(late).toEqual(['second']);
  });
});
