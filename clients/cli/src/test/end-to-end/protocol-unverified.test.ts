// Every breakpoint that is not verified says why and what to do, whatever its kind, its language and the moment.

import type { Breakpoint } from '@sonde/dap';
import { nativeTools } from '@sonde/engine-native';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { fixture, tcpServer } from './fixtures.js';
import { ScratchFolder } from './scratch-folder.js';

const server = tcpServer();
const open = async (): Promise<TestClient> => closeAfterTest(await connect(await server()));

/** What cannot be set, with what the message must speak of once the program is there. */
const hopeless = (
  program: string,
): readonly (readonly [string, RegExp, (client: TestClient) => Promise<Breakpoint>])[] => [
  ['a line behind the end', /99999.*sonde why/, async c => (await c.setBreakpoints(program, [99_999]))[0]!],
  [
    'a file that is no part of the program',
    /nobody\.txt/,
    async c => (await c.setBreakpoints('/nowhere/nobody.txt', [1]))[0]!,
  ],
  [
    'a hit condition that cannot be read',
    /hit condition|often/i,
    async c => (await c.setBreakpoints(program, [{ at: '#loop', hitCondition: 'often' }]))[0]!,
  ],
  [
    'a function that is not there',
    /nobody_at_all.*[Cc]heck the name/s,
    async c =>
      (await c.request('setFunctionBreakpoints', { breakpoints: [{ name: 'nobody_at_all' }] }))
        .breakpoints[0]!,
  ],
  [
    'an address that is none',
    /"somewhere" is not an address.*disassembly/,
    async c =>
      (await c.request('setInstructionBreakpoints', { breakpoints: [{ instructionReference: 'somewhere' }] }))
        .breakpoints[0]!,
  ],
  [
    'an address without code',
    /0x7.*disassembly/s,
    async c =>
      (
        await c.request('setInstructionBreakpoints', {
          breakpoints: [{ instructionReference: '0x7ffffff0' }],
        })
      ).breakpoints[0]!,
  ],
  [
    'data that nobody asked about',
    /"x" is not the id.*dataBreakpointInfo/,
    async c => (await c.request('setDataBreakpoints', { breakpoints: [{ dataId: 'x' }] })).breakpoints[0]!,
  ],
  [
    'an exception filter that is not there',
    /"nobody".*Choose from/,
    async c => (await c.request('setExceptionBreakpoints', { filters: ['nobody'] }))!.breakpoints![0]!,
  ],
];

function expectReasons(breakpoint: Breakpoint, speaksOf?: RegExp): void {
  expect(breakpoint.verified).toBe(false);
  expect(['pending', 'failed']).toContain(breakpoint.reason);
  // A sentence at least.
  expect(breakpoint.message).toMatch(/^\S.*[.!]$/s);
  if (speaksOf !== undefined) expect(breakpoint.message).toMatch(speaksOf);
}

async function audit(program: string): Promise<void> {
  const client = await open();
  await client.initialize();
  for (const [, , set] of hopeless(program)) expectReasons(await set(client));
  await client.launch({ program }, each => each.setBreakpoints(program, ['#loop']));
  await client.waitForStop({ reason: 'breakpoint' });
  for (const [what, speaksOf, set] of hopeless(program)) {
    const answer = await set(client);
    expect({ what, answer: answer.message }).toMatchObject({
      what,
      answer: expect.stringMatching(speaksOf) as string,
    });
    expectReasons(answer, speaksOf);
  }
  // None of them stops anything.
  await client.setBreakpoints(program, []);
  await client.runToEnd();
  await client.waitFor('terminated');
  for (const [, , set] of hopeless(program)) expectReasons(await set(client));
  const [after] = await client.setBreakpoints(program, ['#loop']);
  expectReasons(after!, /has ended; start it again/);
}

describe('a breakpoint that cannot be set', () => {
  it.each(['mini', 'ng'])('says why before the launch, while it runs and after the end (%s)', extension =>
    audit(fixture(`scenario.${extension}`)),
  );

  it('because its condition makes no sense says so, and the others are set', async () => {
    const client = await open();
    const program = fixture('scenario.mini');
    await client.launch({ program }, async each => {
      const answers = await each.setBreakpoints(program, [
        { at: '#loop', condition: 'i ==' },
        { at: '#loop', logMessage: '{nobody}' },
        '#end',
      ]);
      expectReasons(answers[0]!, /Correct the condition/);
      expectReasons(answers[1]!, /nobody.*Correct the log message/s);
      expect(answers[2]).toMatchObject({ verified: true });
    });
    await client.waitForStop();
    expect((await client.topFrame()).line).toBe(lineOf(program, '#end'));
  });

  it('because its data is gone says so by an event', async () => {
    const client = await open();
    const program = fixture('scenario.mini');
    await client.launch({ program }, each => each.setBreakpoints(program, ['#in-add']));
    await client.waitForStop();
    const info = await client.request('dataBreakpointInfo', {
      name: 'a',
      frameId: (await client.topFrame()).id,
    });
    await client.request('setDataBreakpoints', { breakpoints: [{ dataId: info.dataId! }] });
    await client.setBreakpoints(program, []);
    await client.runToEnd();
    const { body } = await client.waitFor('breakpoint', { where: ({ breakpoint }) => !breakpoint.verified });
    expectReasons(body.breakpoint, /Set it again where the value is in reach/);
  });

  it('because the program runs without debugging says so', async () => {
    const client = await open();
    const program = fixture('scenario.mini');
    await client.launch({ program, noDebug: true }, async each => {
      const [answer] = await each.setBreakpoints(program, ['#line']);
      expectReasons(answer!, /Start it with debugging/);
    });
    await client.waitForEnd();
  });

  it('because its part of the program is not loaded yet says so', async () => {
    const folder = new ScratchFolder();
    const part = folder.file('part.mini', 'fn late() {\n  return 1;\n}\n');
    const program = folder.file('whole.mini', 'print "early";\nuse "part.mini";\nprint late();\n');
    const client = await open();
    await client.launch({ program, stopOnEntry: true });
    await client.waitForStop();
    const [answer] = await client.setBreakpoints(part, [2]);
    expectReasons(answer!, /not loaded yet/);
    const stop = await client.continue();
    expect(stop.body.hitBreakpointIds).toEqual([answer!.id]);
  });
});

describeUnlessMissing(
  'a breakpoint that cannot be set in a native program',
  (await nativeTools()).missing,
  () => {
    it('says why before the launch, while it runs and after the end', () => audit(fixture('scenario.c')));

    it('because the filter takes no condition says so', async () => {
      const client = await open();
      const program = fixture('throws.c');
      await client.launch({ program }, async each => {
        const { breakpoints } = (await each.request('setExceptionBreakpoints', {
          filters: [],
          filterOptions: [{ filterId: 'signal', condition: '1' }, { filterId: 'signal' }],
        }))!;
        expectReasons(breakpoints![0]!, /takes no condition/);
        expect(breakpoints![1]).toMatchObject({ verified: true });
      });
      await client.waitForStop({ reason: 'exception' });
    });
  },
);
