// Conditions and log messages look at the program and may call its functions; what would assign is refused.

import { describe, expect, it } from 'vitest';
import type { BreakpointSpec } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, lineOf, reasonOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('texts of breakpoints', () => {
  const [watched, shapes, calls, endless] = useFixtures('watched.c', 'shapes.c', 'calls.c', 'endless.c');

  const set = async (texts: Partial<BreakpointSpec>) => {
    const session = await TestSession.start(watched.program);
    const resolution = await session.breakAtMarker(watched, 'changed', texts);
    return { session, resolution };
  };

  it.each([['(total = 1000) == 0'], ['local++ > 3'], ['(total = add(1)) == 2']])(
    'refuses the condition %s when it is set, and does not stop',
    async condition => {
      const { session, resolution } = await set({ condition });
      const message = 'The condition would change the program: only the console may do that.';
      expect(resolution).toMatchObject({ state: 'failed', sites: [], message });
      await session.engine.begin();
      await session.ended();
      expect(session.text('stdout').trim()).toBe('30');
    },
  );

  it('takes a condition that calls a function, says who decides it, and stops where it holds', async () => {
    const { session, resolution } = await set({ condition: 'n > 0 && leave(-n) == -3' });
    expect(resolution).toMatchObject({
      state: 'resolved',
      message: 'the program halts each time to have LLDB check the condition: it calls a function.',
    });
    await session.breakAtMarker(watched, 'leave');
    await session.engine.begin();
    const stop = await session.stopped();
    expect([lineOf(stop), intOf(variable(stop, 'n'))]).toEqual([watched.line('changed'), 3]);
  });

  it.each([
    ['crash() == 1', /signal SIGSEGV|invalid address/],
    ['forever() == 1', /longer than 1 second/],
    ['nosuch(1) == 2', /undeclared identifier 'nosuch'/],
  ])('stops with the reason where %s has no answer, and the program is as it was', async (condition, why) => {
    const session = await TestSession.start(calls.program);
    await session.breakAtMarker(calls, 'stop', { condition });
    await session.breakAtMarker(calls, 'twice');
    await session.engine.begin();
    const stop = await session.stopped();
    const reason = reasonOf(stop);
    expect(reason).toMatchObject({ kind: 'breakpoint' });
    expect(reason.kind === 'breakpoint' && reason.problem).toMatch(why);
    expect([lineOf(stop), stop.top?.frames[0]?.function]).toEqual([calls.line('stop'), 'main']);
    const next = await session.step(stop, 'over');
    expect([lineOf(next), intOf(variable(next, 'x'))]).toEqual([calls.line('print'), 42]);
  });

  it('goes on checking a condition that calls when breakpoints are changed meanwhile', async () => {
    const session = await TestSession.start(endless.program);
    await session.breakAtMarker(endless, 'turn', { condition: 'same(turns) >= 300' });
    await session.engine.begin();
    for (let nth = 0; nth < 10; nth++) await session.breakAtMarker(endless, 'same');
    const stop = await session.stopped();
    expect(reasonOf(stop)).toEqual({ kind: 'breakpoint', hits: [1] });
    const turns = await session.engine.evaluateText!(stop.id, stop.top!.frames[0]!.id, 'turns');
    expect(session.uint64(turns)).toBe(300n);
  });

  it.each(['n\0m', 'n\ud83d'])('refuses %j as an expression instead of reading a part of it', async text => {
    const { session } = await set({});
    await session.engine.begin();
    const stop = await session.stopped();
    const frame = stop.top!.frames[0]!.id;
    await expect(session.engine.evaluateText!(stop.id, frame, text)).rejects.toMatchObject({
      code: 'bad-expression',
      blame: 'user',
    });
  });

  it.each(['n.1', 'local.0 + 1', '(n).5'])('refuses %s instead of answering with the number', async text => {
    const { session } = await set({});
    await session.engine.begin();
    const stop = await session.stopped();
    const asked = session.engine.evaluateText!(stop.id, stop.top!.frames[0]!.id, text);
    await expect(asked).rejects.toMatchObject({ code: 'bad-expression', blame: 'user' });
  });

  it('refuses a log message that would change the program', async () => {
    const { session, resolution } = await set({ logMessage: 'n is {n} and {n++}' });
    expect(resolution).toMatchObject({
      state: 'failed',
      message: 'n++ in the log message would change the program: only the console may do that.',
    });
    await session.engine.begin();
    await session.ended();
    expect([session.text('stdout').trim(), session.text('console')]).toEqual(['30', '']);
  });

  it.each([
    'n == 3 && total >= 1',
    '(long)(n) > 2 && n <= 3',
    'n * 1.5 > 4 && n != 4',
    'sizeof(int) + n == 7',
  ])('takes the condition %s', async condition => {
    const { session, resolution } = await set({ condition });
    expect(resolution.state).toBe('resolved');
    await session.engine.begin();
    expect(intOf(variable(await session.stopped(), 'n'))).toBe(3);
  });

  it('calculates with floats in log messages and hovers', async () => {
    const session = await TestSession.start(shapes.program);
    await session.breakAtMarker(shapes, 'main', { logMessage: '{ratio * 2} {of_thread / 2.0}' });
    await session.breakAtMarker(shapes, 'main');
    await session.engine.begin();
    const stop = await session.stopped();
    expect(session.text('console')).toBe('5 4.5\n');
    const evaluate = (text: string) =>
      session.engine.evaluateText!(stop.id, stop.top!.frames[0]!.id, text, undefined, 'none');
    expect(intOf(await evaluate('(int)(ratio * of_thread)'))).toBe(22);
    for (const text of ['chosen(1, 2)', '(*chosen)(1, 2)', 'new int', 'ratio += 1'])
      await expect(evaluate(text)).rejects.toMatchObject({ code: 'bad-expression' });
  });
});
