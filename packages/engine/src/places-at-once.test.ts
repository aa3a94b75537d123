import { expect, it } from 'vitest';
import { PlacesAtOnce } from './places-at-once.js';

const { signal } = new AbortController();

it('so much is under way at a time, and the others come in their order', async () => {
  const places = new PlacesAtOnce(2);
  const came: number[] = [];
  const giveBack = await Promise.all([places.take(signal), places.take(signal)]);
  const later = [1, 2, 3].map(async nth => {
    const free = await places.take(signal);
    came.push(nth);
    free();
  });
  await Promise.resolve();
  expect(came).toEqual([]);
  giveBack[0]();
  // A second time counts for nothing.
  giveBack[0]();
  await Promise.all(later);
  expect(came).toEqual([1, 2, 3]);
  giveBack[1]();
});

it('who waits can be called off', async () => {
  const places = new PlacesAtOnce(1);
  const controller = new AbortController();
  const free = await places.take(signal);
  const waiting = places.take(controller.signal);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  free();
  (await places.take(signal))();
});
