// A session from its first word to its last, seen in what the program does.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect } from 'vitest';
import { fixture, tcpServer } from './fixtures.js';
import { allGone } from './processes.js';
import { refusal } from './refusal.js';
import { ScratchFolder } from './scratch-folder.js';

const server = tcpServer();
const open = async (): Promise<TestClient> => closeAfterTest(await connect(await server()));
const scenario = fixture('scenario.mini');

async function stopped(program = scenario): Promise<TestClient> {
  const client = await open();
  await client.launch({ program }, each => each.setBreakpoints(program, ['#line']));
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
}

const sessionsOf = async (client: TestClient): Promise<readonly { readonly id: string }[]> =>
  (
    (await client.customRequest('sonde/sessions')) as {
      readonly sessions: readonly { readonly id: string; readonly program: string }[];
    }
  ).sessions;

describe('a program', () => {
  witness(
    mini,
    [
      'request initialize',
      'request launch',
      'request configurationDone',
      'capability supportsConfigurationDoneRequest',
      'request setBreakpoints',
      'event initialized',
      'event process',
      'event stopped',
      'event output',
      'event exited',
      'event terminated',
    ],
    'runs when all is configured and not before, stops, prints, and ends with its code',
    async () => {
      const client = await open();
      await client.initialize();
      const launching = client.request('launch', { program: scenario });
      await client.waitFor('initialized');
      await client.setBreakpoints(scenario, ['#end']);
      // Everything but the last word was said: the program stands at its beginning.
      expect(await refusal(client.request('next', { threadId: 1 }))).toMatch(/not started/);
      expect(client.timeline.events('stopped')).toEqual([]);
      expect(client.output({ category: 'stdout' })).toBe('');
      await client.request('configurationDone');
      await launching;
      const { body } = await client.waitFor('process');
      expect(body).toMatchObject({
        name: expect.stringContaining('scenario') as string,
        startMethod: 'launch',
      });
      await client.waitForStop({ reason: 'breakpoint' });
      expect((await client.topFrame()).line).toBe(lineOf(scenario, '#end'));
      expect((await client.evaluate('total')).result).toBe('27');
      await client.runToEnd();
      expect(client.output({ category: 'stdout' })).toBe('total 27\n');
      expect((await client.waitFor('exited')).body.exitCode).toBe(0);
    },
  );

  witness(
    ng,
    ['request restart', 'capability supportsRestartRequest'],
    'begins anew, with what was changed in its launch configuration',
    async () => {
      const program = fixture('scenario.ng');
      const client = await stopped(program);
      const frameId = (await client.topFrame()).id;
      await client.request('setExpression', { expression: 'x', value: '50', frameId });
      await client.restart();
      await client.waitForStop({ reason: 'breakpoint' });
      expect((await client.evaluate('x')).result).toBe('1');
      await client.restart({ arguments: { program: fixture('throws.ng') } });
      await client.waitForStop({ reason: 'exception' });
      expect((await client.topFrame()).line).toBe(lineOf(fixture('throws.ng'), '#throw'));
    },
  );

  witness(
    mini,
    ['request attach', 'event continued', 'event stopped'],
    'is joined by a second client, who sees it go on and stop',
    async () => {
      const client = await stopped();
      const [session] = await sessionsOf(client);
      const guest = await open();
      await guest.attach({ session: session!.id });
      await guest.waitForStop();
      expect((await guest.evaluate('x')).result).toBe('1');
      const before = guest.timeline.now;
      await client.next();
      const { body } = await guest.waitFor('continued', { after: before });
      expect(body).toMatchObject({ threadId: 1, allThreadsContinued: true });
      await guest.waitForStop({ after: before, reason: 'step' });
      expect((await guest.evaluate('x')).result).toBe('2');
    },
  );

  witness(
    mini,
    ['request terminate', 'capability supportsTerminateRequest', 'event terminated'],
    'is ended while it runs',
    async () => {
      const client = await open();
      await client.launch({ program: fixture('endless.mini') });
      await client.waitForOutput('spinning');
      await client.request('terminate');
      await client.waitFor('terminated');
      expect(await sessionsOf(client)).toEqual([]);
      expect(await refusal(client.request('stackTrace', { threadId: 1 }))).toMatch(/ended/);
    },
  );

  witness(
    mini,
    ['request pause', 'request threads'],
    'is stopped in the middle of its work, and goes on',
    async () => {
      const client = await open();
      await client.launch({ program: fixture('endless.mini') });
      await client.waitForOutput('spinning');
      const stop = await client.pause();
      expect(stop.reason).toBe('pause');
      expect((await client.topFrame()).name).toBe('spin');
      const turns = BigInt((await client.evaluate('turns')).result);
      // A pause may come before the first turn is over.
      let later = turns;
      for (let tries = 0; later === turns && tries < 1000; tries++) {
        await client.resume();
        await client.pause();
        later = BigInt((await client.evaluate('turns')).result);
      }
      expect(later).toBeGreaterThan(turns);
    },
  );
});

