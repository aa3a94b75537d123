// Breakpoints: where they bind, when they hit, and what their conditions and log messages see.

import { dirname, join } from 'node:path';
import { address, breakpointId, type EngineEvent } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { example, load, written } from './harness.js';

describe('breakpoints', () => {
  it('stops before the line runs, once per time it is reached', async () => {
    const m = await load(example('tour'));
    const { id, state, sites } = await m.breakAt('total');
    expect(state).toBe('resolved');
    expect(sites[0]?.location?.line).toBe(m.line('total'));
    const totals: unknown[] = [];
    await m.driver.begin();
    for (let time = 0; time < 4; time++) {
      expect(m.driver.reasons).toEqual([{ kind: 'breakpoint', hits: [id] }]);
      totals.push((await m.driver.variables())['Globals']?.['total']);
      if (time < 3) await m.driver.continue();
    }
    expect(totals).toEqual([0, 0, 1, 8]);
  });

  it('moves to the next line with code and says so', async () => {
    const m = await load(example('tour'));
    const moved = await m.breakAtLine(1);
    expect(moved).toMatchObject({ state: 'resolved' });
    expect(moved.message).toMatch(/line 1 holds no code; moved to line \d+/);
    expect(await m.breakAtLine(10_000)).toMatchObject({ state: 'unresolved', sites: [] });
    expect(await m.breakAtLine(1, {}, '/nowhere.mini')).toMatchObject({ state: 'unresolved' });
  });

  it('honours the column', async () => {
    const m = await load(written('let a = 1; let b = 2; let c = 3;\n'));
    await m.breakAtLine(1, { column: 12 });
    await m.driver.begin();
    expect(m.driver.top.location).toMatchObject({ line: 1, column: 12 });
    const places = await m.driver.engine.breakpointLocations(m.driver.top.location!.source, 1, 1);
    expect(places.map(p => p.column)).toEqual([1, 12, 23]);
  });

  it('binds to functions and instructions', async () => {
    const m = await load(example('tour'));
    await m.driver.break({ kind: 'function', name: 'bar' });
    expect(await m.driver.break({ kind: 'function', name: 'nobody' })).toMatchObject({ state: 'unresolved' });
    await m.driver.begin();
    expect(m.driver.top.function).toBe('bar');
    expect(await m.driver.variables()).toMatchObject({ Arguments: { length: 0 } });
    const next = address(m.driver.top.address.offset + 1n, 'code');
    const { id } = await m.driver.break({ kind: 'instruction', address: next });
    await m.driver.continue();
    expect(m.driver.reasons).toEqual([{ kind: 'breakpoint', hits: [id] }]);
    expect(await m.driver.break({ kind: 'instruction', address: address(99_999n, 'code') })).toMatchObject({
      state: 'unresolved',
    });
  });

  it('evaluates conditions inside the program', async () => {
    const m = await load(example('tour'));
    const { evaluated } = await m.breakAt('step', { condition: 'n == 8 and steps > 5' });
    expect(evaluated).toBe('in-program');
    await m.driver.begin();
    expect(await m.driver.variables()).toMatchObject({ Locals: { n: 8, steps: 12 } });
  });

  it('refuses a condition that cannot be compiled, with its place', async () => {
    const m = await load(example('tour'));
    expect(await m.breakAt('step', { condition: 'nothing == 1' })).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('there is no variable nothing here (column 1)') as string,
    });
    expect(await m.breakAt('step', { condition: 'n ==' })).toMatchObject({ state: 'failed' });
  });

  it('stops with the reason when a condition fails', async () => {
    const m = await load(example('tour'));
    const { id } = await m.breakAt('step', { condition: '10 / (n - 2) > 100' });
    await m.driver.begin();
    expect(m.driver.reasons).toEqual([
      { kind: 'breakpoint', hits: [id], problem: expect.stringContaining('division by zero') as string },
    ]);
    expect(await m.driver.variables()).toMatchObject({ Locals: { n: 2 } });
  });

  it.each([
    [{ compare: 'eq', count: 3 }, [3]],
    [{ compare: 'ge', count: 8 }, [8, 9, 10]],
    [{ compare: 'gt', count: 8 }, [9, 10]],
    [{ compare: 'lt', count: 3 }, [1, 2]],
    [{ compare: 'le', count: 3 }, [1, 2, 3]],
    [{ compare: 'multiple', count: 4 }, [4, 8]],
  ] as const)('counts hits: %o', async (hitCondition, expected) => {
    const m = await load(example('tour'));
    await m.breakAt('call', { hitCondition });
    await m.driver.engine.begin();
    const hits: unknown[] = [];
    for (let time = 0; time < expected.length; time++) {
      await m.driver.stopped();
      hits.push((await m.driver.variables())['Globals']?.['first']);
      await m.driver.move({ kind: 'continue' });
    }
    expect(hits).toEqual(expected);
    expect(await m.driver.finish()).toBe(0);
  });

  it('logs without stopping, in order with the output of the program', async () => {
    const m = await load(example('tour'));
    const { id } = await m.breakAt('print', {
      logMessage: 'now {first}: {"" + steps} steps',
      condition: 'first < 3',
    });
    await m.driver.engine.begin();
    await m.driver.finish();
    const logs = m.driver.events.filter((e): e is EngineEvent & { kind: 'output' } => e.kind === 'output');
    expect(logs.map(e => [e.stream, String(e.data).split('\n')[0]]).slice(0, 4)).toEqual([
      ['console', 'now 1: 0 steps'],
      ['stdout', '1 takes 0 steps '],
      ['console', 'now 2: 1 steps'],
      ['stdout', '2 takes 1 steps *'],
    ]);
    expect(logs[0]).toMatchObject({ breakpoint: id, location: { line: m.line('print') } });
  });

  it('gives several breakpoints on one line their own conditions and counts', async () => {
    const m = await load(example('tour'));
    const a = await m.breakAt('call', { condition: 'first % 2 == 0' });
    const b = await m.breakAt('call', { hitCondition: { compare: 'multiple', count: 3 } });
    await m.breakAt('call', { logMessage: 'passing {first}' });
    await m.driver.engine.begin();
    const hits: unknown[] = [];
    for (let time = 0; time < 4; time++) {
      await m.driver.stopped();
      hits.push(m.driver.reasons.flatMap(r => (r.kind === 'breakpoint' ? r.hits : [])));
      await m.driver.move({ kind: 'continue' });
    }
    expect(hits).toEqual([[a.id], [b.id], [a.id], [a.id, b.id]]);
  });

  it('removes a temporary one after its first stop', async () => {
    const m = await load(example('tour'));
    await m.breakAt('call', { temporary: true });
    await m.driver.begin();
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(0);
  });

  it('refuses a condition or a log message that would change the program', async () => {
    const m = await load(example('tour'));
    for (const text of [{ condition: 'n = 5' }, { logMessage: 'now {n = 5}' }])
      expect(await m.breakAt('journey', text)).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('would change the program') as string,
      });
  });

  it('says of a condition that is too long for it that it is nested too deeply', async () => {
    const m = await load(example('tour'));
    const terms = Array.from({ length: 20_000 }, () => 'n').join(' + ');
    expect(await m.breakAt('step', { condition: `${terms} > 1` })).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('it is nested too deeply.') as string,
    });
  });

  it('waits for modules that load later', async () => {
    const m = await load(example('modules'));
    const shapes = join(dirname(m.program), 'shapes.mini');
    const box = await m.breakAt('box', {}, shapes);
    expect(box).toMatchObject({ state: 'pending', message: expect.stringContaining('not loaded') as string });
    const loaded = await m.breakAt('loaded', {}, shapes);
    expect(await m.driver.break({ kind: 'function', name: 'square' })).toMatchObject({ state: 'pending' });
    await m.breakAt('use');
    await m.driver.begin();
    expect(m.driver.line).toBe(m.line('use'));
    expect((await m.driver.engine.modules!()).map(module => module.name)).toEqual(['modules.mini']);
    await m.driver.continue();
    expect(m.driver.reasons).toEqual([{ kind: 'breakpoint', hits: [loaded.id] }]);
    expect((await m.driver.engine.modules!()).map(module => module.name)).toEqual([
      'modules.mini',
      'shapes.mini',
    ]);
    const bound = m.driver.events.find(e => e.kind === 'breakpoints');
    expect(bound).toMatchObject({ resolutions: [{ id: box.id, state: 'resolved' }, {}, {}] });
    const told = m.driver.events.filter(e => e.kind === 'module' || e.kind === 'source');
    expect(told).toMatchObject([
      { kind: 'module', change: 'new', module: { name: 'shapes.mini', extra: { functions: 3 } } },
      { kind: 'source', change: 'new', source: { name: 'shapes.mini', path: shapes } },
    ]);
    expect(m.driver.engine.traits.moduleColumns?.map(c => c.name)).toEqual(['functions', 'instructions']);
    await m.driver.continue();
    expect(m.driver.top.function).toBe('square');
    await m.driver.continue();
    expect(await m.driver.variables()).toMatchObject({
      Arguments: { width: 5, height: 5 },
      Globals: { asked: 0 },
    });
    expect(m.driver.stop.top?.total).toBe(3);
  });

  it('can be set and removed while an endless loop runs', async () => {
    const m = await load(example('endless'));
    await m.driver.engine.begin();
    const { id } = await m.breakAt('turn', { condition: 'n % 1000 == 0' });
    await m.driver.stopped();
    expect(m.driver.top.function).toBe('turn');
    await m.driver.move({ kind: 'continue' });
    await m.driver.stopped();
    await m.driver.engine.changeBreakpoints([], [id]);
    await m.driver.move({ kind: 'continue' });
    await m.driver.engine.pause();
    await m.driver.stopped();
    expect(m.driver.reasons[0]).toEqual({ kind: 'pause' });
  });

  it('does nothing in a program that runs without debugging', async () => {
    const m = await load(written('debugger;\nprint 1;\n'), {
      settings: { noDebug: true, stopOnEntry: true },
    });
    expect(await m.breakAtLine(2)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('without') as string,
    });
    await m.driver.engine.begin();
    expect(await m.driver.finish()).toBe(0);
    expect(m.driver.events.some(e => e.kind === 'stopped')).toBe(false);
  });

  it('stops at a `debugger` statement of the program, once', async () => {
    const m = await load(written('let i = 0;\nwhile i < 2 {\n  debugger; // #trap\n  i = i + 1;\n}\n'));
    await m.breakAt('trap', { condition: 'i == 1' });
    await m.driver.begin();
    expect(m.driver.reasons).toEqual([{ kind: 'program' }]);
    expect(m.driver.line).toBe(m.line('trap'));
    await m.driver.continue();
    expect(m.driver.reasons).toEqual([{ kind: 'breakpoint', hits: [breakpointId(1)] }]);
    await m.driver.continue();
    expect(m.driver.reasons).toEqual([{ kind: 'program' }]);
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(0);
  });

  it('is for one thread only when asked to', async () => {
    const m = await load(example('tasks'));
    await m.breakAt('spawn', { temporary: true });
    await m.driver.begin();
    await m.driver.step('over');
    await m.driver.step('over');
    const third = (await m.driver.engine.threads()).at(-1)!;
    expect(third.name).toBe('count (task 3)');
    await m.breakAt('done', { thread: third.id });
    await m.driver.continue();
    expect(m.driver.stop.focus).toBe(third.id);
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(0);
  });
});
