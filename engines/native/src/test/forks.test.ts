// Processes that the program forks: left alone, or offered and debugged beside it.

import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ChildTarget, LaunchSettings } from '@sonde/engine';
import { known, isAlive } from '../reaper.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, lineOf, reasonOf, TestSession, variable } from './session.js';

const following = (more: Partial<LaunchSettings> = {}): { readonly settings: Partial<LaunchSettings> } => ({
  settings: { extra: { followFork: true }, ...more },
});

const pidOf = ({ configuration }: ChildTarget): number => configuration['pid'] as number;

describe.skipIf(toolsMissing)('processes that a native program forks', () => {
  const [forks] = useFixtures('forks.c');

  it('run by themselves, without the breakpoints of their parent', async () => {
    const session = await TestSession.start(forks.program, { settings: { args: ['spawn'] } });
    await session.breakAtMarker(forks, 'work');
    await session.engine.begin();
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    expect(session.text('stdout')).toBe('40 42\n');
    expect(session.events.some(event => event.kind === 'stopped' || event.kind === 'child')).toBe(false);
  });

  it('are offered when asked for, wait for their debugger, and are debugged beside their parent', async () => {
    const session = await TestSession.start(forks.program, following({ args: ['spawn'] }));
    const waited = await session.breakAtMarker(forks, 'end');
    await session.engine.begin();
    for (const number of [20, 21]) {
      const { child } = await session.next('child');
      expect(child).toMatchObject({ request: 'attach', name: `forks ${pidOf(child)}` });
      const other = await TestSession.attach({ processId: pidOf(child) });
      await other.breakAtMarker(forks, 'work');
      await other.engine.begin();
      const stop = await other.stopped();
      expect(lineOf(stop)).toBe(forks.line('work'));
      expect(intOf(variable(stop, 'number'))).toBe(number);
      await other.go(stop, { kind: 'continue' });
      expect((await other.next('exited')).status).toEqual({ code: number * 2 });
    }
    const stop = await session.stopped();
    expect(reasonOf(stop)).toMatchObject({ hits: [waited.id] });
    await session.go(stop, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    expect(session.text('stdout')).toBe('40 42\n');
  });

  it('go on when nobody takes them, and their children with them', async () => {
    const session = await TestSession.start(forks.program, following());
    await session.engine.begin();
    for (let n = 0; n < 2; n++) await (await session.next('child')).child.leaveAlone();
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    expect(session.text('stdout')).toBe('40 42\n');
    expect(session.events.filter(event => event.kind === 'child')).toHaveLength(2);
  });

  it('go on when their parent is gone before anybody takes them', async () => {
    const path = join(tmpdir(), `sonde-forks-${randomUUID()}`);
    onTestFinished(() => rm(path, { force: true }));
    const session = await TestSession.start(forks.program, following({ args: ['leave', path] }));
    await session.engine.begin();
    const { child } = await session.next('child');
    const process = await known(pidOf(child));
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    await session.ended();
    await expect.poll(() => isAlive(process), { timeout: 10_000 }).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('the child was here');
  });

  it('are not held any more once the debugger has left their parent', async () => {
    const stdin = { text: '', closed: false };
    const session = await TestSession.start(forks.program, following({ args: ['later'], stdin }));
    await session.breakAtMarker(forks, 'later');
    await session.engine.begin();
    const process = await known(session.engine.process.id!);
    await session.stopped();
    await session.engine.detach(false);
    // It reads an end, forks twice, and ends: a child that waited would keep it.
    await expect.poll(() => isAlive(process), { timeout: 8_000 }).toBe(false);
  });

  it('are let go after a while when nobody says anything', async () => {
    const session = await TestSession.start(forks.program, following());
    await session.engine.begin();
    await (await session.next('child')).child.leaveAlone();
    await session.next('child');
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    expect(session.text('stdout')).toBe('40 42\n');
  });

  it('are left alone with a notice where the program gives no place to begin', async () => {
    const session = await TestSession.start(forks.program, {
      ...following(),
      engine: { entryFunction: 'no_such_function' },
    });
    await session.engine.begin();
    expect((await session.next('notice')).message).toBe(
      'Forked processes are left alone: forks has no function no_such_function.',
    );
    expect((await session.next('exited')).status).toEqual({ code: 0 });
  });
});
