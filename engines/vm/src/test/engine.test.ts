// The engine with machines that misbehave or can do little, and what the host is asked.

import { address, moduleId, typeId, type SymbolData, type Target } from '@sonde/engine';
import { build } from '@sonde/lens';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineDriver, plain, type DriverOptions } from '../driver.js';
import { vmEngine, type VmEngineOptions } from '../factory.js';
import { counting, intType, program, source, textType } from './sum-machine.js';

const sum = new URL('./sum-machine.js', import.meta.url);
const bare = new URL('./bare-machine.js', import.meta.url);
const without: VmEngineOptions = { without: ['memory', 'evaluate'] };
const drivers: EngineDriver[] = [];

afterEach(async () => {
  await Promise.all(drivers.splice(0).map(driver => driver.dispose()));
});

async function start(
  target: Target,
  options: DriverOptions = {},
  engine = vmEngine(sum, without),
): Promise<EngineDriver> {
  const driver = await EngineDriver.start(engine, target, options);
  drivers.push(driver);
  return driver;
}

/** The texts of the tests are `name > number`, or `show name`, which only the host can do. */
const compile: NonNullable<DriverOptions['compile']> = (text, names) => {
  const [, name = '', limit = ''] = /^(\w+) > (\d+)$/.exec(text) ?? [];
  const found = names.lookup(name);
  if (found === undefined) throw new Error(`cannot compile ${text}`);
  return build.compiled(
    text,
    build.conditions(intType).gt(build.read(found), build.constant(BigInt(limit), intType)),
  );
};
const line = (number: number) => ({ kind: 'source', source, line: number }) as const;

const bareImage = (from: number): Target => {
  const symbols: SymbolData = {
    modules: [{ id: moduleId('m'), name: 'm', start: 0, end: from }],
    sources: [source],
    functions: [
      {
        name: 'all',
        source: 0,
        module: moduleId('m'),
        start: 0,
        end: from,
        locals: [{ name: 'left', slot: 0, type: intType, parameter: false, from: 0, to: from }],
      },
    ],
    lines: [0, 10, 20].map((at, n) => ({ address: at, source: 0, line: n + 1, column: 1, statement: true })),
    globals: [],
    types: [[intType, { kind: 'integer', name: 'int', size: 8, signed: true }]],
  };
  return {
    program: '/programs/bare',
    temporary: [],
    image: { code: { from }, symbols, loaded: [moduleId('m')] },
  };
};
const bareEngine = vmEngine(bare, {
  without: ['goto', 'restartFrame', 'endTask', 'disassemble', 'restrictTo', 'memory', 'evaluate'],
});

describe('a machine that misbehaves', () => {
  it('and throws ends the session with its name and what it said', async () => {
    const driver = await start(program(code => code.emit('crash')));
    await driver.engine.begin();
    const { trouble } = await driver.next('ended');
    expect(trouble).toMatchObject({ blame: 'language' });
    expect(trouble?.message).toMatch(/sum-machine\.js failed: a bug of the machine/);
    expect(trouble?.trace).toMatch(/TypeError: a bug of the machine\n +at .*sum-machine/);
  });

  it('and never returns is ended all the same', async () => {
    const driver = await start(program(code => code.emit('hang')));
    await driver.engine.begin();
    await driver.engine.terminate();
    expect(await driver.finish()).toBe('SIGTERM');
  });

  it('and cannot be made is a failure of the start', async () => {
    const broken = { ...counting(1), image: { ...(counting(1).image as object), code: {} } };
    await expect(start(broken)).rejects.toThrow('sum-machine.js failed');
    const nowhere = vmEngine(new URL('./no-machine.js', import.meta.url));
    await expect(start(counting(1), {}, nowhere)).rejects.toThrow('no-machine.js failed');
    const noModule = vmEngine(new URL('../vm.js', import.meta.url));
    await expect(start(counting(1), {}, noModule)).rejects.toThrow('createMachine');
  });

  it('and lacks what was promised is refused with the way out', async () => {
    await expect(start(bareImage(100), {}, vmEngine(bare))).rejects.toThrow(/lacks .*goto/);
  });

  it('can be given up while it is being made', async () => {
    const controller = new AbortController();
    controller.abort();
    const settings = {
      program: 'p',
      args: [],
      cwd: '/',
      env: {},
      stopOnEntry: false,
      noDebug: false,
    } as const;
    const rest = { stdin: { text: '', closed: true }, console: 'internalConsole', extra: {} } as const;
    const host = {
      event: () => undefined,
      decide: async () => ({ stop: false }),
      compileCondition: fail,
      compileLog: fail,
    };
    await expect(
      vmEngine(sum, without).start(counting(1), { ...settings, ...rest }, host, controller.signal),
    ).rejects.toThrow('cancelled');
  });
});

const fail = (): never => {
  throw new Error('not asked for');
};

