import {
  address,
  frameId,
  stopId,
  threadId,
  type Engine,
  type Frame,
  type PushedTop,
  type Stack,
} from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { stackRows } from './stack-rows.js';

const frame = (nth: number): Frame => ({
  id: frameId(`f${nth}`),
  function: `f${nth}`,
  address: address(nth),
  confidence: 'exact',
});

/** An engine with so many frames that hands out at most `page` at a time and sees the end only when it is there. */
function engineWith(frames: number, page: number, fragments?: Stack['fragments']): Engine {
  const stack = async (_stop: unknown, _thread: unknown, start: number, count: number): Promise<Stack> => {
    const end = Math.min(frames, start + Math.min(count, page));
    const found = Array.from({ length: Math.max(0, end - start) }, (_, nth) => frame(start + nth));
    return {
      frames: found,
      ...(end >= frames ? { total: frames } : {}),
      ...(fragments === undefined ? {} : { fragments }),
    };
  };
  return { stack } as unknown as Engine;
}

async function rows(engine: Engine, start: number, count: number, pushed?: PushedTop) {
  const { signal } = new AbortController();
  const page = await stackRows(engine, stopId(1), threadId(1), { start, count, pushed }, { signal });
  return {
    total: page.total,
    names: page.rows.map(row => (row.kind === 'frame' ? row.frame.function : `-- ${row.description}`)),
  };
}

const all = Number.MAX_SAFE_INTEGER;
const fragments = [
  { description: 'awaited by', frames: [frame(100), frame(101)] },
  { description: 'started by', frames: [frame(200)] },
];

describe('a stack in pages', () => {
  it('tells one more frame than is known until its end was seen', async () => {
    const engine = engineWith(5, 100);
    expect(await rows(engine, 0, 2)).toEqual({ total: 3, names: ['f0', 'f1'] });
    expect(await rows(engine, 2, 2)).toEqual({ total: 5, names: ['f2', 'f3'] });
    expect(await rows(engine, 4, 2)).toEqual({ total: 5, names: ['f4'] });
    expect(await rows(engine, 9, 2)).toEqual({ total: 5, names: [] });
  });

  it('is whole for who asks for all, however the engine pages', async () => {
    const { names, total } = await rows(engineWith(2_500, 1_000), 0, all);
    expect(names).toHaveLength(2_500);
    expect(total).toBe(2_500);
  });

  it('goes on behind its end with what waits for it, under captions', async () => {
    const engine = engineWith(2, 100, fragments);
    const names = ['f0', 'f1', '-- awaited by', 'f100', 'f101', '-- started by', 'f200'];
    expect(await rows(engine, 0, all)).toEqual({ total: 7, names });
    expect(await rows(engine, 1, 3)).toEqual({ total: 7, names: names.slice(1, 4) });
    expect(await rows(engine, 4, 2)).toEqual({ total: 7, names: names.slice(4, 6) });
  });

  it('is taken from what came with the stop where that is enough', async () => {
    const broken = engineWith(0, 0);
    const pushed: PushedTop = { frames: [frame(7), frame(8)], total: 2, fragments };
    expect((await rows(broken, 0, all, pushed)).names).toHaveLength(7);
    const top: PushedTop = { frames: [frame(7)] };
    expect(await rows(broken, 0, 1, top)).toEqual({ total: 2, names: ['f7'] });
    expect(await rows(engineWith(3, 100), 0, 2, top)).toEqual({ total: 3, names: ['f0', 'f1'] });
  });
});
