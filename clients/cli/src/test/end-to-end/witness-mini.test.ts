import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mini } from '@sonde/language-mini';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, witness } from '@sonde/testkit/vitest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fixture, tcpServer } from './fixtures.js';

const server = tcpServer();
const example = (name: string): string => fileURLToPath(new URL(name, mini.examples));
const open = async (): Promise<TestClient> => closeAfterTest(await connect(await server()));

/** The example, stopped at a marker. */
async function stoppedAt(name: string, ...places: readonly `#${string}`[]): Promise<TestClient> {
  const client = await open();
  const program = example(name);
  await client.launch({ program }, each => each.setBreakpoints(program, places));
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
}

describe('tasks', () => {
  witness(
    mini,
    ['request threads', 'request stackTrace', 'event thread'],
    'are threads: each has its stack, and one steps while the others may run',
    async () => {
      const client = await stoppedAt('tasks.mini', '#count');
      const { threads } = await client.request('threads');
      expect(threads.length).toBeGreaterThanOrEqual(2);
      const stacks = await Promise.all(threads.map(t => client.request('stackTrace', { threadId: t.id })));
      const names = stacks.map(({ stackFrames }) => stackFrames.at(-1)!.name);
      expect(names).toContain('(main)');
      expect(names.filter(name => name === 'count').length).toBeGreaterThanOrEqual(1);
      expect(
        client.timeline.events('thread', { where: body => body.reason === 'started' }).length,
      ).toBeGreaterThan(0);
    },
  );

  witness(
    mini,
    ['request continue', 'capability supportsSingleThreadExecutionRequests'],
    'run alone when only one is asked to',
    async () => {
      const client = await stoppedAt('tasks.mini', '#join');
      await client.setBreakpoints(example('tasks.mini'), ['#done']);
      const { threads } = await client.request('threads');
      const [threadId, ...others] = threads.map(({ id }) => id).toReversed();
      expect(others).toHaveLength(2);
      const places = async (): Promise<readonly unknown[]> =>
        Promise.all(others.map(async id => (await client.topFrame(id)).instructionPointerReference));
      const before = await places();
      const after = client.timeline.now;
      await client.request('continue', { threadId: threadId!, singleThread: true });
      const stop = await client.waitForStop({ after });
      expect(stop.threadId).toBe(threadId);
      // It has counted to its end, which takes many turns, while the others stood still.
      expect((await client.evaluate('i - most')).result).toBe('0');
      expect(await places()).toEqual(before);
    },
  );

  witness(
    mini,
    ['request terminateThreads', 'capability supportsTerminateThreadsRequest'],
    'can be ended one by one',
    async () => {
      const client = await stoppedAt('tasks.mini', '#join');
      const { threads } = await client.request('threads');
      const victim = threads.find(t => /left|count/.test(t.name)) ?? threads.at(-1)!;
      const before = client.timeline.now;
      await client.request('terminateThreads', { threadIds: [victim.id] });
      await client.waitFor('thread', {
        after: before,
        where: body => body.reason === 'exited' && body.threadId === victim.id,
      });
      await expect(client.request('stackTrace', { threadId: victim.id })).rejects.toThrow();
      await client.runToEnd();
      expect(client.output()).toContain('tasks have finished');
    },
  );
});

