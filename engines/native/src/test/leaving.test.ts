// A native program without a terminal of its own that its debugger leaves: it goes on, and its output goes nowhere.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LaunchSettings } from '@sonde/engine';
import { isAlive, known } from '../reaper.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { TestSession } from './session.js';

const endOfFile = -1;
const waitMs = 20_000;

describe.skipIf(toolsMissing)('a native program that its debugger leaves', () => {
  const [left, calls] = useFixtures('left.c', 'calls.c');

  const reportPath = (): string => {
    const path = join(tmpdir(), `sonde-left-${randomUUID()}`);
    onTestFinished(() => rm(path, { force: true }));
    return path;
  };

  const start = (report: string, more: Partial<LaunchSettings> = {}): Promise<TestSession> =>
    TestSession.start(left.program, {
      settings: { args: [report], stdin: { text: '', closed: false }, ...more },
    });

  const tellsOfItself = async (report: string, processId: number): Promise<void> => {
    await expect.poll(() => existsSync(report), { timeout: waitMs }).toBe(true);
    await expect
      .poll(() => readFileSync(report, 'utf8'), { timeout: waitMs })
      .toBe(`process ${processId}, printing went well, read ${endOfFile}\n`);
  };

  const goesOn = async (session: TestSession, report: string): Promise<void> => {
    const id = session.engine.process.id!;
    await session.engine.detach(false);
    expect((await session.ended()).trouble).toBeUndefined();
    expect(session.events.some(event => event.kind === 'exited')).toBe(false);
    expect(session.events).toContainEqual({
      kind: 'notice',
      message: `left goes on as process ${id}; what it prints is shown nowhere, and it has nothing more to read.`,
      important: false,
    });
    await tellsOfItself(report, id);
  };

  it('goes on from where it was stopped, past the breakpoints that were there', async () => {
    const report = reportPath();
    const session = await start(report);
    await session.breakAtMarker(left, 'begun');
    await session.breakAtMarker(left, 'printing');
    await session.engine.begin();
    await session.stopped();
    await goesOn(session, report);
  });

  it('goes on while it runs', async () => {
    const report = reportPath();
    const session = await start(report);
    await session.engine.begin();
    await session.next('output');
    await goesOn(session, report);
  });

  it('goes on when it ran without a debugger', async () => {
    const report = reportPath();
    const session = await start(report, { noDebug: true });
    await session.engine.begin();
    await session.next('output');
    await goesOn(session, report);
  });

  it('goes on out of a call that did not return, which is over', async () => {
    const session = await TestSession.start(calls.program);
    const program = await known(session.engine.process.id!);
    await session.breakAtMarker(calls, 'stop');
    await session.engine.begin();
    const stop = await session.stopped();
    const frame = stop.top!.frames[0]!.id;
    const asked = session.engine.evaluateText!(stop.id, frame, 'forever()').catch((error: unknown) => error);
    const before = performance.now();
    await session.engine.detach(false);
    expect(performance.now() - before).toBeLessThan(2_500);
    expect(await asked).toMatchObject({ code: 'wrong-state' });
    await expect.poll(() => isAlive(program), { timeout: waitMs }).toBe(false);
  });
});
