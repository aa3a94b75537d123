import { expect, it } from 'vitest';
import { Checkpoints, type Checkpoint } from './checkpoints.js';

function checkpoint(time: number, snapshot: { bytes: number }): Checkpoint {
  const book = { counts: new Map(), notes: new Map() };
  const inputs = {} as Checkpoint['inputs'];
  return { time, phase: 0, edits: 0, snapshot, inputs, book, hash: '', branches: 1 };
}

it('a checkpoint that branches share is released by the last of them', () => {
  const released: number[] = [];
  const trunk = new Checkpoints(1_000, ({ time }) => released.push(time));
  for (const time of [0, 10, 20]) trunk.add(checkpoint(time, { bytes: 1 }), time);
  const branch = trunk.cutAt({ time: 15, phase: 0, edits: 0 });
  branch.clear();
  expect(released).toEqual([]);
  const other = trunk.cutAt({ time: 15, phase: 0, edits: 0 });
  trunk.clear();
  expect(released).toEqual([20]);
  other.clear();
  expect(released).toEqual([20, 0, 10]);
});

it('snapshots that grow later count as they are now', () => {
  const released: number[] = [];
  const all = new Checkpoints(100, ({ time }) => released.push(time));
  const grows = { bytes: 1 };
  all.add(checkpoint(0, { bytes: 1 }), 0);
  all.add(checkpoint(10, grows), 10);
  grows.bytes = 99;
  all.add(checkpoint(20, { bytes: 1 }), 20);
  expect(released).toEqual([10]);
  expect(all.bytes).toBe(2);
});

it('one that grew unnoticed, because another branch let go of what it shared, counts before long', () => {
  const all = new Checkpoints(1_000, () => undefined);
  const grows = { bytes: 1 };
  all.add(checkpoint(0, { bytes: 1 }), 0);
  all.add(checkpoint(1, grows), 1);
  for (let time = 2; time < 6; time++) all.add(checkpoint(time, { bytes: 1 }), time);
  grows.bytes = 2_000;
  for (let time = 6; time < 80; time++) all.add(checkpoint(time, { bytes: 1 }), time);
  expect(all.bytes).toBeLessThan(1_000);
});

it('no gap of a long run is long, and those near its end are short', () => {
  const all = new Checkpoints(1_000, () => undefined);
  const length = 1_000_000;
  for (let time = 0; time <= length; time += 50) all.add(checkpoint(time, { bytes: 10 }), time);
  const times = all.all.map(({ time }) => time);
  const gaps = times.slice(1).map((time, nth) => ({ gap: time - times[nth]!, age: length - time }));
  // A hundred are kept: evenly, each gap would be a hundredth of the run.
  expect(times.length).toBeGreaterThan(90);
  expect(Math.max(...gaps.map(({ gap }) => gap))).toBeLessThan(length / 25);
  expect(Math.max(...gaps.filter(({ age }) => age < 1_000).map(({ gap }) => gap))).toBeLessThan(length / 500);
});

it('those that are put around a moment of the past stay there, also where there are as many as there may be', () => {
  const all = new Checkpoints(1_000, () => undefined);
  const length = 100_000_000;
  for (let time = 0; time <= length; time += 100_000) all.add(checkpoint(time, { bytes: 10 }), time);
  const end = 40_321_000;
  const gapBefore = (): number => end - all.before({ time: end, phase: 0, edits: 0 })!.time;
  expect(gapBefore()).toBeGreaterThan(20_000);
  all.around = end;
  for (let left = Math.floor(gapBefore() / 4); left >= 500; left = Math.floor(left / 4))
    all.add(checkpoint(end - left, { bytes: 10 }), length);
  expect(gapBefore()).toBeLessThan(2_000);
});
