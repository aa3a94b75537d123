// Steps over what forks: they end where others do, and the child does not die of them.

import { describe, expect, it } from 'vitest';
import type { LaunchSettings, Stop } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, lineOf, reasonOf, TestSession, variable } from './session.js';

// What it prints where no child has died early, and how many of them are held when they are followed.
const ALL_WELL = '7 7 7 7 7 ';
const HELD = 5;

type How = 'over' | 'in' | 'out';

describe.skipIf(toolsMissing)('steps of a native program that forks', () => {
  const [forks] = useFixtures('stepped-forks.c');

  async function startAt(marker: string, settings: Partial<LaunchSettings> = {}) {
    const session = await TestSession.start(forks.program, { settings });
    await session.breakAtMarker(forks, marker, { temporary: true });
    await session.engine.begin();
    return { session, stop: await session.stopped() };
  }

  async function expectEnd(session: TestSession, stop: Stop) {
    await session.go(stop, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    expect(session.text('stdout')).toBe(ALL_WELL);
  }

  it.each<[string, How, string, string]>([
    ['over a line with a fork', 'over', 'direct', 'behind-direct'],
    ['into a fork, which has no lines', 'in', 'direct', 'behind-direct'],
    ['over a function that forks', 'over', 'call', 'behind-call'],
    ['out of a function that forks then', 'out', 'inside', 'call'],
    ['over a function that calls itself and forks then', 'over', 'deep', 'behind-deep'],
    ['over a function that forks twice', 'over', 'twice', 'behind-twice'],
    ['over a function whose child shares the memory', 'over', 'passage', 'behind-passage'],
  ])('go %s', async (_, how, from, to) => {
    const { session, stop } = await startAt(from);
    const stepped = await session.step(stop, how);
    expect(reasonOf(stepped)).toMatchObject({ kind: 'step' });
    expect(lineOf(stepped)).toBe(forks.line(to));
    await expectEnd(session, stepped);
  });

  it('end in the call that they began in', async () => {
    const { session, stop } = await startAt('deeper');
    const stepped = await session.step(stop, 'over');
    expect(lineOf(stepped)).toBe(forks.line('behind-deeper'));
    expect(intOf(variable(stepped, 'level'))).toBe(3);
    await expectEnd(session, stepped);
  });

  it.each<[How, string, string, number]>([
    ['over', 'direct', 'behind-direct', 0],
    ['in', 'direct', 'behind-direct', 0],
    ['over', 'call', 'behind-call', 1],
    ['out', 'inside', 'call', 1],
  ])('leave a child that is offered to run on: %s from #%s', async (how, from, to, before) => {
    const session = await TestSession.start(forks.program, { settings: { extra: { followFork: true } } });
    const leaveAlone = async (count: number) => {
      for (let n = 0; n < count; n++) await (await session.next('child')).child.leaveAlone();
    };
    await session.breakAtMarker(forks, from, { temporary: true });
    await session.engine.begin();
    await leaveAlone(before);
    await session.go(await session.stopped(), { kind: 'step', how, granularity: 'line' });
    const { child } = await session.next('child');
    const stepped = await session.stopped();
    expect(reasonOf(stepped)).toMatchObject({ kind: 'step' });
    expect(lineOf(stepped)).toBe(forks.line(to));
    const other = await TestSession.attach({ processId: child.configuration['pid'] as number });
    await other.engine.begin();
    expect((await other.next('exited')).status).toEqual({ code: 7 });
    expect(other.events.some(event => event.kind === 'stopped')).toBe(false);
    await session.go(stepped, { kind: 'continue' });
    await leaveAlone(HELD - before - 1);
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    expect(session.text('stdout')).toBe(ALL_WELL);
  });

  it('stay with their thread where another one forks, whose child comes through the same code', async () => {
    const { session, stop } = await startAt('passage', { args: ['threads'] });
    const stepped = await session.step(stop, 'over');
    expect(stepped.focus).toBe(stop.focus);
    expect(reasonOf(stepped)).toMatchObject({ kind: 'step' });
    expect(lineOf(stepped)).toBe(forks.line('behind-passage'));
    await expectEnd(session, stepped);
  });

  it('stay with their thread while another one forks all the time', async () => {
    const session = await TestSession.start(forks.program, { settings: { args: ['busy'] } });
    const { id } = await session.breakAtMarker(forks, 'busy');
    await session.engine.begin();
    for (let n = 0; n < 5; n++) {
      const stop = await session.stopped();
      const { focus } = stop;
      expect(stop.threads).toMatchObject([{ reasons: [{ hits: [id] }] }]);
      const entered = await session.step(stop, 'in');
      expect(entered.threads).toMatchObject([{ thread: focus, reasons: [{ kind: 'step' }] }]);
      expect(lineOf(entered)).toBe(forks.line('passage'));
      const stepped = await session.step(entered, 'over');
      expect(stepped.threads).toMatchObject([{ thread: focus, reasons: [{ kind: 'step' }] }]);
      expect(lineOf(stepped)).toBe(forks.line('behind-passage'));
      await session.go(stepped, { kind: 'continue' });
    }
    expect((await session.next('exited')).status).toEqual({ code: 0 });
  });
});
