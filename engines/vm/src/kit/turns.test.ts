import { describe, expect, it } from 'vitest';
import type { StackTask, Wait } from './tasks.js';
import { Turns } from './turns.js';

const task = (id: number): StackTask<number> => ({
  id,
  name: `task ${id}`,
  stack: [],
  frames: [],
  waits: undefined,
  waited: undefined,
  joins: 0,
  thrown: undefined,
  trapped: false,
  returned: undefined,
  imaged: undefined,
});
const waiting = (reason: Wait['for'], until?: number): Wait => ({
  kind: 'waiting',
  for: reason,
  ...(until === undefined ? {} : { until }),
});

/** Tasks 1 to `count`, the first of them current. */
function turnsOf(count: number): Turns<number> {
  const turns = new Turns(task(1));
  for (let id = 2; id <= count; id++) turns.add(task(id));
  return turns;
}
const never = (): number => 0;

describe('turns', () => {
  it('go round', () => {
    const turns = turnsOf(3);
    const order = Array.from({ length: 7 }, () => {
      const { id } = turns.next()!;
      turns.rotate(never);
      return id;
    });
    expect(order).toEqual([1, 2, 3, 1, 2, 3, 1]);
  });

  it('of sleepers come when their time does, also while others are busy', () => {
    const turns = turnsOf(3);
    turns.wait(waiting('time', 20));
    expect(turns.next()?.id).toBe(2);
    turns.wait(waiting('time', 10));
    expect(turns.next()?.id).toBe(3);
    turns.rotate(() => 5);
    expect(turns.next()?.id).toBe(3);
    turns.rotate(() => 10);
    expect(turns.next()?.id).toBe(2);
    turns.wait(waiting('time', 30));
    turns.next();
    turns.wait(waiting('input'));
    expect(turns.next()).toBeUndefined();
    expect(turns.waitsFor()).toEqual(waiting('input', 20));
  });

  it('of those that wait for input come one by one, longest first', () => {
    const turns = turnsOf(3);
    for (let n = 0; n < 3; n++) {
      turns.next();
      turns.wait(waiting('input'));
    }
    const tried: (number | undefined)[] = [];
    for (let round = 0; round < 4; round++) {
      turns.retry(never);
      const next = turns.next();
      tried.push(next?.id);
      // In vain the first time; then it is retired, and waits no more.
      next!.waited = undefined;
      if (round === 0) turns.wait(waiting('input'));
      else turns.end(next!.id);
    }
    expect(tried).toEqual([1, 1, 2, 3]);
    expect(turns.count).toBe(0);
  });

  it('of those that wait for a task come when it ends', () => {
    const turns = turnsOf(3);
    turns.current.joins = 3;
    turns.wait(waiting('task'));
    expect(turns.next()?.id).toBe(2);
    turns.current.joins = 3;
    turns.wait(waiting('task'));
    expect(turns.next()?.id).toBe(3);
    turns.end(3);
    expect([turns.next()?.id, turns.count]).toEqual([1, 2]);
    turns.end(1);
    expect(turns.next()?.id).toBe(2);
  });

  it('are only of one task when restricted, and of all again after', () => {
    const turns = turnsOf(3);
    turns.restrictTo(2);
    expect(turns.next()?.id).toBe(2);
    turns.rotate(never);
    expect(turns.next()?.id).toBe(2);
    turns.wait(waiting('task'));
    expect(turns.next()).toBeUndefined();
    expect(turns.waitsFor()).toEqual(waiting('task'));
    turns.restrictTo(undefined);
    expect(turns.next()?.id).toBe(3);
  });
});
