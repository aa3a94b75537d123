// Breakpoints in a real program: where they land, when they stop, what they say.

import { describe, expect, it } from 'vitest';
import { address, breakpointId } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, lineOf, reasonOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('breakpoints in a native program', () => {
  const plugin = { name: 'plugin.c', flags: ['-shared', '-fPIC'] };
  const [tour, endless, loader, library, named] = useFixtures(
    'tour.c',
    'endless.c',
    'loader.c',
    plugin,
    'named.cpp',
  );

  it('stops where the condition is true', async () => {
    const session = await TestSession.start(tour.program);
    const resolved = await session.breakAtMarker(tour, 'after', { condition: 'i == 4 && value > 7' });
    expect(resolved.evaluated).toBe('in-engine');
    await session.engine.begin();
    const stop = await session.stopped();
    expect(intOf(variable(stop, 'i'))).toBe(4);
    await session.go(stop, { kind: 'continue' });
    await session.next('exited');
  });

  it('stops with the problem where a condition cannot be evaluated', async () => {
    const session = await TestSession.start(tour.program);
    const resolved = await session.breakAtMarker(tour, 'after', { condition: 'nosuch == 1' });
    await session.engine.begin();
    expect(reasonOf(await session.stopped())).toEqual({
      kind: 'breakpoint',
      hits: [resolved.id],
      problem: "the condition could not be evaluated: use of undeclared identifier 'nosuch' (column 1)",
    });
  });

  it.each([
    ['eq', 3, [2]],
    ['ge', 9, [8, 9]],
    ['gt', 9, [9]],
    ['lt', 3, [0, 1]],
    ['le', 2, [0, 1]],
    ['multiple', 4, [3, 7]],
  ] as const)('counts hits: %s %i', async (compare, count, expected) => {
    const session = await TestSession.start(tour.program);
    await session.breakAtMarker(tour, 'after', { hitCondition: { compare, count } });
    await session.engine.begin();
    for (const i of expected) {
      const stop = await session.stopped();
      expect(intOf(variable(stop, 'i'))).toBe(i);
      await session.go(stop, { kind: 'continue' });
    }
    await session.next('exited');
  });

  it('counts only hits whose condition was true', async () => {
    const session = await TestSession.start(tour.program);
    const counted = { condition: 'i % 2 == 1', hitCondition: { compare: 'eq', count: 3 } } as const;
    await session.breakAtMarker(tour, 'after', counted);
    await session.engine.begin();
    expect(intOf(variable(await session.stopped(), 'i'))).toBe(5);
  });

  it('logs without stopping, with values, and says what cannot be evaluated', async () => {
    const session = await TestSession.start(tour.program);
    const logMessage = 'i={i} {{{m.colour}}} {nosuch}';
    const resolved = await session.breakAtMarker(tour, 'after', { logMessage, condition: 'i >= 8' });
    await session.engine.begin();
    await session.next('exited');
    const wrong = "<use of undeclared identifier 'nosuch' (column 1)>";
    expect(session.text('console')).toBe(`i=8 {BLUE (6)} ${wrong}\ni=9 {BLUE (6)} ${wrong}\n`);
    const [first] = session.events.filter(event => event.kind === 'output' && event.stream === 'console');
    expect(first).toMatchObject({ breakpoint: resolved.id, location: { line: tour.line('after') } });
    expect(session.events.some(event => event.kind === 'stopped')).toBe(false);
  });

  it('refuses a log message that never closes a brace, and sets the others', async () => {
    const session = await TestSession.start(tour.program);
    const source = { name: 'tour.c', path: tour.source };
    const resolutions = await session.engine.changeBreakpoints(
      [
        {
          id: breakpointId(1),
          where: { kind: 'source', source, line: tour.line('call') },
          logMessage: 'x {i',
        },
        { id: breakpointId(2), where: { kind: 'source', source, line: tour.line('after') } },
      ],
      [],
    );
    expect(resolutions.map(({ id, state }) => [id, state])).toEqual([
      [1, 'failed'],
      [2, 'resolved'],
    ]);
  });

  it('stops at a function, after its prologue', async () => {
    const session = await TestSession.start(tour.program);
    expect(await session.breakAt({ kind: 'function', name: 'twice' })).toMatchObject({
      state: 'resolved',
      sites: [{ location: { line: tour.line('twice') } }],
    });
    await session.engine.begin();
    expect(lineOf(await session.stopped())).toBe(tour.line('twice'));
  });

  it.each([
    ['tagged', ['tagged']],
    ['tagged()', ['tagged']],
    ['tagged(int)', []],
    ['Owner::text', ['text']],
    ['Owner::text(int) const', ['text']],
    ['Row<double,3>::sum', ['sum']],
    ['deep::Row< double, 3 >::sum', ['sum']],
    ['Row<double,4>::sum', []],
    ['Row::sum', ['sum', 'sum']],
    ['deep::twice<int>', ['twice']],
    ['Other::sum', []],
  ])('stops at functions of C++ by names as people write them: %s', async (name, markers) => {
    const session = await TestSession.start(named.program);
    const { sites } = await session.breakAt({ kind: 'function', name });
    expect(sites.map(({ location }) => location?.line)).toEqual(markers.map(marker => named.line(marker)));
  });

  it('stops at an instruction, and refuses an address without code', async () => {
    const session = await TestSession.start(tour.program);
    const [site] = (await session.breakAtMarker(tour, 'return', { temporary: true })).sites;
    const resolved = await session.breakAt({ kind: 'instruction', address: site!.address! });
    expect(resolved).toMatchObject({ state: 'resolved' });
    const nowhere = await session.breakAt({ kind: 'instruction', address: address(16) });
    expect(nowhere).toMatchObject({ state: 'failed', message: 'There is no code at 0x10.' });
    await session.engine.begin();
    const first = await session.stopped();
    expect(reasonOf(first)).toMatchObject({ hits: [1, 2] });
    // The temporary one is gone after its stop.
    expect(reasonOf(await session.move(first, { kind: 'continue' }))).toMatchObject({ hits: [resolved.id] });
  });

  it('says why a breakpoint is not verified', async () => {
    const session = await TestSession.start(tour.program);
    const source = { name: 'tour.c', path: tour.source };
    const beyond = await session.breakAt({ kind: 'source', source, line: 10_000 });
    expect(beyond).toMatchObject({ state: 'unresolved', sites: [] });
    expect(beyond.message).toContain('line 10000 of tour.c');
    const other = { name: 'other.c', path: '/nowhere/other.c' };
    const elsewhere = await session.breakAt({ kind: 'source', source: other, line: 1 });
    expect(elsewhere).toMatchObject({ state: 'pending' });
    expect(elsewhere.message).toContain('other.c');
    const unknown = await session.breakAt({ kind: 'function', name: 'no_such_function' });
    expect(unknown).toMatchObject({ state: 'pending', sites: [] });
    const filter = await session.breakAt({ kind: 'exception', filter: 'thrown' });
    expect(filter).toMatchObject({ state: 'failed' });
  });

  it('resolves a breakpoint when the library that holds it is loaded', async () => {
    const session = await TestSession.start(loader.program, { settings: { args: [library.program] } });
    const pending = await session.breakAtMarker(library, 'plugin');
    expect(pending.state).toBe('pending');
    await session.engine.begin();
    const { resolutions } = await session.next('breakpoints');
    expect(resolutions).toMatchObject([
      { id: pending.id, state: 'resolved', sites: [{ function: 'plugin_answer' }] },
    ]);
    const stop = await session.stopped();
    expect(lineOf(stop)).toBe(library.line('plugin'));
    const loaded = session.events.filter(event => event.kind === 'module').map(event => event.module.path);
    expect(loaded).toContain(library.program);
    await session.go(stop, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 42 });
  });

  it('can be set and removed while the program runs', async () => {
    const session = await TestSession.start(endless.program);
    await session.engine.begin();
    await session.next('output');
    const resolved = await session.breakAtMarker(endless, 'turn');
    expect(resolved.state).toBe('resolved');
    const stop = await session.stopped();
    expect(lineOf(stop)).toBe(endless.line('turn'));
    await session.engine.changeBreakpoints([], [resolved.id]);
    await session.go(stop, { kind: 'continue' });
    await session.engine.pause();
    expect(reasonOf(await session.stopped())).toEqual({ kind: 'pause' });
  });

  it('finds the file by another spelling of its path', async () => {
    const session = await TestSession.start(tour.program);
    const path = tour.source.replace('/fixtures/', '/fixtures/../fixtures/./');
    const where = { kind: 'source', source: { name: 'tour.c', path }, line: tour.line('after') } as const;
    expect(await session.breakAt(where)).toMatchObject({ state: 'resolved' });
  });

  it('lists the places where a breakpoint can sit', async () => {
    const session = await TestSession.start(tour.program);
    const [first, last] = [tour.line('twice') - 1, tour.line('return') + 1];
    const found = await session.engine.breakpointLocations(
      { name: 'tour.c', path: tour.source },
      first,
      last,
    );
    const lines = new Set(found.map(location => location.line));
    expect(lines).toEqual(new Set([first, tour.line('twice'), tour.line('return')]));
  });

  it('stops when watched memory changes, with the old and the new value', async () => {
    const session = await TestSession.start(tour.program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    const entry = await session.stopped();
    const { place } = variable(entry, 'counter');
    const resolved = await session.breakAt({ kind: 'data', place: place!, size: 4, access: 'write' });
    expect(resolved.state).toBe('resolved');
    const stop = await session.move(entry, { kind: 'continue' });
    const reason = reasonOf(stop);
    if (reason.kind !== 'data') throw new Error(`stopped for ${reason.kind}`);
    expect(reason).toMatchObject({ hits: [resolved.id], access: 'write', place });
    expect([intOf(reason.before!), intOf(reason.after!)]).toEqual([7, 106]);
    await session.engine.changeBreakpoints([], [resolved.id]);
    await session.go(stop, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 9 });
  });

  it('refuses to watch what the processor cannot watch', async () => {
    const session = await TestSession.start(tour.program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    const { place } = variable(await session.stopped(), 'm');
    const resolved = await session.breakAt({ kind: 'data', place: place!, size: 4096, access: 'write' });
    expect(resolved).toMatchObject({ state: 'failed' });
    expect(resolved.message).toContain('4096 bytes');
  });
});
