// Breakpoint modes: "once" of the session, "change" of the engines, and those that nobody has.

import { fileURLToPath } from 'node:url';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { nativeTools } from '@sonde/engine-native';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { fixture, tcpServer } from './fixtures.js';
import { ScratchFolder } from './scratch-folder.js';

const server = tcpServer();
const open = async (): Promise<TestClient> => closeAfterTest(await connect(await server()));
const example = (name: string): string => fileURLToPath(new URL(name, mini.examples));
const missing = (await nativeTools()).missing;

const once = { at: '#loop', mode: 'once' } as const;

/** Stops at a line of a loop in the mode "once", then runs to the end; and the same in the next run. */
async function stopsOncePerRun(program: string): Promise<void> {
  const client = await open();
  let id: number | undefined;
  await client.launch({ program }, async each => {
    const [set] = await each.setBreakpoints(program, [once]);
    id = set!.id;
  });
  const stop = await client.waitForStop({ reason: 'breakpoint' });
  expect(stop.body.hitBreakpointIds).toEqual([id]);
  const rests = await client.waitFor('breakpoint', { after: stop });
  expect(rests.body.breakpoint).toMatchObject({ id, verified: false, reason: 'pending' });
  expect(rests.body.breakpoint.message).toMatch(/rests until the next run/);
  // Sent again unchanged, as editors do, it goes on resting.
  const [again] = await client.setBreakpoints(program, [once, '#end']);
  expect(again).toMatchObject({ id, verified: false, reason: 'pending' });
  const end = await client.continue();
  expect((await client.topFrame()).line).toBe(lineOf(program, '#end'));
  expect(end.body.hitBreakpointIds).not.toContain(id);
  await client.restart();
  const next = await client.waitForStop({ reason: 'breakpoint' });
  expect(next.body.hitBreakpointIds).toEqual([id]);
  expect((await client.topFrame()).line).toBe(lineOf(program, '#loop'));
}

describe('the mode "once"', () => {
  it.each(['mini', 'ng'])('stops at a line once in each run (%s)', extension =>
    stopsOncePerRun(fixture(`scenario.${extension}`)),
  );

  witness(
    mini,
    ['capability breakpointModes', 'request setExceptionBreakpoints'],
    'stops at an exception once',
    async () => {
      const client = await open();
      const program = example('errors.mini');
      await client.launch({ program }, async each => {
        const { breakpoints } = (await each.request('setExceptionBreakpoints', {
          filters: [],
          filterOptions: [{ filterId: 'thrown', mode: 'once' }],
        }))!;
        expect(breakpoints).toMatchObject([{ verified: true }]);
      });
      await client.waitForStop({ reason: 'exception' });
      expect((await client.topFrame()).line).toBe(lineOf(program, '#divide'));
      await client.runToEnd();
      expect(client.output()).toContain('Empty: there is nothing left');
    },
  );

  it('stops at an instruction once', async () => {
    const client = await open();
    const program = fixture('scenario.mini');
    await client.launch({ program }, each => each.setBreakpoints(program, ['#loop']));
    await client.waitForStop();
    const instructionReference = (await client.topFrame()).instructionPointerReference!;
    await client.setBreakpoints(program, []);
    await client.request('setInstructionBreakpoints', {
      breakpoints: [{ instructionReference, mode: 'once' }],
    });
    const stop = await client.continue();
    expect(stop.reason).toBe('instruction breakpoint');
    expect((await client.evaluate('i')).result).toBe('1');
    await client.runToEnd();
  });
});

/** Stops wherever a variable is written with what it held, and not where only changes are asked for. */
async function changesOnly(program: string, marker: `#${string}`, values: readonly string[]): Promise<void> {
  const client = await open();
  await client.launch({ program }, each => each.setBreakpoints(program, [marker]));
  await client.waitForStop();
  const variablesReference = await client.localsReference(await client.topFrame());
  const info = await client.request('dataBreakpointInfo', {
    name: 'total',
    variablesReference,
    mode: 'change',
  });
  expect(info.dataId).not.toBeNull();
  await client.setBreakpoints(program, []);
  const { breakpoints } = await client.request('setDataBreakpoints', {
    breakpoints: [{ dataId: info.dataId!, accessType: 'write' }],
  });
  expect(breakpoints).toMatchObject([{ verified: true }]);
  const seen: string[] = [];
  for (let nth = 0; nth < values.length; nth++) {
    await client.continue();
    seen.push((await client.evaluate('total')).result);
  }
  expect(seen).toEqual(values);
}

