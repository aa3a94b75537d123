import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ng } from '@sonde/language-ng';
import { connect, lineOf, overStdio, spawnServer, type TestClient } from '@sonde/testkit';
import { closeAfterTest, witness } from '@sonde/testkit/vitest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sondeScript, tcpServer } from './fixtures.js';

const server = tcpServer();
const example = (name: string): string => fileURLToPath(new URL(name, ng.examples));
const open = async (): Promise<TestClient> => closeAfterTest(await connect(await server()));

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-ng-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The example, stopped at a marker. */
async function stoppedAt(name: string, ...places: readonly `#${string}`[]): Promise<TestClient> {
  const client = await open();
  const program = example(name);
  await client.launch({ program }, each => each.setBreakpoints(program, places));
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
}

const stackOf = async (client: TestClient, levels = 20): Promise<readonly string[]> => {
  const { threadId } = await client.waitForStop();
  const { stackFrames } = await client.request('stackTrace', { threadId: threadId, levels });
  return stackFrames.map(({ name }) => name);
};

async function variables(client: TestClient, scopeName: string) {
  const frame = await client.topFrame();
  const { scopes } = await client.request('scopes', { frameId: frame.id });
  const scope = scopes.find(({ name }) => name === scopeName);
  if (scope === undefined) throw new Error(`there is no scope ${scopeName}`);
  const answer = await client.request('variables', { variablesReference: scope.variablesReference });
  return { reference: scope.variablesReference, all: answer.variables };
}

const shown = ({ all }: Awaited<ReturnType<typeof variables>>): Readonly<Record<string, string>> =>
  Object.fromEntries(all.map(({ name, value, type }) => [name, `${value}: ${type ?? ''}`]));

describe('folds', () => {
  it('stop in their callbacks, with the fold itself on the stack', async () => {
    const client = await stoppedAt('folds.ng', '#square');
    expect(await stackOf(client)).toEqual(['square', 'map', '__start__']);
    const { threadId } = await client.waitForStop();
    const { stackFrames } = await client.request('stackTrace', { threadId: threadId });
    expect(stackFrames.map(({ presentationHint }) => presentationHint)).toEqual([
      undefined,
      'subtle',
      undefined,
    ]);
    expect((await client.evaluate('x')).result).toBe('1');
    await client.continue();
    expect((await client.evaluate('x')).result).toBe('2');
  });

  it('fold from the left and from the right', async () => {
    const client = await stoppedAt('folds.ng', '#sum');
    expect(await stackOf(client)).toEqual(['add', 'fold left', '__start__']);
    const seen: string[] = [];
    for (let call = 0; call < 6; call++) {
      seen.push(`${(await client.evaluate('a')).result}+${(await client.evaluate('b')).result}`);
      if (call < 5) await client.continue();
    }
    expect(seen).toEqual(['0+4', '4+16', '20+36', '36+0', '16+36', '4+52']);
    expect((await stackOf(client))[1]).toBe('fold right');
  });

  it('are stepped over as one, and into one call at a time', async () => {
    const client = await stoppedAt('folds.ng', '#map');
    await client.stepIn();
    expect((await client.topFrame()).name).toBe('square');
    await client.stepOut();
    expect((await client.topFrame()).name).toMatch(/^(square|__start__)$/);
    const other = await stoppedAt('folds.ng', '#map');
    await other.next();
    expect((await other.topFrame()).line).toBe(lineOf(example('folds.ng'), '#map') + 1);
  });
});

describe('a stack of a hundred thousand calls', () => {
  it('is shown from both ends and stepped in', async () => {
    const client = await stoppedAt('deep.ng', '#bottom');
    const { threadId } = await client.waitForStop();
    const page = { threadId: threadId, levels: 3 };
    const top = await client.request('stackTrace', page);
    expect(top.totalFrames).toBe(100_002);
    expect(top.stackFrames.map(({ name }) => name)).toEqual(['depth', 'depth', 'depth']);
    const bottom = await client.request('stackTrace', { ...page, startFrame: 99_999 });
    expect(bottom.stackFrames.map(({ name }) => name)).toEqual(['depth', 'depth', '__start__']);
    const deepest = bottom.stackFrames[1]!.id;
    expect((await client.evaluate('n', { frameId: deepest })).result).toBe('100000');
    expect((await client.evaluate('n')).result).toBe('0');
    await client.stepOut();
    expect((await client.evaluate('n')).result).toBe('1');
    await client.runToEnd();
    expect(client.output()).toContain('100000\n');
  });
});

