// Data breakpoints on locals end with the call they belong to; a condition that fails says why it stopped.

import { describe, expect, it } from 'vitest';
import type { Stop } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, lineOf, reasonOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('data breakpoints of a native program', () => {
  const [watched] = useFixtures('watched.c');

  async function watching(marker: string, name: string, condition?: string) {
    const session = await TestSession.start(watched.program);
    await session.breakAtMarker(watched, marker, { temporary: true });
    await session.engine.begin();
    const stop = await session.stopped();
    const place = variable(stop, name).place!;
    const set = await session.breakAt(
      { kind: 'data', place, size: 4, access: 'write' },
      condition === undefined ? {} : { condition },
    );
    expect(set.state).toBe('resolved');
    return { session, stop, id: set.id };
  }

  const on = (session: TestSession, stop: Stop) => session.go(stop, { kind: 'continue' });

  it('ends with the call it belongs to, and says so', async () => {
    const { session, stop, id } = await watching('local', 'local', 'local > 0');
    const hit = await session.move(stop, { kind: 'continue' });
    expect([reasonOf(hit).kind, lineOf(hit)]).toEqual(['data', watched.line('changed') + 1]);
    await on(session, hit);
    const told = await session.next('breakpoints');
    expect(told.resolutions).toEqual([
      { id, state: 'unresolved', sites: [], message: 'the call it belonged to has returned' },
    ]);
    const notice = await session.next('notice');
    expect(notice.message).toBe('A data breakpoint is over: the call it belonged to has returned.');
    await session.ended();
    expect(session.text('stdout').trim()).toBe('30');
  });

  it('does not disturb a step out of that call', async () => {
    const { session, stop } = await watching('changed', 'local');
    const hit = await session.step(stop, 'over');
    expect(reasonOf(hit).kind).toBe('data');
    const out = await session.step(hit, 'out');
    expect([reasonOf(out).kind, lineOf(out)]).toEqual(['step', watched.line('loop')]);
    expect(session.events.filter(event => event.kind === 'breakpoints').length).toBe(1);
    await on(session, out);
    await session.ended();
  });

  it('ends when the program jumps out of the call, once that memory serves another', async () => {
    const { session, stop, id } = await watching('leave', 'local', 'local == 1');
    const hit = await session.move(stop, { kind: 'continue' });
    expect([reasonOf(hit).kind, lineOf(hit)]).toEqual(['data', watched.line('leave') + 1]);
    await on(session, hit);
    const told = await session.next('breakpoints');
    expect(told.resolutions).toMatchObject([{ id, state: 'unresolved' }]);
    await session.ended();
    expect(session.events.filter(event => event.kind === 'stopped').length).toBe(2);
  });

  it('stays on what outlives calls', async () => {
    const { session, stop } = await watching('local', 'total');
    const first = await session.move(stop, { kind: 'continue' });
    const second = await session.move(first, { kind: 'continue' });
    expect([first, second].map(at => reasonOf(at).kind)).toEqual(['data', 'data']);
    const { place, type } = variable(second, 'total');
    const [total] = await session.engine.readPlaces(second.id, [{ place: place!, type }]);
    expect(intOf(total!)).toBe(3);
    expect(session.events.some(event => event.kind === 'breakpoints')).toBe(false);
  });

  it('gives the debug register back with each call that returns', async () => {
    const session = await TestSession.start(watched.program);
    await session.breakAtMarker(watched, 'changed');
    await session.engine.begin();
    let stop = await session.stopped();
    for (let call = 0; call < 5; call++) {
      const { place } = variable(stop, 'local');
      const set = await session.breakAt({ kind: 'data', place: place!, size: 4, access: 'write' });
      expect(set.state).toBe('resolved');
      const hit = await session.move(stop, { kind: 'continue' });
      expect(reasonOf(hit)).toMatchObject({ kind: 'data', hits: [set.id] });
      stop = await session.move(hit, { kind: 'continue' });
      expect(reasonOf(stop).kind).toBe('breakpoint');
    }
  });

  it('tells what a write has changed, also after writes that its condition left out', async () => {
    const { session, stop } = await watching('local', 'total', 'total > 5');
    const reason = reasonOf(await session.move(stop, { kind: 'continue' }));
    const numbers = reason.kind === 'data' ? [reason.before, reason.after].map(value => intOf(value!)) : [];
    expect(numbers).toEqual([3, 6]);
  });

  it('says why it stopped where its condition fails', async () => {
    const { session, stop } = await watching('local', 'total', 'nosuch > 1');
    const reason = reasonOf(await session.move(stop, { kind: 'continue' }));
    expect(reason.kind === 'data' && reason.problem).toBe(
      "the condition could not be evaluated: use of undeclared identifier 'nosuch' (column 1)",
    );
  });

  it('refuses a condition that would change the program', async () => {
    const session = await TestSession.start(watched.program);
    await session.breakAtMarker(watched, 'local', { temporary: true });
    await session.engine.begin();
    const place = variable(await session.stopped(), 'total').place!;
    const where = { kind: 'data', place, size: 4, access: 'write' } as const;
    expect(await session.breakAt(where, { condition: 'total = 5' })).toMatchObject({
      state: 'failed',
      message: 'The condition would change the program: only the console may do that.',
    });
  });
});