describe('the mode "change"', () => {
  // In the first turn of the loop 0 is added, which changes nothing.
  it.each(['mini', 'ng'])('leaves out writes that change nothing (%s)', extension =>
    changesOnly(fixture(`scenario.${extension}`), '#after-over', ['18', '20', '23', '27']),
  );
});

describeUnlessMissing('modes of native programs', missing, () => {
  witness(
    c,
    ['capability breakpointModes', 'request setBreakpoints'],
    'stop at a line once in each run',
    () => stopsOncePerRun(fixture('scenario.c')),
  );

  witness(
    c,
    ['capability breakpointModes', 'request setDataBreakpoints', 'capability supportsDataBreakpoints'],
    'leave out writes that change nothing',
    () => changesOnly(fixture('scenario.c'), '#after-over', ['18', '20', '23', '27']),
  );

  it('stop at a signal once', async () => {
    const program = new ScratchFolder().file(
      'signals.c',
      '#include <signal.h>\n#include <stdio.h>\nstatic void take(int n) { printf("took %d\\n", n); }\nint main(void) {\n  signal(SIGUSR1, take);\n  raise(SIGUSR1);\n  raise(SIGUSR1);\n  return 0;\n}\n',
    );
    const client = await open();
    await client.launch({ program }, each =>
      each.request('setExceptionBreakpoints', {
        filters: [],
        filterOptions: [{ filterId: 'any-signal', mode: 'once' }],
      }),
    );
    const stop = await client.waitForStop({ reason: 'exception' });
    expect((await client.request('exceptionInfo', { threadId: stop.threadId })).exceptionId).toBe('SIGUSR1');
    await client.runToEnd();
    expect(client.output().match(/took/g)).toHaveLength(2);
  });
});

describe('modes', () => {
  it('are declared, each with what it applies to', async () => {
    const client = await open();
    const { breakpointModes } = await client.initialize();
    expect(breakpointModes?.map(({ mode, appliesTo }) => [mode, appliesTo])).toEqual([
      ['once', ['source', 'instruction', 'exception']],
      ['change', ['data']],
    ]);
    expect(c.engine.traits.breakpoints.modes).toEqual(mini.engine.traits.breakpoints.modes);
  });

  it('that nobody has are refused by name, and the program runs on without them', async () => {
    const client = await open();
    const program = fixture('scenario.mini');
    await client.initialize();
    const early = await client.request('setBreakpoints', {
      source: { path: program },
      breakpoints: [{ line: 11, mode: 'twice' }],
    });
    expect(early.breakpoints).toMatchObject([{ verified: false, reason: 'failed' }]);
    expect(early.breakpoints[0]!.message).toMatch(/no mode "twice" for source breakpoints.*once/);
    await client.launch({ program }, async each => {
      const { breakpoints } = await each.request('setBreakpoints', {
        source: { path: program },
        breakpoints: [{ line: 11, mode: 'change' }],
      });
      expect(breakpoints[0]!.message).toMatch(/no mode "change" for source breakpoints/);
      const choice = await each.request('setExceptionBreakpoints', {
        filters: [],
        filterOptions: [{ filterId: 'thrown', mode: 'never' }],
      });
      expect(choice!.breakpoints).toMatchObject([{ verified: false, reason: 'failed' }]);
      await each.setBreakpoints(program, ['#end']);
    });
    await client.waitForStop();
    expect((await client.topFrame()).line).toBe(lineOf(program, '#end'));
    const variablesReference = await client.localsReference(await client.topFrame());
    const info = await client.request('dataBreakpointInfo', {
      name: 'total',
      variablesReference,
      mode: 'once',
    });
    expect(info.dataId).toBeNull();
    expect(info.description).toMatch(/no mode "once" for data breakpoints.*change/);
    await client.runToEnd();
  });
});
