// Memory of a real program by regions: what is mapped, and what each piece is for.

import type { EngineRegion, Stop } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { toolsMissing, useFixtures } from './fixtures.js';
import { TestSession } from './session.js';

const end = ({ start, size }: EngineRegion): bigint => start.offset + BigInt(size);

describe.skipIf(toolsMissing)('regions of a native program', () => {
  const [threads, tour] = useFixtures('threads.c', 'tour.c');

  async function atEntry(): Promise<{ session: TestSession; stop: Stop; regions: readonly EngineRegion[] }> {
    const session = await TestSession.start(tour.program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    const stop = await session.stopped();
    return { session, stop, regions: await session.engine.regions!(stop.id) };
  }

  it('are in order, do not overlap, and say what may be done there', async () => {
    const { regions } = await atEntry();
    expect(regions.length).toBeGreaterThan(5);
    regions.forEach((region, nth) => {
      expect(region.size).toBeGreaterThan(0);
      expect(region.permissions).toMatch(/^[r-][w-][x-]$/);
      const next = regions[nth + 1];
      if (next !== undefined) expect(end(region) <= next.start.offset).toBe(true);
    });
  });

  it('know code and data of the program by its name', async () => {
    const { regions } = await atEntry();
    const own = regions.filter(({ name }) => name === tour.program);
    expect(own.find(({ kind }) => kind === 'code')?.permissions).toBe('r-x');
    expect(own.some(({ kind, permissions }) => kind === 'data' && permissions === 'rw-')).toBe(true);
  });

  it('have one stack for one thread, where its variables are', async () => {
    const { regions, stop } = await atEntry();
    const stacks = regions.filter(({ kind }) => kind === 'stack');
    expect(stacks).toHaveLength(1);
    const variables = (stop.top?.scopes ?? []).flatMap(scope => [...scope.variables]);
    const places = variables.flatMap(({ value: { place } }) => (place?.kind === 'memory' ? [place] : []));
    expect(places).not.toEqual([]);
    expect(
      places.some(({ address: { offset } }) => offset >= stacks[0]!.start.offset && offset < end(stacks[0]!)),
    ).toBe(true);
  });

  it('have a stack for each thread', async () => {
    const session = await TestSession.start(threads.program);
    await session.breakAtMarker(threads, 'work');
    await session.engine.begin();
    const stop = await session.stopped();
    expect(await session.engine.threads()).toHaveLength(3);
    const regions = await session.engine.regions!(stop.id);
    expect(regions.filter(({ kind }) => kind === 'stack')).toHaveLength(3);
  });

  it('belong to a stop', async () => {
    const { session, stop } = await atEntry();
    await session.step(stop, 'over');
    await expect(session.engine.regions!(stop.id)).rejects.toMatchObject({ code: 'stale' });
  });
});