describe('a machine without the optional parts', () => {
  it('is debugged with what it has', async () => {
    const driver = await start(bareImage(100), {}, bareEngine);
    expect(driver.engine.traits).toMatchObject({
      goto: false,
      restartFrame: false,
      memory: false,
      disassembly: false,
    });
    await driver.break(line(2));
    await driver.begin();
    expect(driver.line).toBe(2);
    expect(await driver.variables()).toEqual({ Locals: { left: 90 } });
    await driver.step('over');
    expect(driver.line).toBe(3);
    await expect(driver.move({ kind: 'goto', target: address(0n, 'code') })).rejects.toThrow('not supported');
    await expect(driver.move({ kind: 'restart-frame', frame: driver.top.id })).rejects.toThrow(
      'not supported',
    );
    await expect(
      driver.engine.write(
        driver.stop.id,
        { kind: 'slot', frame: driver.top.id, slot: 0 },
        {
          type: typeId(1),
          content: { kind: 'scalar', value: 1n },
        },
      ),
    ).rejects.toThrow('counts by itself');
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(7);
  });
});

describe('conditions', () => {
  it('run in the thread, a hundred thousand times and more without a word to the host', async () => {
    const driver = await start(counting(200_000), { compile });
    const { evaluated } = await driver.break(line(3), { condition: 'count > 199998' });
    expect(evaluated).toBe('in-program');
    await driver.begin();
    expect(await driver.variables()).toMatchObject({ Globals: { count: 199_999 } });
  });

  it('that only the host can decide are put before it, and the stop is not announced until it has', async () => {
    const asked: (number | undefined)[] = [];
    const driver = await start(counting(10), {
      compileLog: text => build.compiled(text, { op: 'call', callee: 'show', arguments: [], type: textType }),
      decide: async (stop, spec) => {
        asked.push(stop.top?.frames[0]?.location?.line);
        return spec.logMessage === 'twice' && asked.length === 2
          ? { stop: true, problem: 'it is the second' }
          : { stop: false };
      },
    });
    const { id, evaluated } = await driver.break(line(3), {
      logMessage: 'twice',
      hitCondition: { compare: 'multiple', count: 2 },
    });
    expect(evaluated).toBe('stop-and-ask');
    await driver.begin();
    expect(asked).toEqual([3, 3]);
    expect(driver.reasons).toEqual([{ kind: 'breakpoint', hits: [id], problem: 'it is the second' }]);
    expect(await driver.variables()).toMatchObject({ Globals: { count: 3 } });
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
    expect(asked.length).toBe(5);
  });

  it('that only the host can decide are counted after its word', async () => {
    const asked: unknown[] = [];
    const driver = await start(counting(10), {
      compile: text => build.compiled(text, { op: 'call', callee: 'show', arguments: [], type: intType }),
      decide: async (stop, spec) => {
        const [read] = await driver.engine.readPlaces(stop.id, [
          { place: { kind: 'global', index: 0 }, type: intType },
        ]);
        asked.push(spec.condition);
        return { stop: plain(read!) !== 1 };
      },
    });
    const { id, evaluated } = await driver.break(line(3), {
      condition: 'odd',
      hitCondition: { compare: 'eq', count: 2 },
    });
    expect(evaluated).toBe('stop-and-ask');
    await driver.begin();
    expect(asked).toEqual(['odd', 'odd', 'odd']);
    expect(driver.reasons).toEqual([{ kind: 'breakpoint', hits: [id] }]);
    expect(await driver.variables()).toMatchObject({ Globals: { count: 2 } });
  });

  it('stop when the host fails to decide', async () => {
    const driver = await start(counting(10), {
      compileLog: text => build.compiled(text, { op: 'call', callee: 'show', arguments: [], type: textType }),
      decide: async () => {
        throw new Error('no answer');
      },
    });
    await driver.break(line(3), { logMessage: 'x' });
    await driver.begin();
    expect(driver.reasons).toMatchObject([{ kind: 'breakpoint', problem: 'no answer' }]);
  });

  it('keep their count when nothing changed, and lose it when something did', async () => {
    const driver = await start(counting(10));
    const spec = { where: line(3), hitCondition: { compare: 'eq', count: 5 } } as const;
    const { id } = await driver.break(spec.where, spec);
    await driver.break(line(3), { hitCondition: { compare: 'eq', count: 3 } });
    await driver.begin();
    await driver.engine.changeBreakpoints([{ id, ...spec }], []);
    await driver.continue();
    expect(await driver.variables()).toMatchObject({ Globals: { count: 4 } });
    await driver.engine.changeBreakpoints(
      [{ id, where: line(3), hitCondition: { compare: 'eq', count: 2 } }],
      [],
    );
    await driver.continue();
    expect(await driver.variables()).toMatchObject({ Globals: { count: 6 } });
  });
});
