// Steps over lines without a jump, which go to their end at once.

import { describe, expect, it } from 'vitest';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, lineOf, reasonOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('a step over a line without a jump', () => {
  const [straight, inlined] = useFixtures('straight.c', 'inlined.c');

  it('ends before the next line runs, one line at a time', async () => {
    const session = await TestSession.start(straight.program);
    await session.breakAtMarker(straight, 'first');
    await session.engine.begin();
    const first = await session.stopped();
    const second = await session.step(first, 'over');
    expect([lineOf(second), reasonOf(second).kind]).toEqual([straight.line('second'), 'step']);
    expect(intOf(variable(second, 'a'))).toBe(1);
    const third = await session.step(second, 'in');
    expect(lineOf(third)).toBe(straight.line('third'));
    expect(intOf(variable(third, 'b'))).toBe(3);
  });

  it('ends behind a single instruction that has a breakpoint', async () => {
    const session = await TestSession.start(straight.program);
    await session.breakAtMarker(straight, 'single');
    await session.engine.begin();
    const next = await session.step(await session.stopped(), 'over');
    expect([lineOf(next), reasonOf(next).kind]).toEqual([straight.line('loop'), 'step']);
  });

  it('ends in its own frame where a signal handler comes to the same place first', async () => {
    const session = await TestSession.start(straight.program);
    await session.breakAtMarker(straight, 'second', { temporary: true });
    await session.engine.begin();
    const stop = await session.stopped();
    process.kill(session.engine.process.id!, 'SIGUSR1');
    const next = await session.step(stop, 'over');
    expect(lineOf(next)).toBe(straight.line('third'));
    expect(intOf(variable(next, 'depth'))).toBe(0);
    await session.go(next, { kind: 'continue' });
    expect((await session.next('exited')).status, 'the handler has run').toEqual({ code: 4 });
  });

  it('stops at a breakpoint that the signal handler meets on the way, and goes on as asked from there', async () => {
    const session = await TestSession.start(straight.program);
    const here = await session.breakAtMarker(straight, 'second', { temporary: true });
    await session.engine.begin();
    const stop = await session.stopped();
    expect(reasonOf(stop)).toMatchObject({ hits: [here.id] });
    const inside = await session.breakAtMarker(straight, 'last');
    process.kill(session.engine.process.id!, 'SIGUSR1');
    const met = await session.step(stop, 'over');
    expect(reasonOf(met)).toEqual({ kind: 'breakpoint', hits: [inside.id] });
    expect(intOf(variable(met, 'depth'))).toBe(1);
    await session.go(met, { kind: 'continue' });
    const own = await session.stopped();
    expect([lineOf(own), intOf(variable(own, 'depth'))]).toEqual([straight.line('last'), 0]);
  });

  it('goes into a function that was inlined, and over it', async () => {
    const session = await TestSession.start(inlined.program);
    await session.breakAtMarker(inlined, 'call');
    await session.engine.begin();
    const call = await session.stopped();
    const inside = await session.step(call, 'in');
    expect([inside.top?.frames[0]?.function, lineOf(inside)]).toEqual(['twice', inlined.line('inside')]);
    expect(reasonOf(inside)).toMatchObject({ kind: 'step' });
    const back = await session.step(inside, 'out');
    const second = lineOf(back) === inlined.line('call') ? await session.step(back, 'over') : back;
    expect(lineOf(second)).toBe(inlined.line('second'));
    expect(lineOf(await session.step(second, 'over'))).toBe(inlined.line('end'));
  });

  it('leaves nothing behind that would stop the program later', async () => {
    const session = await TestSession.start(straight.program);
    await session.breakAtMarker(straight, 'first', { temporary: true });
    await session.engine.begin();
    const second = await session.step(await session.stopped(), 'over');
    await session.go(second, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 3 });
  });
});