describe('generic functions', () => {
  it('have one breakpoint for a line and stop in every instance', async () => {
    const client = await open();
    const program = example('generics.ng');
    await client.launch({ program }, async each => {
      const answers = await each.setBreakpoints(program, ['#compare']);
      expect(answers).toHaveLength(1);
      expect(answers[0]!.verified).toBe(true);
    });
    const seen: string[] = [];
    for (let hit = 0; hit < 4; hit++) {
      if (hit === 0) await client.waitForStop({ reason: 'breakpoint' });
      else await client.continue();
      seen.push(`${(await client.topFrame()).name} ${(await client.evaluate('a')).result}`);
    }
    // The values of the program are made before its first statement.
    expect(seen).toEqual(['larger<i32> 1', 'larger<i32> 3', 'larger<f32> 2.5', 'larger<i64> 10']);
  });
});

describe('modules', () => {
  witness(ng, ['event breakpoint'], 'bind their breakpoints when they are loaded', async () => {
    const client = await open();
    const [program, geometry] = [example('modules/main.ng'), example('modules/geometry.ng')];
    let id: number | undefined;
    await client.launch({ program }, async each => {
      const [pending] = await each.setBreakpoints(geometry, ['#sides']);
      expect(pending).toMatchObject({ verified: false, reason: 'pending' });
      id = pending!.id;
    });
    const stop = await client.waitForStop({ reason: 'breakpoint' });
    expect(stop.body.hitBreakpointIds).toEqual([id]);
    await client.waitFor('breakpoint', {
      where: body => body.breakpoint.id === id && body.breakpoint.verified,
    });
    expect(await stackOf(client)).toEqual(['perimeter', '__start__']);
    expect((await client.evaluate('area(width, height)')).result).toBe('12');
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('12, 14\n1, 2\n');
  });
});

describe('values', () => {
  witness(ng, ['request scopes', 'request variables'], 'are shown as the language has them', async () => {
    const client = await stoppedAt('tour.ng', '#sold');
    expect(shown(await variables(client, 'Arguments'))).toEqual({
      item: '→ Item {name: "apple", count: 10, price: 3}: ref<Item>',
      order: 'Buy(item: "apple", count: 4): Order',
    });
    expect(shown(await variables(client, 'Locals'))).toEqual({ name: '"apple": string', count: '4: i32' });
  });

  it('of references are followed, moved ones say so', async () => {
    const client = await stoppedAt('references.ng', '#linked', '#taken');
    const { all } = await variables(client, 'Locals');
    const first = all.find(({ name }) => name === 'first')!;
    const inside = await client.request('variables', { variablesReference: first.variablesReference });
    expect(inside.variables.map(({ name, value, evaluateName }) => [name, value, evaluateName])).toEqual([
      ['value', '10', 'first.value'],
      ['rest', expect.stringContaining('More(node: → Node {value: 20'), 'first.rest'],
    ]);
    await client.continue();
    const later = shown(await variables(client, 'Locals'));
    expect(later['gone']).toMatch(/^<moved>/);
    expect(later['third']).toMatch(/^→ 7/);
    expect(later['taken']).toBe('"once": string');
  });

  it('of newtypes are shown under their name', async () => {
    const client = await open();
    const program = join(temporaryFolder(), 'newtype.ng');
    writeFileSync(program, 'type Meters wraps i32;\nval way = cast<Meters>(5);\nprint(way);\n');
    await client.launch({ program }, each => each.setBreakpoints(program, [3]));
    await client.waitForStop({ reason: 'breakpoint' });
    expect((await client.evaluate('way')).result).toBe('Meters(5)');
  });

  it('of trait objects show what is behind them', async () => {
    const client = await stoppedAt('shapes.ng', '#area');
    expect(shown(await variables(client, 'Arguments'))).toEqual({
      shape: '→ Square {side: 4}: ref<Shape>',
    });
    expect((await client.evaluate('shape.describe()')).result).toBe('"a square"');
  });

  witness(
    ng,
    [
      'request setVariable',
      'capability supportsSetVariable',
      'request setExpression',
      'capability supportsSetExpression',
    ],
    'are changed: variables, fields, elements, whole ones',
    async () => {
      const client = await stoppedAt('tour.ng', '#sold', '#third');
      const args = await variables(client, 'Arguments');
      const item = args.all.find(({ name }) => name === 'item')!;
      const field = { variablesReference: item.variablesReference, name: 'price' };
      expect((await client.request('setVariable', { ...field, value: '2 + 3' })).value).toBe('5');
      const locals = await variables(client, 'Locals');
      const set = { variablesReference: locals.reference, name: 'count' };
      expect((await client.request('setVariable', { ...set, value: '10' })).value).toBe('10');
      await expect(client.request('setVariable', { ...set, value: '"ten"' })).rejects.toThrow(/i32|String/);
      const frameId = (await client.topFrame()).id;
      const order = await client.request('setExpression', {
        expression: 'order',
        value: 'CloseShop()',
        frameId,
      });
      expect(order.value).toBe('CloseShop()');
      await client.setBreakpoints(example('tour.ng'), ['#third']);
      await client.continue();
      expect((await client.evaluate('income')).result).toBe('50');
      expect((await client.evaluate('apples.count')).result).toBe('2');

      const other = await stoppedAt('references.ng', '#copied');
      const frame = (await other.topFrame()).id;
      const element = await other.request('setExpression', {
        expression: 'original[1]',
        value: '40',
        frameId: frame,
      });
      expect(element.value).toBe('40');
      await other.request('setExpression', { expression: 'copied', value: '[7, 8]', frameId: frame });
      await other.runToEnd();
      expect(other.output()).toContain('[1, 40, 7], [7, 8]\n');
    },
  );

  witness(ng, ['request completions', 'capability supportsCompletionsRequest'], 'are completed', async () => {
    const client = await stoppedAt('tour.ng', '#sold');
    const complete = async (text: string): Promise<readonly string[]> =>
      (
        await client.request('completions', {
          text,
          column: text.length + 1,
          frameId: (await client.topFrame()).id,
        })
      ).targets.map(({ label }) => label);
    expect(await complete('ite')).toContain('item');
    expect(await complete('item.')).toEqual(expect.arrayContaining(['count', 'price', 'take', 'worth']));
    expect(await complete('1 + han')).toEqual(['handle']);
  });
});

