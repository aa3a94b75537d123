// Attaching to upstream's executive and leaving it: its clock, its locks, the files of the program, lost connections.

import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { asFailure } from '@sonde/engine';
import { describeWithOutside } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { built, temporaryFolder } from '../executive/bench-executive.js';
import { attached, breakAt, loadedThere, notices, seen } from './bench.js';
import { Peer } from './peer.js';
import { calling, endless } from './programs.js';

const refusal = (trying: Promise<unknown>): Promise<string> =>
  trying.then(
    () => 'it was not refused',
    (error: unknown) => asFailure(error).text,
  );

it('the clock is stopped before anything else is asked, and runs again afterwards', async () => {
  const far = await loadedThere('vscode', endless);
  far.peer.clockRuns = true;
  const driver = await attached(far);
  expect(notices(driver)[0]).toMatch(/Its clock was stopped .* other tasks stand still until it leaves/);
  expect([far.peer.clockRuns, far.peer.sessions.map(({ lock }) => lock)]).toEqual([false, [1]]);
  await driver.break(breakAt(far, 'round'));
  await driver.begin();
  await driver.continue();
  await driver.engine.detach(false);
  expect([far.peer.clockRuns, far.peer.sessions, far.task.state]).toEqual([true, [], 'running']);
  expect(far.task.breakpoints.size).toBe(0);
});

it('a task that is left suspended is paused', async () => {
  const far = await loadedThere('main', endless);
  const driver = await attached(far);
  await driver.begin();
  await driver.engine.detach(true);
  expect([far.task.state, far.peer.clockRuns]).toEqual(['paused', false]);
});

it('a clock that somebody starts meanwhile is stopped again', async () => {
  const far = await loadedThere('vscode', endless);
  const driver = await attached(far);
  await driver.begin();
  await driver.move({ kind: 'continue' });
  far.peer.startClockAfterNextStep();
  await driver.next('notice', ({ message }) => message.startsWith('Somebody started the clock'));
  await driver.engine.pause();
  await driver.stopped();
  expect(far.peer.clockRuns).toBe(false);
});

it('one task at a time: which, has to be said; one that is taken is refused, and the clock goes on', async () => {
  const far = await loadedThere('vscode', endless);
  far.peer.machine.load(await built('second.c', endless));
  expect(await refusal(attached(far))).toBe(
    'on an executive of upstream one task is debugged at a time. Choose it with "task". Those that run there are 1 (program), 2 (second).',
  );
  expect(await refusal(attached(far, { settings: { extra: { task: 'third' } } }))).toMatch(
    /has no task third/,
  );
  const first = await attached(far, { settings: { extra: { task: 'second' } } });
  await first.begin();
  far.peer.clockRuns = true;
  expect(await refusal(attached(far, { settings: { extra: { task: 2 } } }))).toMatch(
    /somebody else debugs task 2/,
  );
  expect(far.peer.clockRuns).toBe(true);
});

it('a program is not loaded there, and the words say where', async () => {
  const { hsx } = await import('../../pack/hsx.js');
  const { EngineDriver } = await import('@sonde/engine/driver');
  const far = await loadedThere('vscode', endless);
  const extra = { executive: { port: far.peer.port } };
  const { target } = await hsx.build({
    ...{ program: far.source, cwd: process.cwd(), debugInfo: true, extra },
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  expect(await refusal(EngineDriver.start(hsx.engine, target!, { settings: { extra } }))).toMatch(
    /loading a program needs an executive of Sonde/,
  );
});

it('code that cannot be shown is taken from the file, or asked for', async () => {
  const far = await loadedThere('main', calling);
  const moved = `${temporaryFolder()}/moved.hxe`;
  copyFileSync(far.task.program, moved);
  const driver = await attached(far);
  expect(notices(driver)[1]).toBe(
    'the executive cannot show code: that program.hxe is what runs there is believed.',
  );
  await driver.engine.detach(false);
  rmSync(far.task.program);
  expect(await refusal(attached(far))).toMatch(
    /cannot show the code of task 1 .* Name the linked program with "program"/,
  );
  const named = await attached(far, { settings: { program: moved } });
  expect(notices(named)[2]).toMatch(/there are no symbols of program/);
});

it('a file that is not what runs there is noticed where code can be shown', async () => {
  const far = await loadedThere('vscode', calling);
  const other = await built('other.c', endless);
  expect(await refusal(attached(far, { settings: { program: other } }))).toMatch(
    /other\.hxe is not the program that runs as task 1/,
  );
  writeFileSync(far.task.program, readFileSync(other));
  const driver = await attached(far);
  expect(notices(driver).slice(1)).toEqual([
    'program.hxe is not the program that runs as task 1.',
    'there are no symbols of program: only instructions, registers and memory can be seen.',
  ]);
  await driver.begin();
  await driver.step('over', 'instruction');
  expect(driver.top.address.offset).toBeGreaterThan(0n);
});

it('a connection that was cut in mid-run is made anew, and breakpoints hold', async () => {
  const far = await loadedThere('vscode', endless);
  const driver = await attached(far, { settings: { extra: { reconnectSeconds: 20 } } });
  await driver.begin();
  await driver.move({ kind: 'continue' });
  far.peer.cut();
  await driver.next('notice', ({ message }) => message.endsWith('is there again.'));
  await driver.break(breakAt(far, 'round'));
  await driver.stopped();
  expect(driver.line).toBe(far.lineOf('round'));
  await driver.continue();
  expect(driver.reasons.map(({ kind }) => kind)).toEqual(['breakpoint']);
  expect(far.peer.sessions.map(({ lock }) => lock)).toEqual([1]);
});

it('an executive that is stuck is told as such', async () => {
  const far = await loadedThere('vscode', endless);
  const driver = await attached(far);
  await driver.begin();
  far.peer.wedge();
  await driver.move({ kind: 'continue' });
  const { trouble } = await driver.next('ended');
  expect(trouble?.message).toMatch(/it no longer reaches its machine .* has to be started again/);
});

describeWithOutside("upstream's own demo", 'hsx', folder => {
  it('has lines and callers by its own symbols', async () => {
    const peer = await Peer.start('vscode');
    const task = peer.machine.load(`${folder}/demo.hxe`);
    const driver = await attached({ peer });
    expect(notices(driver).some(text => text.includes('36 addresses were counted again'))).toBe(true);
    const source = { name: 'demo.c', path: `${folder}/demo.c` };
    await driver.break({ kind: 'source', source, line: 2 });
    await driver.begin();
    await driver.continue();
    const { frames } = (await seen(driver)) as { frames: unknown };
    expect(frames).toEqual([
      ['add', 2, 64n, 'exact'],
      ['twice', 7, 180n, 'exact'],
      ['main', 14, 400n, 'exact'],
    ]);
    expect(task.steps).toBe(77);
    await driver.step('out');
    expect([driver.top.function, driver.line]).toEqual(['twice', 7]);
    for (let hits = 0; hits < 4; hits++) await driver.continue();
    await driver.move({ kind: 'continue' });
    expect([await driver.finish(), task.steps]).toEqual([20, 483]);
  });
});
