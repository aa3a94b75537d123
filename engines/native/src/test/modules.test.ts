// The modules of a real program: told once each, with what is known of their symbols.

import { describe, expect, it } from 'vitest';
import { breakpointId } from '@sonde/engine';
import { intOf, lineOf, TestSession, variable } from './session.js';
import { toolsMissing, useFixtures } from './fixtures.js';

describe.skipIf(toolsMissing)('modules of a native program', () => {
  const plain = { name: 'input.c', flags: ['-g0'] };
  const library = { name: 'plugin.c', flags: ['-shared', '-fPIC'] };
  const names = ['tour.c', plain, 'loader.c', library, 'reloader.c'] as const;
  const [tour, stripped, loader, plugin, reloader] = useFixtures(...names);

  async function run(program: string): Promise<TestSession> {
    const session = await TestSession.start(program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    await session.stopped();
    return session;
  }

  it('are each announced once, the executable too, and are those that are listed', async () => {
    const session = await run(tour.program);
    const told = session.events.filter(event => event.kind === 'module');
    const fresh = told.filter(({ change }) => change === 'new').map(({ module }) => module.id);
    expect(fresh).toContain(tour.program);
    expect(new Set(fresh).size).toBe(fresh.length);
    const listed = await session.engine.modules!();
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(fresh));
    // What was told last of each is what is true now.
    for (const module of listed) {
      expect(told.findLast(event => event.module.id === module.id)?.module).toEqual(module);
    }
  });

  it('come and go with the libraries that the program loads', async () => {
    const session = await TestSession.start(loader.program, { settings: { args: [plugin.program] } });
    await session.breakAtMarker(plugin, 'plugin');
    await session.breakAtMarker(loader, 'unloaded');
    await session.engine.begin();
    const changes = () =>
      session.events
        .filter(event => event.kind === 'module')
        .filter(({ module }) => module.id === plugin.program)
        .map(({ change }) => change);
    const sources = () =>
      session.events
        .filter(event => event.kind === 'source')
        .filter(({ source }) => source.path === plugin.source)
        .map(({ change, source }) => `${change} ${source.md5?.length ?? 0}`);
    const inside = await session.stopped();
    expect(changes()).toEqual(['new']);
    expect(sources()).toEqual(['new 32']);
    await session.move(inside, { kind: 'continue' });
    expect(changes()).toEqual(['new', 'removed']);
    expect(sources()).toEqual(['new 32', 'removed 32']);
  });

  it('take their breakpoints with them, which are there again when they are', async () => {
    const session = await TestSession.start(reloader.program, { settings: { args: [plugin.program] } });
    await session.breakAtMarker(plugin, 'plugin', { condition: 'question == 40' });
    await session.breakAtMarker(reloader, 'unloaded');
    await session.engine.begin();
    const last = () =>
      session.events
        .filter(event => event.kind === 'breakpoints')
        .flatMap(({ resolutions }) => resolutions)
        .findLast(({ id }) => id === breakpointId(1));
    for (const time of ['first', 'second']) {
      const inside = await session.stopped();
      const seen = [time, lineOf(inside), intOf(variable(inside, 'question'))];
      expect(seen).toEqual([time, plugin.line('plugin'), 40]);
      expect(last()).toMatchObject({ state: 'resolved', sites: [{ function: 'plugin_answer' }] });
      const after = await session.move(inside, { kind: 'continue' });
      expect([time, lineOf(after)]).toEqual([time, reloader.line('unloaded')]);
      expect(last()).toMatchObject({
        state: 'pending',
        sites: [],
        message: 'The code of this place was unloaded; it is set when it is loaded again.',
      });
      await session.go(after, { kind: 'continue' });
    }
    await session.ended();
    expect(session.events.find(event => event.kind === 'exited')).toMatchObject({ status: { code: 0 } });
  });

  it('say whether there are symbols, and from which file', async () => {
    const find = async (program: string) =>
      (await (await run(program)).engine.modules!()).find(({ path }) => path === program);
    expect(await find(tour.program)).toMatchObject({
      symbols: 'Symbols loaded.',
      symbolFile: tour.program,
      isUserCode: true,
    });
    const without = await find(stripped.program);
    expect(without).toMatchObject({ symbols: 'No debug information.', isUserCode: false });
    expect(without).not.toHaveProperty('symbolFile');
  });
});
