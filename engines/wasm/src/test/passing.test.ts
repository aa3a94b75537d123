// Breakpoints that mostly pass: hit counts and log messages, judged in the program while it runs on.

import { describe, expect, it, onTestFinished } from 'vitest';
import {
  breakpointId,
  type BreakpointSpec,
  type Expression,
  type HitCondition,
  type LogValue,
} from '@sonde/engine';
import { EngineDriver, type DriverOptions } from '@sonde/engine/driver';
import { build } from '@sonde/lens';
import type { WasmProgram } from '../program/program.js';
import { wasmEngine } from '../wasm-engine.js';
import { countingModule } from './counting.js';
import { hostUrl, mainCall } from './harness.js';
import { lineOf, source, symbolsOf, types } from './symbols.js';

const module = countingModule();
const programOf = (turns: number): WasmProgram => ({
  module: module.bytes,
  symbols: symbolsOf(module),
  host: { url: hostUrl },
  calls: mainCall(turns),
});
const at = (name: string) => ({ kind: 'source', source, line: lineOf(module, name) }) as const;

/** How often the program was halted for nothing. */
interface Asked {
  decisions: number;
}

async function start(
  turns: number,
  asked: Asked = { decisions: 0 },
  more: DriverOptions = {},
): Promise<EngineDriver> {
  const driver = await EngineDriver.start(
    wasmEngine({ load: () => programOf(turns) }),
    { program: 'counting', temporary: [], image: undefined },
    {
      /** `NAME % NUMBER`: divisible by it. */
      compile: (text, names, table) => {
        const [name = '', value = '1'] = text.split(' % ');
        const { place, type } = names.lookup(name)!;
        const boolean = table.add({ kind: 'boolean', name: 'bool', size: 1 });
        const integers = build.integers({ bits: 32, signed: true, overflow: 'fail' }, type);
        const read: Expression = { op: 'read', place, type };
        const condition = build
          .conditions(boolean)
          .eq(integers.rem(read, build.constant(BigInt(value), type)), build.constant(0n, type));
        return { text, program: condition, type: boolean, pure: true };
      },
      compileLog: (text, _, table) => {
        const type = table.add({ kind: 'string', name: 'text' });
        return { text, program: build.constant(text, type), type, pure: true };
      },
      compileLogValues: ({ logMessage = '' }, names) => valuesOf(logMessage, names),
      passedText: async ({ logMessage = '' }, values) => {
        // Later messages are ready before earlier ones.
        await new Promise(resolve => setImmediate(resolve));
        const shown = values.map(({ value: { content }, memory }) =>
          [
            content.kind === 'scalar'
              ? String(content.value)
              : content.kind === 'bytes'
                ? numberOf(content.bytes)
                : '?',
            ...memory.map(({ bytes }) => new TextDecoder().decode(bytes)),
          ].join(' '),
        );
        return `${logMessage}: ${shown.join(', ')}`;
      },
      decide: async (_, { logMessage }) => {
        asked.decisions++;
        return { stop: logMessage === undefined };
      },
      ...more,
    },
  );
  onTestFinished(() => driver.dispose());
  return driver;
}

type Names = Parameters<NonNullable<DriverOptions['compileLogValues']>>[1];

/** `i`, `double` and the like are variables, `text` is the text at 64, `far` memory that is not there, `sum` is `i + i`. */
function valuesOf(message: string, names: Names): readonly LogValue[] | undefined {
  const number = (value: bigint): Expression => build.constant(value, types.int);
  return message.split(' ').map((name): LogValue => {
    if (name === 'text') return { program: number(64n), behind: [{ address: number(64n) }] };
    if (name === 'far')
      return { program: number(0n), behind: [{ address: number(70_000n), length: number(4n) }] };
    const { place, type } = names.lookup(name === 'sum' ? 'i' : name)!;
    const read: Expression = { op: 'read', place, type };
    const integers = build.integers({ bits: 32, signed: true, overflow: 'fail' }, type);
    return { program: name === 'sum' ? integers.add(read, read) : read, behind: [] };
  });
}

function numberOf(bytes: Uint8Array): string {
  const view = new DataView(bytes.slice().buffer);
  return String(bytes.length === 8 ? view.getBigInt64(0, true) : view.getInt32(0, true));
}

const turn = async (driver: EngineDriver): Promise<unknown> => {
  const { Locals } = await driver.variables();
  return numberOf(new Uint8Array(Locals!['i'] as readonly number[]));
};

const hits = (compare: HitCondition['compare'], count: number) => ({ hitCondition: { compare, count } });
const logs = (driver: EngineDriver): readonly string[] => driver.output('console').split('\n').slice(0, -1);

