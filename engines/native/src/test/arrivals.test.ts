// Steps that come to a breakpoint: told and counted on arrival, once.

import { describe, expect, it } from 'vitest';
import type { Stop } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, lineOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('a step that ends at a breakpoint', () => {
  const [arrivals] = useFixtures('arrivals.c');

  async function stoppedAt(marker: string): Promise<readonly [TestSession, Stop]> {
    const session = await TestSession.start(arrivals.program);
    await session.breakAtMarker(arrivals, marker, { temporary: true });
    await session.engine.begin();
    return [session, await session.stopped()];
  }

  const hitsOf = (stop: Stop) =>
    stop.threads.flatMap(({ reasons }) => reasons.flatMap(reason => ('hits' in reason ? reason.hits : [])));

  it.each(['line', 'instruction'] as const)('tells of it, and the next step by %s moves on', async by => {
    const [session, stop] = await stoppedAt('first');
    const second = await session.breakAtMarker(arrivals, 'second');
    const third = await session.breakAtMarker(arrivals, 'third');
    const at = await session.step(stop, 'over');
    expect([lineOf(at), hitsOf(at)]).toEqual([arrivals.line('second'), [second.id]]);
    const next = await session.step(at, 'over', by);
    if (by === 'instruction') {
      expect(next.top!.frames[0]!.address.offset).toBeGreaterThan(at.top!.frames[0]!.address.offset);
      return expect(hitsOf(next)).toEqual([]);
    }
    expect([lineOf(next), hitsOf(next)]).toEqual([arrivals.line('third'), [third.id]]);
  });

  it('counts it once, and the next pass is the next', async () => {
    const [session, stop] = await stoppedAt('third');
    const loop = await session.breakAtMarker(arrivals, 'loop');
    const head = await session.step(stop, 'over');
    const first = await session.step(head, 'over');
    expect([hitsOf(first), intOf(variable(first, 'i'))]).toEqual([[loop.id], 0]);
    let hit = first;
    for (const pass of [1, 2]) {
      hit = await session.move(hit, { kind: 'continue' });
      expect([hitsOf(hit), intOf(variable(hit, 'i'))]).toEqual([[loop.id], pass]);
    }
  });

  it('leaves out what its condition or its count leaves out', async () => {
    const [session, stop] = await stoppedAt('third');
    const loop = await session.breakAtMarker(arrivals, 'loop', { hitCondition: { compare: 'eq', count: 2 } });
    const head = await session.step(stop, 'over');
    const first = await session.step(head, 'over');
    expect([lineOf(first), hitsOf(first)]).toEqual([arrivals.line('loop'), []]);
    const again = await session.step(await session.step(first, 'over'), 'over');
    expect([hitsOf(again), intOf(variable(again, 'i'))]).toEqual([[loop.id], 1]);
    await session.go(again, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 23 });
  });

  it('prints a log message once for each pass', async () => {
    const [session, stop] = await stoppedAt('third');
    await session.breakAtMarker(arrivals, 'loop', { logMessage: 'pass {i}' });
    const loop = await session.step(await session.step(stop, 'over'), 'over');
    expect([lineOf(loop), hitsOf(loop)]).toEqual([arrivals.line('loop'), []]);
    await session.go(loop, { kind: 'continue' });
    await session.next('exited');
    const printed = session.events.flatMap(event => (event.kind === 'output' ? [event.data] : []));
    expect(printed.join('').trim().split('\n')).toEqual([0, 1, 2, 3, 4].map(i => `pass ${i}`));
  });

  it.each(['over', 'in'] as const)('prints once where a step %s has run to the place', async how => {
    const [session, stop] = await stoppedAt('first');
    for (const marker of ['second', 'third', 'head'])
      await session.breakAtMarker(arrivals, marker, { logMessage: marker });
    let at = stop;
    for (let steps = 0; lineOf(at) !== arrivals.line('loop') && steps < 12; steps++)
      at = await session.step(at, how);
    expect(lineOf(at)).toBe(arrivals.line('loop'));
    const printed = session.events.flatMap(event => (event.kind === 'output' ? [event.data] : []));
    expect(printed.join('').trim().split('\n')).toEqual(['second', 'third', 'head']);
  });

  it('counts once where it has run to the place, and where it has jumped there', async () => {
    const [session, stop] = await stoppedAt('first');
    const second = { hitCondition: { compare: 'eq', count: 2 } } as const;
    await session.breakAtMarker(arrivals, 'third', second);
    const body = await session.breakAtMarker(arrivals, 'body', second);
    let at = stop;
    const told: (readonly [number | undefined, number])[] = [];
    for (let steps = 0; told.length === 0 && steps < 40; steps++) {
      at = await session.step(at, 'over');
      if (hitsOf(at).length > 0) told.push([lineOf(at), intOf(variable(at, 'i'))]);
    }
    expect([told, hitsOf(at)]).toEqual([[[arrivals.line('body'), 1]], [body.id]]);
  });

  it('counts once the call of a function that a step goes into', async () => {
    const [session, stop] = await stoppedAt('second');
    await session.breakAt({ kind: 'function', name: 'twice' }, { hitCondition: { compare: 'eq', count: 2 } });
    const first = await session.step(stop, 'in');
    expect([first.top!.frames[0]!.function, hitsOf(first)]).toEqual(['twice', []]);
    await session.go(first, { kind: 'continue' });
    expect(hitsOf(await session.stopped())).toHaveLength(1);
  });
});
