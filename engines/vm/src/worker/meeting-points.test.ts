// Where a step waits for the task: in the frame it returns to, or around the machine's own frames.

import { moduleId, SymbolIndex, type FunctionSymbol } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import type { Machine } from '../machine.js';
import { meetingPoints } from './meeting-points.js';

const code = (name: string, start: number, artificial = false): FunctionSymbol => ({
  name,
  source: 0,
  module: moduleId('m'),
  start,
  end: start + 10,
  locals: [],
  artificial,
});
const symbols = new SymbolIndex({
  modules: [],
  sources: [],
  functions: [code('main', 0), code('callback', 10), code('other', 20), code('map', 30, true)],
  lines: [],
  globals: [],
  types: [],
});

/** Where the frames stand, bottom first. */
function points(depth: number, ...pcs: readonly number[]): unknown {
  const machine = {
    depth: () => pcs.length,
    frames: (_task: number, start: number, count: number) =>
      pcs
        .toReversed()
        .slice(start, start + count)
        .map((pc, serial) => ({ serial, pc })),
  } as unknown as Machine;
  const { goesOn, entries } = meetingPoints(machine, symbols, 1, depth);
  return [goesOn, [...entries]];
}

describe('meeting points', () => {
  it('are where the frame of that depth goes on', () => {
    expect(points(1, 5, 15)).toEqual([5, []]);
    expect(points(2, 5, 15, 25)).toEqual([15, []]);
    expect(points(3, 5, 15)).toEqual([15, []]);
    expect(points(0, 5, 15)).toEqual([undefined, []]);
  });

  it('around a frame of the machine are the next run of its callback and the frame below', () => {
    expect(points(2, 5, 35, 15)).toEqual([5, [10]]);
    expect(points(2, 5, 35, 15, 25)).toEqual([5, [10]]);
    // A callback that folds as its first thing: its call ends right before where it goes on.
    expect(points(3, 5, 35, 35, 20)).toEqual([5, [20]]);
  });

  it('are all functions where nobody waits below the frame of the machine', () => {
    expect(points(1, 35, 15)).toEqual([undefined, [0, 10, 20]]);
  });
});
