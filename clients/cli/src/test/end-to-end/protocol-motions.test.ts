// Motions, read strictly: threads and targets that are not there, going back, going elsewhere, a source that changed.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nativeTools } from '@sonde/engine-native';
import { mini } from '@sonde/language-mini';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { fixture, tcpServer } from './fixtures.js';
import { refusal } from './refusal.js';
import { ScratchFolder } from './scratch-folder.js';

const server = tcpServer();
const example = (name: string): string => fileURLToPath(new URL(name, mini.examples));

async function stoppedAt(program: string, marker: `#${string}`, options = {}): Promise<TestClient> {
  const client = closeAfterTest(await connect(await server(), options));
  await client.launch({ program }, each => each.setBreakpoints(program, [marker]));
  await client.waitForStop();
  return client;
}

describe('a thread that is not there', () => {
  it.each(['mini', 'ng'])('is named by every motion that is asked of it (%s)', async extension => {
    const client = await stoppedAt(fixture(`scenario.${extension}`), '#line');
    for (const command of ['continue', 'next', 'stepIn', 'stepOut'] as const)
      expect(await refusal(client.request(command, { threadId: 4711 }))).toMatch(/thread 4711/);
    // The program stands where it stood.
    expect((await client.evaluate('x')).result).toBe('1');
    await client.runToEnd();
  });

  it('is not ended, nor are those named beside it', async () => {
    const client = await stoppedAt(example('tasks.mini'), '#join');
    const { threads } = await client.request('threads');
    const threadIds = [threads.at(-1)!.id, 4711];
    expect(await refusal(client.request('terminateThreads', { threadIds }))).toMatch(/thread 4711/);
    expect((await client.request('threads')).threads).toHaveLength(threads.length);
    expect(await refusal(client.request('terminateThreads', {}))).toMatch(/"threadIds"/);
    await client.runToEnd();
    expect(client.output()).toContain('tasks have finished');
  });
});

describe('goto', () => {
  witness(
    mini,
    ['request gotoTargets', 'request goto', 'capability supportsGotoTargetsRequest'],
    'skips what lies between and stops with its own reason',
    async () => {
      const program = fixture('scenario.mini');
      const client = await stoppedAt(program, '#call');
      const { targets } = await client.request('gotoTargets', {
        source: { path: program },
        line: lineOf(program, '#end'),
      });
      const before = client.timeline.now;
      await client.request('goto', { threadId: 1, targetId: targets[0]!.id });
      await client.waitForStop({ after: before, reason: 'goto' });
      await client.runToEnd();
      expect(client.output()).toContain('total 0');
    },
  );

  it('refuses a target of an earlier stop by name', async () => {
    const program = fixture('scenario.mini');
    const client = await stoppedAt(program, '#call', { staleHandles: 'allow' });
    const { targets } = await client.request('gotoTargets', {
      source: { path: program },
      line: lineOf(program, '#end'),
    });
    await client.next();
    const stale = { threadId: 1, targetId: targets[0]!.id };
    expect(await refusal(client.request('goto', stale))).toMatch(/goto target/);
    await client.runToEnd();
    expect(client.output()).toContain('total 27');
  });
});

describe('one thread alone', () => {
  witness(
    mini,
    ['request next', 'capability supportsSingleThreadExecutionRequests'],
    'steps while the others stand still',
    async () => {
      const program = example('tasks.mini');
      const client = await stoppedAt(program, '#count');
      const { threadId } = await client.waitForStop();
      const { threads } = await client.request('threads');
      const others = threads.map(({ id }) => id).filter(id => id !== threadId);
      const places = async (): Promise<readonly string[]> =>
        Promise.all(
          others.map(async id => (await client.stack(id)).map(f => f.instructionPointerReference).join()),
        );
      const before = await places();
      await client.setBreakpoints(program, []);
      for (let nth = 0; nth < 5; nth++) await client.next({ threadId, singleThread: true });
      expect(await places()).toEqual(before);
    },
  );
});

describe('a source that was changed after the build', () => {
  it('says so at its breakpoints until the program is started again', async () => {
    const program = new ScratchFolder().file('lines.mini', 'let a = 1;\nlet b = 2;\nprint a + b;\n');
    const client = closeAfterTest(await connect(await server()));
    await client.launch({ program }, each => each.setBreakpoints(program, [2]));
    await client.waitForStop();
    writeFileSync(program, '// new\nlet a = 1;\nlet b = 2;\nprint a + b;\n');
    const source = { path: program };
    const breakpoints = [{ line: 4 }];
    const moved = await client.request('setBreakpoints', { source, breakpoints, sourceModified: true });
    expect(moved.breakpoints[0]!.message).toMatch(/has changed since the program was built/);
    await client.restart();
    await client.waitForStop();
    expect((await client.topFrame()).line).toBe(4);
    const fresh = await client.request('setBreakpoints', { source, breakpoints, sourceModified: true });
    expect(fresh.breakpoints).toMatchObject([{ verified: true, line: 4 }]);
    expect(fresh.breakpoints[0]!.message).toBeUndefined();
  });
});

describeUnlessMissing('motions of native programs', (await nativeTools()).missing, () => {
  it('name the thread that is not there, and refuse to go back', async () => {
    const client = await stoppedAt(fixture('scenario.c'), '#line');
    expect(await refusal(client.request('next', { threadId: 4711 }))).toMatch(/thread 4711/);
    expect(await refusal(client.request('stepBack', { threadId: 1 }))).toMatch(/record the run/);
    expect((await client.evaluate('x')).result).toBe('1');
    await client.runToEnd();
  });
});
