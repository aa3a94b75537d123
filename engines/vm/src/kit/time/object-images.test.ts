// Objects of the kit's machines as they were: put back into themselves, so that who refers to them sees the same ones.

import { expect, it } from 'vitest';
import type { StackTask } from '../tasks.js';
import { imageOfTasks } from './machine-images.js';
import { ObjectImages } from './object-images.js';

it('puts back what objects held, also in circles, and leaves them the same objects', () => {
  const inner = { count: 1, bytes: new Uint8Array([1, 2]) };
  const list: unknown[] = [inner, 'text'];
  const shelf = new Map<string, unknown>([['list', list]]);
  const all: Record<string, unknown> = { list, shelf, members: new Set([inner]) };
  all['itself'] = all;
  const images = new ObjectImages();
  expect(images.add([all, 7, undefined])).toBe(true);
  expect(images.bytes).toBeGreaterThan(0);
  inner.count = 2;
  inner.bytes[0] = 9;
  list.push('more');
  shelf.clear();
  all['added'] = 1;
  images.restore();
  expect(inner).toEqual({ count: 1, bytes: new Uint8Array([1, 2]) });
  expect(list).toEqual([inner, 'text']);
  expect(shelf.get('list')).toBe(list);
  expect(Object.keys(all)).toEqual(['list', 'shelf', 'members', 'itself']);
});

it('refuses what may hide a part, and takes frozen values of classes', () => {
  class Hidden {
    #count = 0;
    grow(): number {
      return ++this.#count;
    }
  }
  expect(new ObjectImages().add([[new Hidden()]])).toBe(false);
  expect(new ObjectImages().add([() => 1])).toBe(false);
  expect(new ObjectImages().add([Object.freeze(new Hidden())])).toBe(true);
});

it('brings back objects that only a call below the others holds, at every snapshot', () => {
  type Value = number | number[];
  const held = [1];
  const called = { module: 0, name: 'f', start: 0, parameters: 0, locals: 1 } as never;
  const frame = (serial: number, local: Value) => ({
    ...{ serial, function: called, locals: [local], height: 0, used: 0, pc: 0 },
  });
  const task = {
    ...{ id: 1, name: 'main', stack: [] as Value[], frames: [frame(1, held), frame(2, 0)] },
    ...{ waits: undefined, waited: undefined, joins: 0, thrown: undefined, trapped: false },
    ...{ returned: undefined, imaged: undefined },
  } as StackTask<Value>;
  const tasks = new Set([task]);
  const first = imageOfTasks<Value>(tasks, []);
  held[0] = 2;
  const second = imageOfTasks<Value>(tasks, []);
  held[0] = 3;
  second?.objects?.restore();
  expect(held).toEqual([2]);
  first?.objects?.restore();
  expect(held).toEqual([1]);
});