describe('memory', () => {
  witness(
    mini,
    [
      'request readMemory',
      'capability supportsReadMemoryRequest',
      'request writeMemory',
      'capability supportsWriteMemoryRequest',
      'request dataBreakpointInfo',
      'request setDataBreakpoints',
      'capability supportsDataBreakpoints',
      'capability supportsDataBreakpointBytes',
    ],
    'is read, written and watched by address',
    async () => {
      const client = await stoppedAt('memory.mini', '#prime');
      const frame = await client.topFrame();
      const { scopes } = await client.request('scopes', { frameId: frame.id });
      const scope = scopes.find(s => s.name === 'Memory')!;
      const [memory] = (await client.request('variables', { variablesReference: scope.variablesReference }))
        .variables;
      const reference = memory!.memoryReference!;
      const before = await client.request('readMemory', { memoryReference: reference, offset: 4, count: 4 });
      expect(Buffer.from(before!.data!, 'base64')).toEqual(Buffer.from([0, 0, 0, 0]));

      const changed = client.timeline.now;
      await client.request('writeMemory', {
        memoryReference: reference,
        offset: 5,
        data: Buffer.from([1]).toString('base64'),
      });
      await client.waitFor('memory', { after: changed });
      expect((await client.evaluate('mem[5]')).result).toBe('1');

      const info = await client.request('dataBreakpointInfo', {
        name: reference.replace(/0x0$/, '0x9'),
        asAddress: true,
        bytes: 1,
      });
      expect(info.dataId).not.toBeNull();
      await client.setBreakpoints(example('memory.mini'), []);
      await client.request('setDataBreakpoints', {
        breakpoints: [{ dataId: info.dataId!, accessType: 'write' }],
      });
      const stop = await client.continue();
      expect(stop.reason).toBe('data breakpoint');
      expect((await client.evaluate('n')).result).toBe('9');
    },
  );

  it('beyond its end is said to be unreadable', async () => {
    const client = await stoppedAt('memory.mini', '#prime');
    const frame = await client.topFrame();
    const { scopes } = await client.request('scopes', { frameId: frame.id });
    const scope = scopes.find(s => s.name === 'Memory')!;
    const [memory] = (await client.request('variables', { variablesReference: scope.variablesReference }))
      .variables;
    const read = await client.request('readMemory', {
      memoryReference: memory!.memoryReference!,
      offset: 90,
      count: 20,
    });
    expect(read!.unreadableBytes).toBe(10);
  });
});

describe('modules', () => {
  witness(
    mini,
    [
      'event breakpoint',
      'event module',
      'request modules',
      'capability supportsModulesRequest',
      'request loadedSources',
      'capability supportsLoadedSourcesRequest',
    ],
    'that are not loaded yet bind their breakpoints late, by an event',
    async () => {
      const client = await open();
      const [program, library] = [example('modules.mini'), example('shapes.mini')];
      let id: number | undefined;
      await client.launch({ program }, async each => {
        const [pending] = await each.setBreakpoints(library, ['#box']);
        expect(pending).toMatchObject({ verified: false, reason: 'pending' });
        id = pending!.id;
      });
      const stop = await client.waitForStop({ reason: 'breakpoint' });
      expect(stop.body.hitBreakpointIds).toEqual([id]);
      expect((await client.topFrame()).line).toBe(lineOf(library, '#box'));
      await client.waitFor('breakpoint', {
        where: body => body.breakpoint.id === id && body.breakpoint.verified,
      });
      await client.waitFor('module', { where: body => body.module.name.includes('shapes') });
      const { modules } = await client.request('modules', {});
      expect(modules.map(m => m.name).join()).toMatch(/modules.*shapes|shapes.*modules/);
      const { sources } = await client.request('loadedSources', {});
      expect(sources.map(s => s.path)).toEqual(expect.arrayContaining([program, library]));
    },
  );
});

describe('a child program', () => {
  witness(
    mini,
    ['reverse startDebugging'],
    'is offered to the client and debugged in a session of its own',
    async () => {
      const client = await open();
      const [parent, child] = [example('parent.mini'), example('child.mini')];
      await client.launch({ program: parent }, each => each.setBreakpoints(child, ['#child']));
      const debugged = await client.child(0);
      await debugged.waitForStop({ reason: 'breakpoint' });
      expect((await debugged.topFrame()).line).toBe(lineOf(child, '#child'));
      await debugged.runToEnd();
      expect(debugged.output()).toContain('the answer: 42');
    },
  );

  it('runs by itself when the client cannot take it, and its output joins the parent', async () => {
    const client = closeAfterTest(
      await connect(await server(), { initialize: { supportsStartDebuggingRequest: false } }),
    );
    await client.launch({ program: example('parent.mini') });
    await client.waitForEnd();
    expect(client.output()).toContain('the answer: 42');
  });
});

describe('a terminal of the client', () => {
  witness(mini, ['reverse runInTerminal'], 'is where the program reads and prints', async () => {
    const client = await open();
    await client.launch({ program: fixture('asks.mini'), console: 'integratedTerminal' });
    const terminal = client.terminals[0]!;
    await terminal.output.waitFor(/\?/, 20_000);
    terminal.type('Ada\n');
    await client.waitForEnd();
    await terminal.output.waitFor(/hello Ada/, 20_000);
  });
});

