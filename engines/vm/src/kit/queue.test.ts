import { expect, it } from 'vitest';
import { Queue } from './queue.js';

const rest = (queue: Queue<number>): number[] => {
  const taken: number[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
};

it('a queue gives back in the order of adding, also when both alternate', () => {
  const queue = new Queue<number>();
  const taken: (number | undefined)[] = [];
  for (let n = 0; n < 100; n++) {
    queue.add(n);
    if (n % 3 === 0) taken.push(queue.take());
  }
  expect([...taken, ...rest(queue)]).toEqual(Array.from({ length: 100 }, (_, n) => n));
  expect(queue.first).toBeUndefined();
});

it('a queue keeps an order of its own, and equals in the order of adding', () => {
  const queue = new Queue<number>();
  for (const item of [5, 1, 9, 5.1, 3, 7]) queue.insert(item, other => Math.floor(other) > Math.floor(item));
  expect(queue.take()).toBe(1);
  queue.insert(2, other => other > 2);
  queue.remove(9);
  queue.remove(4);
  expect(rest(queue)).toEqual([2, 3, 5, 5.1, 7]);
});
