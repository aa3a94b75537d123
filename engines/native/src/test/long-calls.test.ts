// Expressions that call functions of the program which do not return: they are ended, and the program is as it was.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FrameId, Stop } from '@sonde/engine';
import { NativeEngine } from '../native-engine.js';
import { isAlive, known } from '../reaper.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, lineOf, TestSession, variable } from './session.js';

/** Far less than the five seconds after which a call is given up. */
const promptMs = 2_500;

describe.skipIf(toolsMissing)('a call that does not return', () => {
  const [calls] = useFixtures('calls.c');

  const stopped = async (args: readonly string[] = []) => {
    const session = await TestSession.start(calls.program, { settings: { args } });
    await session.breakAtMarker(calls, 'stop');
    await session.engine.begin();
    const stop = await session.stopped();
    const evaluate = (text: string, signal?: AbortSignal) =>
      session.engine.evaluateText!(stop.id, frameOf(stop), text, signal);
    return { session, stop, evaluate };
  };

  /** Until the program really runs the call, which the system tells: before that there is nothing to interrupt. */
  const isRunning = async ({ engine }: TestSession): Promise<void> => {
    const state = (): string =>
      readFileSync(`/proc/${engine.process.id!}/stat`, 'utf8').replace(/^.*\) /s, '')[0]!;
    await expect.poll(state, { interval: 5, timeout: 5_000 }).toMatch(/[RS]/);
  };

  it.each([
    ['forever()', []],
    ['forever()', ['threads']],
    ['asleep()', []],
    ['asleep()', ['threads']],
  ])('is ended by a cancel of %s (%j), and the next question is answered', async (text, args) => {
    const { session, stop, evaluate } = await stopped(args);
    for (const early of [true, false]) {
      const cancel = new AbortController();
      const asked = evaluate(text, cancel.signal);
      if (!early) await isRunning(session);
      const before = performance.now();
      cancel.abort();
      await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
      expect(intOf(await evaluate('twice(x)'))).toBe(82);
      expect(performance.now() - before).toBeLessThan(promptMs);
    }
    const { frames } = await session.engine.stack(stop.id, stop.focus, 0, 2);
    expect(frames[0]).toMatchObject({ function: 'main', location: { line: calls.line('stop') } });
    const next = await session.step(stop, 'over');
    expect([lineOf(next), intOf(variable(next, 'x'))]).toEqual([calls.line('print'), 42]);
  });

  it('is not begun when it was cancelled while it waited its turn', async () => {
    const { session, evaluate } = await stopped();
    const cancels = [new AbortController(), new AbortController()];
    const asked = cancels.map(({ signal }) => evaluate('forever()', signal).catch((error: unknown) => error));
    await isRunning(session);
    const before = performance.now();
    for (const cancel of cancels.reverse()) cancel.abort();
    expect(await Promise.all(asked)).toMatchObject([{ code: 'cancelled' }, { code: 'cancelled' }]);
    expect(intOf(await evaluate('x'))).toBe(41);
    expect(performance.now() - before).toBeLessThan(promptMs);
  });

  it('is ended by the time limit, which is what is said', async () => {
    const { evaluate } = await stopped();
    await expect(evaluate('forever()')).rejects.toMatchObject({
      code: 'deadline',
      blame: 'user',
      message: 'it took longer than 5 seconds, which is the limit, and was given up.',
    });
    expect(intOf(await evaluate('x'))).toBe(41);
  });

  it.each(['terminate', 'dispose'] as const)('does not keep %s waiting', async how => {
    const { session, evaluate } = await stopped();
    const processes = [await known(session.engine.process.id!), await known(lldbOf(session))];
    const asked = evaluate('forever()').catch((error: unknown) => error);
    await isRunning(session);
    const before = performance.now();
    await session.engine[how]();
    await session.ended();
    expect(performance.now() - before).toBeLessThan(promptMs);
    expect(await asked).toBeInstanceOf(Error);
    await expect.poll(() => Promise.all(processes.map(isAlive))).toEqual([false, false]);
  });
});

function lldbOf({ engine }: TestSession): number {
  if (!(engine instanceof NativeEngine)) throw new Error('not under LLDB');
  return engine.lldbProcessId!;
}

const frameOf = (stop: Stop): FrameId => stop.top!.frames[0]!.id;