describe('breakpoints of other kinds', () => {
  witness(
    mini,
    ['request setFunctionBreakpoints', 'capability supportsFunctionBreakpoints'],
    'stop at the entry of a function',
    async () => {
      const client = await open();
      await client.launch({ program: example('tour.mini') }, each =>
        each.request('setFunctionBreakpoints', {
          breakpoints: [{ name: 'larger', condition: 'b > 5' }, { name: 'nobody' }],
        }),
      );
      await client.waitForStop({ reason: 'function breakpoint' });
      expect((await client.topFrame()).name).toBe('larger');
      expect((await client.evaluate('b')).result).toBe('7');
    },
  );

  witness(
    mini,
    [
      'request disassemble',
      'capability supportsDisassembleRequest',
      'request setInstructionBreakpoints',
      'capability supportsInstructionBreakpoints',
    ],
    'stop at an instruction found in the disassembly',
    async () => {
      const client = await stoppedAt('tour.mini', '#call');
      const frame = await client.topFrame();
      const { instructions } = (await client.request('disassemble', {
        memoryReference: frame.instructionPointerReference!,
        instructionOffset: -2,
        instructionCount: 8,
      }))!;
      expect(instructions).toHaveLength(8);
      const target = instructions[3]!;
      await client.request('setInstructionBreakpoints', {
        breakpoints: [{ instructionReference: target.address }],
      });
      await client.setBreakpoints(example('tour.mini'), []);
      const stop = await client.continue();
      expect(stop.reason).toBe('instruction breakpoint');
      expect((await client.topFrame()).instructionPointerReference).toBe(target.address);
    },
  );

  it('are shown where the program has instructions, and marked where it has none', async () => {
    const client = await stoppedAt('tour.mini', '#call');
    const all = await client.request('disassemble', {
      memoryReference: 'code:0x0',
      instructionOffset: -3,
      instructionCount: 10_000,
    });
    expect(all!.instructions).toHaveLength(10_000);
    const hints = all!.instructions.map(i => i.presentationHint);
    expect(hints.slice(0, 3)).toEqual(['invalid', 'invalid', 'invalid']);
    expect(hints[3]).not.toBe('invalid');
    expect(hints.at(-1)).toBe('invalid');
  });

  witness(
    mini,
    ['request breakpointLocations', 'capability supportsBreakpointLocationsRequest'],
    'say where on a line they can sit',
    async () => {
      const client = await stoppedAt('tour.mini', '#call');
      const source = { path: example('tour.mini') };
      const line = lineOf(example('tour.mini'), '#step');
      const { breakpoints } = await client.request('breakpointLocations', {
        source,
        line,
        endLine: line + 2,
      });
      const lines = breakpoints.map(b => b.line);
      expect(lines).toContain(line);
      // The line behind the loop's closing brace is the next one; on the brace itself nothing can stop.
      expect(lines).not.toContain(line + 1);
      const answers = await client.setBreakpoints(example('tour.mini'), [line, line + 1]);
      expect(answers[0]).toMatchObject({ verified: true, line });
      expect(answers[1]!.line).not.toBe(line + 1);
    },
  );
});