describe('expressions', () => {
  it('follow the language: no precedence, calls, folds, slices', async () => {
    const client = await stoppedAt('folds.ng', '#left');
    const results = await Promise.all(
      [
        '2 * 3 + 4',
        '[square(even)...]',
        'add(0, numbers...)',
        'numbers[1..3]',
        'len(numbers)',
        '(1, "a").1',
      ].map(async text => (await client.evaluate(text)).result),
    );
    expect(results).toEqual(['14', '[16, 256, 1296]', '21', 'span[2, 3]', '6', '"a"']);
  });

  it('change the program in the console only', async () => {
    const client = await stoppedAt('tour.ng', '#income');
    const watch = (text: string) => client.evaluate(text, { context: 'watch' });
    await expect(watch('income := 1')).rejects.toThrow(/would change/);
    await expect(watch('apples.take(0)')).rejects.toThrow(/would change/);
    await expect(watch('print(1)')).rejects.toThrow(/would change/);
    expect((await watch('apples.worth() + 1')).result).toBe('1');
    expect((await client.evaluate('income := 7', { context: 'repl' })).result).toBe('7');
    await client.runToEnd();
    expect(client.output()).toContain('income, 7\n');
  });

  witness(
    ng,
    ['capability supportsConditionalBreakpoints', 'capability supportsLogPoints'],
    'stand in conditions and log messages, calls included',
    async () => {
      const client = await open();
      const program = example('sieve.ng');
      await client.launch({ program }, each =>
        each.request('setBreakpoints', {
          source: { path: program },
          breakpoints: [
            {
              line: lineOf(program, '#cross'),
              logMessage: 'cross {multiple} of {n}, was {prime[multiple]}',
              condition: '(multiple % 15) == 0',
            },
          ],
        }),
      );
      await client.waitForEnd();
      const logged = client
        .output({ category: 'console' })
        .split('\n')
        .filter(line => line.startsWith('cross'));
      expect(logged.slice(0, 3)).toEqual([
        'cross 30 of 2, was true',
        'cross 15 of 3, was true',
        'cross 30 of 3, was false',
      ]);
    },
  );

  it('that make no sense say where', async () => {
    const client = await stoppedAt('tour.ng', '#income');
    await expect(client.evaluate('apples.count +')).rejects.toThrow(/column/);
    await expect(client.evaluate('aples')).rejects.toThrow(/apples/);
    await expect(client.evaluate('1 / 0')).rejects.toThrow(/Division by zero/);
    await expect(client.evaluate('depth(1)')).rejects.toThrow();
  });
});

