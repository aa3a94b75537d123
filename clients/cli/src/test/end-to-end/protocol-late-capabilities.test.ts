// Capabilities that follow the language: a safe set at first, the exact one by event when a launch has chosen.

import type { Capabilities } from '@sonde/dap';
import { ng } from '@sonde/language-ng';
import { mini } from '@sonde/language-mini';
import { c } from '@sonde/language-c';
import { capabilitiesOf } from '@sonde/session';
import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { fixture, tcpServer } from './fixtures.js';
import { refusal } from './refusal.js';
import { ScratchFolder } from './scratch-folder.js';

const server = tcpServer();
const open = async (initialize = {}): Promise<TestClient> =>
  closeAfterTest(await connect(await server(), { initialize }));

/** What a client may use after all it was told; undeclared, false and empty are the same to it. */
const usable = (all: Capabilities): unknown =>
  Object.fromEntries(
    Object.entries(all).filter(
      ([, value]) => value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  );

describe('a server of several languages', () => {
  it('declares at first only what all of them have', async () => {
    const declared = await (await open()).initialize();
    const shared = { ...declared, exceptionBreakpointFilters: [] };
    for (const language of [mini, ng, c])
      expect(usable(capabilitiesOf(language))).toMatchObject(usable(shared) as object);
    expect(declared.supportsReadMemoryRequest).toBeUndefined();
  });

  it('offers the exception filters of all of them at once, and says whose they are', async () => {
    const { exceptionBreakpointFilters = [] } = await (await open()).initialize();
    const rows = exceptionBreakpointFilters.map(({ filter, label, default: on }) => ({ filter, label, on }));
    expect(rows).toEqual(
      expect.arrayContaining([
        { filter: 'mini.thrown', label: 'Thrown errors (Mini)', on: false },
        { filter: 'ng.thrown', label: 'Runtime errors (NG)', on: true },
        { filter: 'c.signal', label: 'Crashes (C and C++)', on: true },
      ]),
    );
    expect(new Set(rows.map(({ filter }) => filter)).size).toBe(rows.length);
  });

  witness(
    mini,
    ['event capabilities', 'request terminateThreads', 'capability supportsTerminateThreadsRequest'],
    'tells the rest by event before the program runs, and it works',
    async () => {
      const client = await open();
      const program = fixture('scenario.mini');
      await client.launch({ program }, async each => {
        expect(usable(each.capabilities)).toEqual(usable(capabilitiesOf(mini)));
        await each.setBreakpoints(program, ['#line']);
      });
      await client.waitForStop();
      const { threads } = await client.request('threads');
      expect(await refusal(client.request('terminateThreads', { threadIds: [4711] }))).toMatch(/thread 4711/);
      await client.request('terminateThreads', { threadIds: threads.map(({ id }) => id) });
      await client.resume().catch(() => undefined);
      await client.waitFor('terminated');
      expect(client.output()).not.toContain('total');
    },
  );

  it('takes back what the next language lacks, after a launch that failed', async () => {
    const client = await open();
    await client.initialize();
    const broken = new ScratchFolder().file('broken.mini', 'let = ;\n');
    expect(await refusal(client.request('launch', { program: broken }))).toMatch(/could not be built/);
    expect(await client.setBreakpoints(broken, [1])).toMatchObject([
      { verified: false, reason: 'pending', line: 1 },
    ]);
    expect(client.timeline.events('terminated')).toEqual([]);
    expect(usable(client.capabilities)).toEqual(usable(capabilitiesOf(mini)));
    expect(client.capabilities.supportsReadMemoryRequest).toBe(true);
    const program = fixture('scenario.ng');
    await client.launch({ program }, each => each.setBreakpoints(program, ['#line']));
    await client.waitForStop();
    expect(usable(client.capabilities)).toEqual(usable(capabilitiesOf(ng)));
    expect(client.capabilities.supportsReadMemoryRequest).toBe(false);
    expect(client.capabilities.completionTriggerCharacters).toEqual(['.']);
    const read = client.request('readMemory', { memoryReference: '0x0', count: 1 });
    expect(await refusal(read)).toMatch(/"readMemory" is not supported here: NG programs do not have it/);
    await client.runToEnd();
  });

  it('is exact from the start where the adapter id names the language', async () => {
    const client = await open({ adapterID: 'ng-dap' });
    expect(await client.initialize()).toEqual(capabilitiesOf(ng));
    await client.launch({ program: fixture('scenario.ng') });
    await client.waitForEnd();
    expect(client.timeline.events('capabilities', {})).toEqual([]);
  });
});

describe('completions', () => {
  witness(
    ng,
    ['capability completionTriggerCharacters', 'request completions'],
    'come by themselves behind the characters that the language names',
    async () => {
      const folder = new ScratchFolder();
      const program = folder.file(
        'item.ng',
        'type Item {\n  count: i32;\n}\n\nval item = new Item { count: 3 };\nprint(item.count); // #print\n',
      );
      const client = await open();
      await client.launch({ program }, each => each.setBreakpoints(program, ['#print']));
      await client.waitForStop();
      const [trigger] = client.capabilities.completionTriggerCharacters!;
      const text = `1 + item${trigger!}`;
      const frameId = (await client.topFrame()).id;
      const { targets } = await client.request('completions', { text, column: text.length + 1, frameId });
      const count = targets.find(({ label }) => label === 'count')!;
      // Columns count from 1, as this client asked.
      expect(count).toMatchObject({ start: text.length + 1, length: 0 });
      expect((await client.evaluate(`${text}${count.label}`)).result).toBe('4');
      const lines = `nobody\n${text}co`;
      const second = await client.request('completions', {
        text: lines,
        line: 2,
        column: text.length + 3,
        frameId,
      });
      expect(second.targets).toMatchObject([{ label: 'count', start: text.length + 1, length: 2 }]);
    },
  );
});