describe('moving about', () => {
  witness(
    mini,
    ['request gotoTargets', 'request goto', 'capability supportsGotoTargetsRequest'],
    'sets the next statement without running what lies between',
    async () => {
      const client = await stoppedAt('tour.mini', '#total');
      const source = { path: example('tour.mini') };
      const line = lineOf(example('tour.mini'), '#print');
      const { targets } = await client.request('gotoTargets', { source, line });
      const before = client.timeline.now;
      await client.request('goto', { threadId: 1, targetId: targets[0]!.id });
      await client.waitForStop({ after: before, reason: 'goto' });
      expect((await client.topFrame()).line).toBe(line);
      expect((await client.evaluate('total')).result).toBe('0');
    },
  );

  witness(
    mini,
    ['request restartFrame', 'capability supportsRestartFrame'],
    'begins a frame again',
    async () => {
      const client = await stoppedAt('tour.mini', '#arrived');
      const frame = await client.topFrame();
      const before = client.timeline.now;
      await client.request('restartFrame', { frameId: frame.id });
      await client.waitForStop({ after: before });
      const again = await client.topFrame();
      expect(again.name).toBe('journey');
      expect(again.line).toBeLessThan(frame.line);
    },
  );

  witness(
    mini,
    ['request next', 'capability supportsSteppingGranularity'],
    'steps by instruction within a line',
    async () => {
      const client = await stoppedAt('tour.mini', '#call');
      const before = await client.topFrame();
      const seen = client.timeline.now;
      await client.request('next', { threadId: 1, granularity: 'instruction' });
      await client.waitForStop({ after: seen, reason: 'step' });
      const after = await client.topFrame();
      expect(after.line).toBe(before.line);
      expect(after.instructionPointerReference).not.toBe(before.instructionPointerReference);
    },
  );

  witness(
    mini,
    ['request stepOut', 'request scopes'],
    'shows what a function returned after stepping out of it',
    async () => {
      const client = await stoppedAt('tour.mini', '#arrived');
      const steps = (await client.evaluate('steps')).result;
      await client.stepOut();
      const { scopes } = await client.request('scopes', { frameId: (await client.topFrame()).id });
      const returned = scopes.find(s => s.presentationHint === 'returnValue')!;
      const { variables } = await client.request('variables', {
        variablesReference: returned.variablesReference,
      });
      expect(variables[0]!.value).toBe(steps);
    },
  );

  it('pages a stack of a hundred thousand frames', async () => {
    const client = await stoppedAt('deep.mini', '#bottom');
    const { stackFrames, totalFrames } = await client.request('stackTrace', {
      threadId: 1,
      startFrame: 99_995,
      levels: 20,
    });
    expect(totalFrames).toBe(100_002);
    expect(stackFrames.at(-1)!.name).toBe('(main)');
  });
});

describe('exceptions', () => {
  witness(
    mini,
    [
      'request setExceptionBreakpoints',
      'capability exceptionBreakpointFilters',
      'request exceptionInfo',
      'capability supportsExceptionInfoRequest',
      'event exited',
    ],
    'that are caught stop only when all are asked for',
    async () => {
      const client = await open();
      const program = example('errors.mini');
      await client.launch({ program }, each =>
        each.request('setExceptionBreakpoints', { filters: ['uncaught'] }),
      );
      const stop = await client.waitForStop({ reason: 'exception' });
      const [, caller] = await client.stack();
      expect(caller!.line).toBe(lineOf(program, '#uncaught'));
      const info = await client.request('exceptionInfo', { threadId: stop.threadId });
      expect(info.description).toMatch(/zero/i);
      await client.runToEnd();
      expect(client.output()).toMatch(/errors\.mini:\d+/);
      expect((await client.waitFor('exited')).body.exitCode).toBe(1);
    },
  );
});

describe('the console', () => {
  it('completes names, sets expressions, formats hex', async () => {
    const client = await stoppedAt('tour.mini', '#arrived');
    const frameId = (await client.topFrame()).id;
    const { targets } = await client.request('completions', { text: '1 + ste', column: 8, frameId });
    expect(targets.map(t => t.label)).toContain('steps');
    expect(
      (await client.request('setExpression', { expression: 'steps', value: '255', frameId })).value,
    ).toBe('255');
    expect(
      (
        await client.request('evaluate', {
          expression: 'steps',
          frameId,
          context: 'watch',
          format: { hex: true },
        })
      ).result,
    ).toMatch(/^0x0*ff$/i);
    expect((await client.evaluate('steps = 7', { context: 'repl' })).result).toBe('7');
    expect((await client.evaluate('steps')).result).toBe('7');
  });
});

describe('a source that moved', () => {
  it('is found through the source map', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-map-')));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const program = join(folder, 'here.mini');
    writeFileSync(program, 'let a = 1;\nlet b = 2; // #b\nprint a + b;\n');
    const client = await open();
    await client.launch({ program, sourceMap: { [folder]: '/elsewhere' } }, async each => {
      const { breakpoints } = await each.request('setBreakpoints', {
        source: { path: '/elsewhere/here.mini' },
        breakpoints: [{ line: 2 }],
      });
      expect(breakpoints[0]!.verified).toBe(true);
    });
    await client.waitForStop({ reason: 'breakpoint' });
    expect((await client.topFrame()).source?.path).toBe('/elsewhere/here.mini');
  });
});