describe('hit counts', () => {
  it.each<readonly [HitCondition['compare'], number, readonly string[]]>([
    ['eq', 7, ['6']],
    ['ge', 19, ['18', '19']],
    ['gt', 19, ['19']],
    ['lt', 3, ['0', '1']],
    ['le', 2, ['0', '1']],
    ['multiple', 8, ['7', '15']],
    ['multiple', 0, []],
  ])('%s %i stops where it fits', async (compare, count, turns) => {
    const driver = await start(20);
    await driver.break(at('turn'), hits(compare, count));
    await driver.break(at('done'));
    const stops: unknown[] = [];
    for (await driver.begin(); driver.line !== lineOf(module, 'done'); await driver.continue())
      stops.push(await turn(driver));
    expect(stops).toEqual(turns);
  });

  it('are counted in the program: a million misses halt nothing', async () => {
    const driver = await start(1_000_000);
    await driver.break(at('turn'), hits('eq', 999_999));
    await driver.begin();
    expect(await turn(driver)).toBe('999998');
  });

  it('count only where the condition holds, which the program decides', async () => {
    const asked = { decisions: 0 };
    const driver = await start(1_000, asked);
    await driver.break(at('turn'), { condition: 'i % 10', ...hits('multiple', 30) });
    await driver.begin();
    expect(await turn(driver)).toBe('290');
    await driver.continue();
    expect(await turn(driver)).toBe('590');
    expect(asked.decisions).toBe(2);
  });

  it('stay right when steps come by, the program is run again, and another breakpoint is at the same place', async () => {
    const driver = await start(1_000);
    await driver.break(at('turn'), hits('multiple', 100));
    await driver.begin();
    expect(await turn(driver)).toBe('99');
    // Over the probe by statements, which the step counts, and by instructions, in another variant of the module.
    for (let step = 0; step < 4; step++) await driver.step('over');
    await driver.step('over', 'instruction');
    await driver.step('over', 'instruction');
    await driver.break(at('turn'), hits('eq', 20));
    await driver.continue();
    // The second one has counted from the next turn on.
    expect(await turn(driver)).toBe('120');
    await driver.engine.changeBreakpoints([], [breakpointId(2)]);
    await driver.continue();
    expect(await turn(driver)).toBe('199');
    await driver.continue();
    expect(await turn(driver)).toBe('299');
  });

  it('are not counted twice where a step ends just before the statement', async () => {
    const driver = await start(50);
    await driver.break(at('print'));
    await driver.break(at('turn'), hits('eq', 12));
    await driver.begin();
    // Into the host and out again: the program stands behind the call, and then at the turn.
    await driver.step('over');
    expect(driver.line).toBe(lineOf(module, 'turn'));
    await driver.continue();
    expect(await turn(driver)).toBe('11');
  });

  it('begin anew with another hit condition', async () => {
    const driver = await start(1_000);
    await driver.break(at('turn'), hits('eq', 100));
    await driver.begin();
    const spec: BreakpointSpec = { id: breakpointId(1), where: at('turn'), ...hits('eq', 50) };
    await driver.engine.changeBreakpoints([spec], []);
    await driver.continue();
    expect(await turn(driver)).toBe('149');
  });
});

describe('log points', () => {
  it('read their values while the program runs on, in the order of its output', async () => {
    const asked = { decisions: 0 };
    const driver = await start(30, asked);
    const resolution = await driver.break(at('twice'), { logMessage: 'i sum double text' });
    expect(resolution).toMatchObject({ evaluated: 'in-program' });
    await driver.engine.begin();
    expect(await driver.finish()).toBe(0);
    expect(asked.decisions).toBe(0);
    expect(logs(driver).slice(0, 3)).toEqual([
      'i sum double text: 1, 2, 0, 64 text\0',
      'i sum double text: 2, 4, 2, 64 text\0',
      'i sum double text: 3, 6, 4, 64 text\0',
    ]);
    const order = driver.events.flatMap(event =>
      event.kind === 'output' ? [event.stream === 'stdout' ? String(event.data).trim() : '.'] : [],
    );
    expect(order.join('')).toBe(`${'.'.repeat(10)}10${'.'.repeat(10)}20${'.'.repeat(10)}30`);
    const [log] = driver.events.filter(event => event.kind === 'output');
    expect(log).toMatchObject({ stream: 'console', breakpoint: breakpointId(1) });
  });

  it('obey condition and hit count, and are told before the stop that comes behind them', async () => {
    const asked = { decisions: 0 };
    const driver = await start(1_000, asked);
    await driver.break(at('twice'), { logMessage: 'i', condition: 'i % 7', ...hits('multiple', 20) });
    await driver.break(at('done'));
    await driver.begin();
    const whole = driver.events.filter(event => event.kind !== 'module');
    expect(whole.at(-1)?.kind).toBe('stopped');
    expect(logs(driver)).toEqual([140, 280, 420, 560, 700, 840, 980].map(i => `i: ${i}`));
    expect(asked.decisions).toBe(0);
  });

  it('come while the program runs, all of them, however slow the reader is', async () => {
    const driver = await start(60_000);
    await driver.break(at('twice'), { logMessage: 'i' });
    await driver.engine.begin();
    await driver.next('output', ({ data }) => String(data) === 'i: 5000\n');
    expect(driver.events.some(({ kind }) => kind === 'exited')).toBe(false);
    expect(await driver.finish()).toBe(0);
    const all = logs(driver);
    expect(all).toHaveLength(60_000);
    expect(all.every((text, nth) => text === `i: ${nth + 1}`)).toBe(true);
  });

  it('halt as before where something cannot be read, and the session writes the message', async () => {
    const asked = { decisions: 0 };
    const driver = await start(5, asked);
    await driver.break(at('twice'), { logMessage: 'far', ...hits('ge', 3) });
    await driver.engine.begin();
    expect(await driver.finish()).toBe(0);
    expect(asked.decisions).toBe(3);
  });
});
