// Answers kept as runs: what is taken again is what was recorded.

import { expect, it } from 'vitest';
import { LogCursor, RunLog } from './run-log.js';

it('gives back what was recorded, from any place', () => {
  const cursor = new LogCursor(new RunLog<string | undefined>());
  const told = ['a', 'a', undefined, undefined, 'a', 'b', 'b', 'b'];
  for (const each of told) cursor.record(each);
  expect(cursor.replays).toBe(false);
  expect(cursor.log.runs).toBe(4);
  for (let from = 0; from < told.length; from++) {
    cursor.at = from;
    expect(told.slice(from).map(() => cursor.take())).toEqual(told.slice(from));
    expect(cursor.replays).toBe(false);
  }
});

it('goes on recording behind what was taken', () => {
  const cursor = new LogCursor(RunLog.of([[true, 1_000_000]]));
  cursor.at = 999_999;
  expect(cursor.take()).toBe(true);
  cursor.record(false);
  expect([...cursor.log.entries()]).toEqual([
    [true, 1_000_000],
    [false, 1],
  ]);
});

it('is cut without a change to the whole', () => {
  const whole = RunLog.of([
    [1, 3],
    [2, 3],
  ]);
  const cut = whole.cutAt(4);
  cut.add(9);
  expect([...cut.entries()]).toEqual([
    [1, 3],
    [2, 1],
    [9, 1],
  ]);
  expect(whole.length).toBe(6);
  expect(whole.cutAt(0).length).toBe(0);
});
