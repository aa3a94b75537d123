// Deep stacks: what is asked of the machine does not grow with the depth.

import { moduleId, SymbolIndex, TypeTable } from '@sonde/engine';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Machine } from '../machine.js';
import { Inspector } from './inspector.js';
import { frameIdOf } from '@sonde/engine/machine';
import { StopMaker } from './stop-maker.js';

const depth = 100_000;
let asked: number[];
let inspector: Inspector;
let machine: Machine;

beforeEach(() => {
  asked = [];
  machine = {
    time: 0,
    depth: () => depth,
    tasks: () => [{ id: 1, name: 'main', state: 'ready' }],
    frames: (_task: number, start: number, count: number) => {
      asked.push(count);
      return Array.from({ length: Math.min(count, depth - start) }, (_, nth) => ({
        serial: depth - start - nth,
        pc: 5,
      }));
    },
  } as unknown as Machine;
  const module = moduleId('m');
  const symbols = new SymbolIndex({
    modules: [],
    sources: [],
    functions: [{ name: 'deep', source: 0, module, start: 0, end: 10, locals: [] }],
    lines: [],
    globals: [],
    types: [],
  });
  inspector = new Inspector(machine, symbols, new TypeTable());
});

describe('a stack of 100,000 frames', () => {
  it('is asked for in the pages that a client asks for', () => {
    const { frames, total } = inspector.stack(1, 50_000, 20);
    expect([frames.length, frames[0]?.id, total]).toEqual([20, frameIdOf(1, 50_000), depth]);
    expect(inspector.stack(1, depth - 5, 20).frames).toHaveLength(5);
    expect(asked).toEqual([20, 5]);
  });

  it('is not searched for a frame that was shown before', () => {
    const [frame] = inspector.stack(1, 99_000, 1).frames;
    inspector.scopes(frame!.id);
    inspector.frameAddress(frame!.id);
    expect(asked).toEqual([1]);
  });

  it('is searched page by page for one that was not', () => {
    inspector.frameAddress(frameIdOf(1, depth - 1_000));
    expect(Math.max(...asked)).toBeLessThanOrEqual(256);
    expect(asked).toHaveLength(4);
    expect(() => inspector.frameAddress(frameIdOf(1, depth + 1))).toThrow('has returned');
  });

  it('costs a stop no more than its top frame', () => {
    new StopMaker(machine, inspector, () => undefined).make(1, [{ kind: 'pause' }]);
    expect(asked).toEqual([1]);
  });
});
