// Motions of a real program: stops, steps, entry, pause, run-to, goto, exit.

import { describe, expect, it } from 'vitest';
import { stopId } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, lineOf, reasonOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('motions of a native program', () => {
  const [tour, endless, steps] = useFixtures('tour.c', 'endless.c', 'interrupted.c');

  it('stops before the line runs, with the values pushed along', async () => {
    const session = await TestSession.start(tour.program);
    const resolved = await session.breakAtMarker(tour, 'after');
    expect(resolved).toMatchObject({ state: 'resolved', sites: [{ function: 'main' }] });
    await session.engine.begin();
    const stop = await session.stopped();
    expect(lineOf(stop)).toBe(tour.line('after'));
    expect(reasonOf(stop)).toEqual({ kind: 'breakpoint', hits: [resolved.id] });
    expect(intOf(variable(stop, 'total'))).toBe(0);
    expect(stop.top?.frames.map(frame => frame.function)[0]).toBe('main');
  });

  it('steps in, out with the returned value, and over', async () => {
    const session = await TestSession.start(tour.program);
    await session.breakAtMarker(tour, 'call', { hitCondition: { compare: 'eq', count: 3 } });
    await session.engine.begin();
    const inside = await session.step(await session.stopped(), 'in');
    expect(lineOf(inside)).toBe(tour.line('twice'));
    expect(intOf(variable(inside, 'n'))).toBe(2);
    const out = await session.step(inside, 'out');
    expect(lineOf(out)).toBe(tour.line('call'));
    const reason = reasonOf(out);
    expect(reason.kind === 'step' && reason.returned !== undefined ? intOf(reason.returned) : reason).toBe(4);
    expect(lineOf(await session.step(out, 'over'))).toBe(tour.line('after'));
  });

  it.each(['over', 'in', 'out'] as const)(
    'goes on to the end where a step (%s) leaves main, since no line comes after it',
    async how => {
      const session = await TestSession.start(tour.program);
      await session.breakAtMarker(tour, how === 'out' ? 'print' : 'end');
      await session.engine.begin();
      const last = await session.stopped();
      await session.go(last, { kind: 'step', how, granularity: 'line' });
      expect((await session.next('exited')).status).toEqual({ code: 9 });
      await session.ended();
      expect(session.events.filter(({ kind }) => kind === 'stopped')).toHaveLength(1);
    },
  );

  it('stops behind main where a step goes by instructions', async () => {
    const session = await TestSession.start(tour.program);
    await session.breakAtMarker(tour, 'end');
    await session.engine.begin();
    let stop = await session.stopped();
    for (let steps = 0; stop.top?.frames[0]?.function === 'main' && steps < 20; steps++)
      stop = await session.step(stop, 'over', 'instruction');
    expect(lineOf(stop)).toBeUndefined();
    // Who has looked around there steps on by instructions, as before.
    expect(reasonOf(await session.step(stop, 'over'))).toMatchObject({ kind: 'step' });
  });

  it('steps by one machine instruction', async () => {
    const session = await TestSession.start(tour.program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    const first = await session.stopped();
    const second = await session.step(first, 'over', 'instruction');
    const distance = second.top!.frames[0]!.address.offset - first.top!.frames[0]!.address.offset;
    expect(distance).toBeGreaterThan(0n);
    expect(distance).toBeLessThanOrEqual(15n);
  });

  it('stops on entry in the first line of main', async () => {
    const session = await TestSession.start(tour.program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    const stop = await session.stopped();
    expect(reasonOf(stop)).toEqual({ kind: 'entry' });
    expect(lineOf(stop)).toBe(tour.line('entry'));
  });

  it('stops at the first instruction when the entry function is not there', async () => {
    const options = { settings: { stopOnEntry: true }, engine: { entryFunction: 'no_such_function' } };
    const session = await TestSession.start(tour.program, options);
    await session.engine.begin();
    const stop = await session.stopped();
    expect(reasonOf(stop)).toEqual({ kind: 'entry' });
    await session.go(stop, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 9 });
  });

  it('runs to the end, tells all output, the exit code, and then its own end', async () => {
    const session = await TestSession.start(tour.program);
    await session.engine.begin();
    expect((await session.next('exited')).status).toEqual({ code: 9 });
    expect(session.text('stdout')).toBe('total 90 106 18364758544493064720\n');
    expect((await session.ended()).trouble).toBeUndefined();
    expect(session.events.at(-1)?.kind).toBe('ended');
  });

  it('does not stop twice at a breakpoint that a step arrived at', async () => {
    const session = await TestSession.start(tour.program);
    await session.breakAtMarker(tour, 'call', { hitCondition: { compare: 'eq', count: 1 } });
    const second = await session.breakAtMarker(tour, 'after', { hitCondition: { compare: 'le', count: 2 } });
    await session.engine.begin();
    const arrived = await session.step(await session.stopped(), 'over');
    expect(lineOf(arrived)).toBe(tour.line('after'));
    expect(reasonOf(arrived)).toEqual({ kind: 'breakpoint', hits: [second.id] });
    const again = await session.move(arrived, { kind: 'continue' });
    expect(intOf(variable(again, 'i'))).toBe(1);
  });

  it('steps on through a breakpoint whose condition is false', async () => {
    const session = await TestSession.start(tour.program);
    await session.breakAtMarker(tour, 'call', { temporary: true });
    await session.breakAtMarker(tour, 'after', { condition: 'i == 77' });
    await session.breakAtMarker(tour, 'twice', { logMessage: 'in twice' });
    await session.engine.begin();
    const stop = await session.step(await session.stopped(), 'over');
    expect(lineOf(stop)).toBe(tour.line('after'));
    expect(reasonOf(stop).kind).toBe('step');
  });

  it('forgets a step that a breakpoint interrupted', async () => {
    const session = await TestSession.start(tour.program);
    await session.breakAtMarker(tour, 'call', { temporary: true });
    const inside = await session.breakAtMarker(tour, 'twice', { temporary: true });
    await session.engine.begin();
    const interrupted = await session.step(await session.stopped(), 'over');
    expect(reasonOf(interrupted)).toEqual({ kind: 'breakpoint', hits: [inside.id] });
    const later = await session.breakAtMarker(tour, 'print');
    const stop = await session.move(interrupted, { kind: 'continue' });
    expect(reasonOf(stop)).toEqual({ kind: 'breakpoint', hits: [later.id] });
    expect(lineOf(stop)).toBe(tour.line('print'));
  });

  it('forgets steps that were interrupted inside each other', async () => {
    const session = await TestSession.start(tour.program);
    await session.breakAtMarker(tour, 'call', { temporary: true });
    await session.breakAtMarker(tour, 'twice', { temporary: true });
    await session.breakAtMarker(tour, 'return', { temporary: true });
    await session.engine.begin();
    const over = await session.step(await session.stopped(), 'over');
    const out = await session.step(over, 'out');
    expect(lineOf(out)).toBe(tour.line('return'));
    // Back in the caller by this step alone, not by the first one that was for the next line.
    const back = await session.step(out, 'out');
    expect(lineOf(back)).toBe(tour.line('call'));
    await session.go(back, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 9 });
  });

  it('forgets a step out that a watchpoint interrupted', async () => {
    const session = await TestSession.start(steps.program);
    await session.breakAtMarker(steps, 'before', { temporary: true });
    await session.engine.begin();
    const before = await session.stopped();
    const { place } = variable(before, 'counted');
    const watch = await session.breakAt({ kind: 'data', place: place!, size: 4, access: 'write' });
    const interrupted = await session.step(before, 'out');
    expect(reasonOf(interrupted)).toMatchObject({ kind: 'data', hits: [watch.id] });
    await session.engine.changeBreakpoints([], [watch.id]);
    await session.go(interrupted, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 1 });
  });

  it('forgets a step that a pause interrupted', async () => {
    const session = await TestSession.start(steps.program, { settings: { args: ['wait'] } });
    await session.breakAtMarker(steps, 'call', { temporary: true });
    await session.engine.begin();
    await session.go(await session.stopped(), { kind: 'step', how: 'over', granularity: 'line' });
    await session.next('output');
    await session.engine.pause();
    const paused = await session.stopped();
    expect(reasonOf(paused)).toEqual({ kind: 'pause' });
    await session.engine.evaluateText!(paused.id, undefined, 'go_on = 1');
    await session.go(paused, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 1 });
  });

  it('runs to a place', async () => {
    const session = await TestSession.start(tour.program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    const location = { source: { name: 'tour.c', path: tour.source }, line: tour.line('inner') };
    const stop = await session.move(await session.stopped(), { kind: 'run-to', location });
    expect(lineOf(stop)).toBe(tour.line('inner'));
    expect(reasonOf(stop)).toEqual({ kind: 'step' });
  });

  it('sets the next statement without running what lies between', async () => {
    const session = await TestSession.start(tour.program);
    await session.breakAtMarker(tour, 'return', { temporary: true });
    await session.engine.begin();
    const stop = await session.stopped();
    const source = { name: 'tour.c', path: tour.source };
    const [target] = await session.engine.gotoTargets!(stop.id, source, tour.line('twice'));
    expect(target?.label).toBe(`twice, line ${tour.line('twice')}`);
    const moved = await session.move(stop, { kind: 'goto', target: target!.address });
    expect(reasonOf(moved)).toEqual({ kind: 'goto' });
    expect(lineOf(moved)).toBe(tour.line('twice'));
    expect(moved.id).toBeGreaterThan(stop.id);
  });

  it('pauses an endless loop and lets it go on', async () => {
    const session = await TestSession.start(endless.program);
    await session.engine.begin();
    await session.next('output');
    await session.engine.pause();
    const stop = await session.stopped();
    expect(reasonOf(stop)).toEqual({ kind: 'pause' });
    const before = Number(session.uint64(await session.engine.evaluateText!(stop.id, undefined, 'turns')));
    await session.go(stop, { kind: 'continue' });
    await session.engine.pause();
    const later = await session.stopped();
    const after = Number(session.uint64(await session.engine.evaluateText!(later.id, undefined, 'turns')));
    expect(after).toBeGreaterThanOrEqual(before);
  });

  it('keeps the id of a frame while its function runs', async () => {
    const session = await TestSession.start(tour.program);
    await session.breakAtMarker(tour, 'call', { temporary: true });
    await session.engine.begin();
    const first = await session.stopped();
    const inside = await session.step(first, 'in');
    const main = inside.top?.frames[1];
    expect(main?.id).toBe(first.top?.frames[0]?.id);
    expect(inside.top?.frames[0]?.id).not.toBe(main?.id);
    const out = await session.step(inside, 'out');
    expect(out.top?.frames[0]?.id).toBe(main?.id);
    // Scopes of a caller are found by that id.
    const scopes = await session.engine.scopes(out.id, main!.id);
    const usual = ['arguments', 'locals', 'globals', 'registers'];
    // What the function returned is there until the program moves on.
    expect(scopes.map(scope => scope.kind)).toEqual(['returnValue', ...usual]);
    const on = await session.step(out, 'over');
    const later = await session.engine.scopes(on.id, on.top!.frames[0]!.id);
    expect(later.map(scope => scope.kind)).toEqual(usual);
  });

  it('refuses what belongs to an earlier stop, and motions while it runs', async () => {
    const session = await TestSession.start(endless.program);
    await session.breakAtMarker(endless, 'turn', { temporary: true });
    await session.engine.begin();
    const stop = await session.stopped();
    await expect(session.engine.stack(stopId(99), stop.focus, 0, 1)).rejects.toMatchObject({ code: 'stale' });
    await session.go(stop, { kind: 'continue' });
    await expect(session.go(stop, { kind: 'continue' })).rejects.toMatchObject({ code: 'running' });
    await expect(session.engine.scopes(stop.id, stop.top!.frames[0]!.id)).rejects.toMatchObject({
      code: 'running',
    });
  });

  it('says that it cannot go back, nor step by statement', async () => {
    const session = await TestSession.start(tour.program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    const { id, focus } = await session.stopped();
    const step = { kind: 'step', how: 'over', granularity: 'line' } as const;
    const back = { stop: id, thread: focus, scope: 'all', direction: 'back', motion: step } as const;
    await expect(session.engine.resume(back)).rejects.toMatchObject({ code: 'not-supported' });
    const statement = {
      ...back,
      direction: 'forward',
      motion: { ...step, granularity: 'statement' },
    } as const;
    await expect(session.engine.resume(statement)).rejects.toMatchObject({ code: 'not-supported' });
  });
});