describe('a runtime error', () => {
  witness(
    ng,
    ['event stopped', 'event exited', 'event output'],
    'stops with all its frames, and its place is told on stderr',
    async () => {
      const client = await open();
      const program = example('errors.ng');
      await client.launch({ program });
      const stop = await client.waitForStop({ reason: 'exception' });
      expect(stop.body.text).toContain('Division by zero');
      expect(await stackOf(client)).toEqual(['ratio', 'average', '__start__']);
      expect((await client.topFrame()).line).toBe(lineOf(program, '#error'));
      const after = client.timeline.now;
      await client.request('continue', { threadId: stop.threadId });
      const { body } = await client.waitFor('exited', { after });
      expect(body.exitCode).toBe(255);
      await client.waitFor('terminated', { after });
      expect(client.output({ category: 'stdout' })).toBe('6\nRuntime error: Division by zero at 0:0\n');
      expect(client.output({ category: 'stderr' })).toMatch(
        /errors\.ng:4:\d+: Runtime error: Division by zero/,
      );
    },
  );
});

describe('a compiled program', () => {
  function compiled(name: string, ...options: readonly string[]): string {
    const output = join(temporaryFolder(), 'program.ngo');
    execFileSync(process.execPath, [sondeScript, 'build', example(name), '-o', output, ...options]);
    return output;
  }

  it('is debugged by its source', async () => {
    const client = await open();
    const program = compiled('tour.ng');
    await client.launch({ program }, each => each.setBreakpoints(example('tour.ng'), ['#sold']));
    await client.waitForStop({ reason: 'breakpoint' });
    expect((await client.evaluate('item.count')).result).toBe('10');
  });

  witness(
    ng,
    [
      'request setFunctionBreakpoints',
      'capability supportsFunctionBreakpoints',
      'request disassemble',
      'capability supportsDisassembleRequest',
      'request next',
      'capability supportsSteppingGranularity',
    ],
    'without debug information is debugged by its instructions',
    async () => {
      const client = await open();
      const program = compiled('errors.ng', '--no-debug');
      await client.launch({ program }, each =>
        each.request('setFunctionBreakpoints', { breakpoints: [{ name: 'ratio' }] }),
      );
      await client.waitForStop({ reason: 'function breakpoint' });
      const frame = await client.topFrame();
      expect(frame).toMatchObject({ name: 'ratio', line: 0 });
      expect(shown(await variables(client, 'Arguments'))).toEqual({ param0: '18: i32', param1: '3: i32' });
      const { instructions } = (await client.request('disassemble', {
        memoryReference: frame.instructionPointerReference!,
        instructionCount: 4,
      }))!;
      expect(instructions.map(({ instruction }) => instruction)).toEqual([
        'LOAD_LOCAL 0',
        'LOAD_LOCAL 1',
        'DIV',
        'RETURN',
      ]);
      const { threadId } = await client.waitForStop();
      const after = client.timeline.now;
      await client.request('next', { threadId: threadId, granularity: 'instruction' });
      await client.waitForStop({ after });
      expect((await client.topFrame()).instructionPointerReference).toContain(instructions[1]!.address);
      expect((await client.evaluate('param0 + param1')).result).toBe('21');
    },
  );
});

describe('the command ng-dap', () => {
  /** As npm installs it: a link of that name. */
  function installed(): string {
    const manifest = new URL('../../../package.json', import.meta.url);
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: Record<string, string> };
    const folder = temporaryFolder();
    symlinkSync(fileURLToPath(new URL(bin['ng-dap'] ?? '', manifest)), join(folder, 'ng-dap'));
    return join(folder, 'ng-dap');
  }

  async function debugsTheTour(client: TestClient): Promise<void> {
    const program = example('tour.ng');
    await client.launch({ program }, each => each.setBreakpoints(program, ['#income']));
    await client.waitForStop({ reason: 'breakpoint' });
    expect((await client.evaluate('income')).result).toBe('36');
  }

  it('serves standard streams', async () => {
    await debugsTheTour(closeAfterTest(await connect(overStdio(process.execPath, [installed()]))));
  });

  it('serves a port', async () => {
    const tcp = await spawnServer(process.execPath, [installed(), '--port', '0']);
    onTestFinished(() => tcp.close());
    await debugsTheTour(closeAfterTest(await connect(tcp)));
  });
});