describe('capabilities', () => {
  witness(
    mini,
    ['event capabilities', 'argument adapterID'],
    'are exact at once when the adapter id names the language, and follow the launch when it does not',
    async () => {
      const named = closeAfterTest(await connect(await server(), { initialize: { adapterID: 'mini-dap' } }));
      expect(await named.initialize()).toMatchObject({ supportsTerminateThreadsRequest: true });
      await named.launch({ program: scenario });
      await named.waitForEnd();
      expect(named.timeline.events('capabilities')).toEqual([]);

      const unnamed = closeAfterTest(await connect(await server(), { initialize: { adapterID: 'any' } }));
      expect(await unnamed.initialize()).not.toHaveProperty('supportsTerminateThreadsRequest');
      const tasks = new URL('tasks.mini', mini.examples).pathname;
      await unnamed.launch({ program: tasks }, each => each.setBreakpoints(tasks, ['#join']));
      await unnamed.waitForStop();
      const { body } = await unnamed.waitFor('capabilities');
      expect(body.capabilities.supportsTerminateThreadsRequest).toBe(true);
      const last = (await unnamed.request('threads')).threads.at(-1)!;
      const before = unnamed.timeline.now;
      await unnamed.request('terminateThreads', { threadIds: [last.id] });
      await unnamed.waitFor('thread', { after: before, where: ({ threadId }) => threadId === last.id });
    },
  );
});

describeUnlessMissing('a native program', (await nativeTools()).missing, () => {
  witness(
    c,
    ['request disconnect', 'capability supportTerminateDebuggee', 'event process'],
    'is ended or left alone when the client goes, as the client says',
    async () => {
      const program = fixture('endless.c');
      // In a terminal of its own, which the program keeps when its debugger goes.
      const running = async (client: TestClient): Promise<number> => {
        await client.launch({ program, console: 'integratedTerminal' });
        await client.terminals[0]!.output.waitFor(/spinning/, 20_000);
        return (await client.waitFor('process')).body.systemProcessId!;
      };
      const ends = await open();
      const ended = await running(ends);
      await ends.disconnect({ terminateDebuggee: true });
      await allGone([ended]);

      const leaves = await open();
      const left = await running(leaves);
      await leaves.disconnect({ terminateDebuggee: false });
      expect(readFileSync(`/proc/${left}/status`, 'utf8')).toMatch(/^State:\s+R/m);
      expect(readFileSync(`/proc/${left}/status`, 'utf8')).toMatch(/^TracerPid:\s+0$/m);
      // Closing the terminal hangs up on it.
      await leaves.close();
      await allGone([left]);
    },
  );

  witness(
    c,
    [
      'event progressStart',
      'event progressUpdate',
      'event progressEnd',
      'argument supportsProgressReporting',
    ],
    'whose build takes long is told as progress, to clients that can show it',
    async () => {
      const { clang } = await nativeTools();
      const folder = new ScratchFolder();
      const go = join(folder.path, 'go');
      const cc = folder.script(
        'cc',
        `while [ ! -e "${go}" ]; do sleep 0.02; done; exec "${clang.found!.path}" "$@"`,
      );
      const program = fixture('scenario.c');
      const client = await open();
      const deaf = closeAfterTest(
        await connect(await server(), { initialize: { supportsProgressReporting: false } }),
      );
      const running = Promise.all([client.launch({ program, cc }), deaf.launch({ program, cc })]);
      const { body: start } = await client.waitFor('progressStart');
      expect(start).toMatchObject({ title: expect.stringContaining('scenario.c') as string });
      expect(start.message).toMatch(/compiling/);
      writeFileSync(go, '');
      const update = await client.waitFor('progressUpdate');
      expect(update.body).toMatchObject({ progressId: start.progressId, message: 'Loading scenario.c' });
      await client.waitFor('progressEnd', {
        after: update,
        where: each => each.progressId === start.progressId,
      });
      await running;
      await client.waitForEnd();
      expect(client.output()).toContain('total 27');
      await deaf.waitForEnd();
      const kinds = ['progressStart', 'progressUpdate', 'progressEnd'] as const;
      expect(kinds.flatMap(kind => deaf.timeline.events(kind))).toEqual([]);
    },
  );
});
