// Conditions and log messages look at the program and change nothing in it.

import { describe, expect, it } from 'vitest';
import type { BreakpointSpec } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('texts that may only look', () => {
  const [watched, shapes] = useFixtures('watched.c', 'shapes.c');

  const set = async (texts: Partial<BreakpointSpec>) => {
    const session = await TestSession.start(watched.program);
    const resolution = await session.breakAtMarker(watched, 'changed', texts);
    return { session, resolution };
  };

  it.each([
    ['(total = 1000) == 0', 'The condition would change the program: it may only look.'],
    ['local++ > 3', 'The condition would change the program: it may only look.'],
    ['add(1) == 2', 'The condition would run code of the program: it may only look.'],
    ['n > 3 && (*add)(1)', 'The condition would run code of the program: it may only look.'],
  ])('refuses the condition %s when it is set, and does not stop', async (condition, message) => {
    const { session, resolution } = await set({ condition });
    expect(resolution).toMatchObject({ state: 'failed', sites: [], message });
    await session.engine.begin();
    await session.ended();
    expect(session.text('stdout').trim()).toBe('30');
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
      message: 'n++ in the log message would change the program: it may only look.',
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
      session.engine.evaluateText!(stop.id, stop.top!.frames[0]!.id, text, undefined, false);
    expect(intOf(await evaluate('(int)(ratio * of_thread)'))).toBe(22);
    for (const text of ['chosen(1, 2)', '(*chosen)(1, 2)', 'new int', 'ratio += 1'])
      await expect(evaluate(text)).rejects.toMatchObject({ code: 'bad-expression' });
  });
});
