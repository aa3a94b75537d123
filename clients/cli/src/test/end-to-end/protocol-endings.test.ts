// How a session ends: the program goes on suspended, is ended, or is started again with other arguments.

import { readFileSync } from 'node:fs';
import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fixture, stdio } from './fixtures.js';
import { allGone } from './processes.js';
import { refusal } from './refusal.js';
import { ScratchFolder } from './scratch-folder.js';

const open = async (): Promise<TestClient> => closeAfterTest(await connect(stdio()));

/** A word of a process's state, as the system tells it: "T (stopped)". */
const stateOf = (pid: number): string =>
  /^State:\s+(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';

const tracerOf = (pid: number): string =>
  /^TracerPid:\s+(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';

/** A program that counts as it runs, in a place that can be seen from outside. */
const counting = `#include <stdio.h>
#include <unistd.h>
int main(void) {
  puts("spinning");
  fflush(stdout);
  for (volatile unsigned long n = 0;; n++) { // #turn
    if (n % 100000 == 0) usleep(1);
  }
}
`;

describeUnlessMissing(
  'a native program that its debugger leaves suspended',
  (await nativeTools()).missing,
  () => {
    it.each(['running', 'stopped'])('stands still, without a debugger (%s before)', async before => {
      const program = new ScratchFolder().file('counting.c', counting);
      const client = await open();
      expect((await client.initialize()).supportSuspendDebuggee).toBeUndefined();
      await client.launch({ program }, each =>
        before === 'stopped' ? each.setBreakpoints(program, ['#turn']) : Promise.resolve(),
      );
      expect(client.capabilities.supportSuspendDebuggee).toBe(true);
      if (before === 'stopped') await client.waitForStop({ reason: 'breakpoint' });
      else await client.waitForOutput('spinning');
      const pid = (await client.waitFor('process')).body.systemProcessId!;
      onTestFinished(() => void process.kill(pid, 'SIGKILL'));
      await client.disconnect({ suspendDebuggee: true });
      expect(stateOf(pid)).toMatch(/^T /);
      expect(tracerOf(pid)).toBe('0');
      // No instruction of the debugger's is left in it: it can go on as if nothing had been.
      process.kill(pid, 'SIGCONT');
      await expect.poll(() => stateOf(pid), { timeout: 60_000 }).toMatch(/^[RS] /);
    });

    witness(
      c,
      ['request disconnect', 'capability supportSuspendDebuggee'],
      'in a terminal of the client stands still there',
      async () => {
        const program = new ScratchFolder().file('counting.c', counting);
        const client = await open();
        await client.launch({ program, console: 'integratedTerminal' });
        await client.terminals[0]!.output.waitFor(/spinning/, 20_000);
        const pid = (await client.waitFor('process')).body.systemProcessId!;
        await client.disconnect({ suspendDebuggee: true });
        expect(stateOf(pid)).toMatch(/^T /);
        process.kill(pid, 'SIGKILL');
      },
    );

    it('cannot be ended and suspended at once, and then nothing happens', async () => {
      const client = await open();
      await client.launch({ program: fixture('endless.c') });
      await client.waitForOutput('spinning');
      const both = { suspendDebuggee: true, terminateDebuggee: true };
      expect(await refusal(client.request('disconnect', both))).toMatch(/cannot stay suspended/);
    });

    it.each(['running', 'stopped'])(
      'goes on by itself when it is not to be ended (%s before)',
      async before => {
        const program = new ScratchFolder().file('counting.c', counting);
        const client = await open();
        await client.launch({ program }, each =>
          before === 'stopped' ? each.setBreakpoints(program, ['#turn']) : Promise.resolve(),
        );
        if (before === 'stopped') await client.waitForStop({ reason: 'breakpoint' });
        else await client.waitForOutput('spinning');
        const pid = (await client.waitFor('process')).body.systemProcessId!;
        onTestFinished(() => void process.kill(pid, 'SIGKILL'));
        const adapter = client.process;
        await client.disconnect({ terminateDebuggee: false });
        expect(await adapter?.exited).toMatchObject({ code: 0 });
        expect(stateOf(pid)).toMatch(/^[RS] /);
        expect(tracerOf(pid)).toBe('0');
      },
    );

    it('is ended when nothing else is asked for', async () => {
      const client = await open();
      await client.launch({ program: fixture('endless.c') });
      await client.waitForOutput('spinning');
      const pid = (await client.waitFor('process')).body.systemProcessId!;
      await client.disconnect({ suspendDebuggee: false });
      await allGone([pid]);
    });
  },
);

describe('a program without a life of its own', () => {
  it('cannot be left suspended: where that is not declared it is not heeded, and the goodbye is answered', async () => {
    const client = await open();
    const program = fixture('scenario.mini');
    await client.launch({ program }, each => each.setBreakpoints(program, ['#line', '#end']));
    await client.waitForStop();
    expect(client.capabilities.supportSuspendDebuggee).toBeUndefined();
    const adapter = client.process;
    await client.request('disconnect', { suspendDebuggee: true, terminateDebuggee: true });
    expect(await adapter?.exited).toMatchObject({ code: 0 });
  });
});

describe('terminate', () => {
  it('ends the program, and disconnect may follow', async () => {
    const client = await open();
    await client.launch({ program: fixture('endless.mini') });
    await client.waitForOutput('spinning');
    await client.request('terminate');
    await client.waitFor('exited');
    await client.waitFor('terminated');
    expect(await client.request('threads')).toEqual({ threads: [] });
    expect(await refusal(client.request('stackTrace', { threadId: 1 }))).toMatch(/has ended/);
    const adapter = client.process;
    await client.disconnect();
    expect(await adapter?.exited).toMatchObject({ code: 0 });
  });
});

describe('restart', () => {
  it('runs with the arguments that come with it, and then with those again', async () => {
    const program = new ScratchFolder().file('words.mini', 'print "word " + args(0);\nprint "end";\n');
    const client = await open();
    await client.launch({ program, args: ['first'] }, each => each.setBreakpoints(program, [2]));
    await client.waitForStop();
    expect(client.output()).toContain('word first');
    let before = await client.restart({ arguments: { program, args: ['second'] } });
    await client.waitForStop();
    expect(client.output({ after: before })).toContain('word second');
    before = await client.restart();
    await client.waitForStop();
    expect(client.output({ after: before })).toContain('word second');
    await client.runToEnd();
  });

  it('with a configuration that makes no sense leaves the program where it is', async () => {
    const program = fixture('scenario.mini');
    const client = await open();
    await client.launch({ program }, each => each.setBreakpoints(program, ['#line']));
    await client.waitForStop();
    const wrong = { arguments: { program, args: 'no list' } };
    expect(await refusal(client.request('restart', wrong))).toMatch(/args must be an array/);
    expect((await client.topFrame()).line).toBe(lineOf(program, '#line'));
    await client.runToEnd();
  });
});
