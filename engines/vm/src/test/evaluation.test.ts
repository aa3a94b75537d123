// Code of the machine that a debugger hands it: at a stop, in conditions and in log messages.

import {
  Failure,
  isPure,
  stopId,
  type CompiledExpression,
  type FrameId,
  type RawValue,
  type Target,
} from '@sonde/engine';
import { build } from '@sonde/lens';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineDriver, plain, type DriverOptions } from '../driver.js';
import { vmEngine, type MachinePart } from '../factory.js';
import { anyType, listType, numbersType, type ListFragment } from './list-machine.js';
import { listProgram, source } from './list-program.js';

const lists = new URL('./list-machine.js', import.meta.url);
const absent: readonly MachinePart[] = [
  'goto',
  'restartFrame',
  'endTask',
  'disassemble',
  'restrictTo',
  'memory',
];
const engine = vmEngine(lists, { without: absent });
const drivers: EngineDriver[] = [];

afterEach(async () => {
  await Promise.all(drivers.splice(0).map(driver => driver.dispose()));
});

/** Counts the global `n` to 5 in line 2, and calls `twice` with it; the global `l` is a list. */
const program = (): Target =>
  listProgram(
    [
      {
        name: '(main)',
        parameters: 0,
        code: [
          ['line', 1],
          ['push', 7],
          ['push', 8],
          ['list', 2],
          ['setGlobal', 1],
          ['line', 2],
          ['global', 0],
          ['push', 1],
          ['add'],
          ['setGlobal', 0],
          ['line', 3],
          ['global', 0],
          ['global', 1],
          ['call', 1],
          ['pop'],
          ['global', 0],
          ['push', 5],
          ['less'],
          ['unless'],
          ['jump', 5],
          ['line', 4],
          ['push', 0],
          ['return'],
        ],
      },
      { name: 'twice', parameters: 2, code: [['line', 10], ['local', 0], ['local', 0], ['add'], ['return']] },
      { name: 'spoil', parameters: 0, code: [['push', 99], ['setGlobal', 0], ['push', 1], ['return']] },
      { name: 'endless', parameters: 0, code: [['jump', 0]] },
      {
        name: 'shout',
        parameters: 0,
        code: [['push', 'x'.repeat(100_000)], ['print'], ['push', 1], ['return']],
      },
      {
        name: 'counting',
        parameters: 0,
        code: [['global', 0], ['push', 1], ['add'], ['setGlobal', 0], ['jump', 0]],
      },
    ],
    { globals: ['n', 'l'] },
  );

const n: ListFragment = { code: [['global', 0]], place: { kind: 'global', index: 0 } };
const l: ListFragment = { code: [['global', 1]], place: { kind: 'global', index: 1 } };
const spoil: ListFragment = { code: [['call', 2]] };
const endless: ListFragment = { code: [['call', 3]] };
const counting: ListFragment = { code: [['call', 5]] };
const twice = (a: number): ListFragment => ({
  code: [
    ['push', a],
    ['push', 0],
    ['call', 1],
  ],
});

/** The texts of the tests are fragments by name; with `=` in front one that is meant to change the program. */
const fragments: Readonly<Record<string, ListFragment>> = {
  n,
  l,
  spoil,
  endless,
  'n < 4': { code: [['global', 0], ['push', 4], ['less']] },
  'a < 4': { code: [['local', 0], ['push', 4], ['less']] },
};
const compiled = (text: string): CompiledExpression => {
  const changes = text.startsWith('=');
  return build.compiled(text, build.run(fragments[changes ? text.slice(1) : text], changes, anyType));
};
const compilers: DriverOptions = {
  compile: compiled,
  compileLog: text => {
    const { program: inner } = compiled(text);
    const whole = build.concat([build.constant('is ', anyType), build.format(inner, anyType)], anyType);
    return build.compiled(text, whole);
  },
};

async function start(options: DriverOptions = {}, factory = engine): Promise<EngineDriver> {
  const driver = await EngineDriver.start(factory, program(), { ...compilers, ...options });
  drivers.push(driver);
  return driver;
}

const line = (number: number) => ({ kind: 'source', source, line: number }) as const;

async function stoppedAt(number: number, options: DriverOptions = {}): Promise<EngineDriver> {
  const driver = await start(options);
  await driver.break(line(number));
  await driver.begin();
  return driver;
}

const run = (
  driver: EngineDriver,
  code: ListFragment,
  effects = false,
  frame: FrameId | undefined = driver.top.id,
  signal?: AbortSignal,
): Promise<RawValue> => driver.engine.runCode!(driver.stop.id, frame, code, effects, signal, anyType);

describe('code that the machine evaluates', () => {
  it('sees the variables of its frame, and calls functions past their breakpoints', async () => {
    const driver = await stoppedAt(10);
    expect(plain(await run(driver, { code: [['local', 0]] }))).toBe(1);
    expect(plain(await run(driver, twice(21)))).toBe(42);
    const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 10);
    expect(plain(await run(driver, n, false, frames[1]!.id))).toBe(1);
    expect(plain(await run(driver, n, false, undefined))).toBe(1);
  });

  it('leaves the program where it stands', async () => {
    const driver = await stoppedAt(10);
    const before = await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 10);
    await run(driver, twice(3));
    await expect(run(driver, endless)).rejects.toThrow();
    expect(await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 10)).toEqual(before);
    await driver.step('out');
    expect(driver.line).toBe(3);
  });

  it('may change the program only where that was allowed', async () => {
    const driver = await stoppedAt(10);
    await expect(run(driver, spoil)).rejects.toMatchObject({ code: 'bad-expression', blame: 'user' });
    expect(plain(await run(driver, n))).toBe(1);
    expect(plain(await run(driver, spoil, true))).toBe(1);
    expect(plain(await run(driver, n))).toBe(99);
  });

  it('answers with a place where it names one, which can be written', async () => {
    const driver = await stoppedAt(10);
    const value = await run(driver, n);
    expect(value.place).toEqual({ kind: 'global', index: 0 });
    const four = { type: anyType, content: { kind: 'scalar', value: 4n } } as const;
    await driver.engine.write(driver.stop.id, value.place!, four);
    expect(plain(await run(driver, n))).toBe(4);
  });

  it('makes objects that can be looked into, though nothing else holds them', async () => {
    const driver = await stoppedAt(10);
    const made = await run(driver, {
      code: [
        ['push', 5],
        ['push', 'six'],
        ['list', 2],
      ],
    });
    expect(made).toMatchObject({ type: listType, content: { kind: 'object', indexed: 2 } });
    expect(made.place).toBeUndefined();
    if (made.content.kind !== 'object') return;
    const read = { object: made.content.id, start: 0, count: 10 };
    const [items] = await driver.engine.readObjects(driver.stop.id, [read]);
    expect(items?.map(item => [item.name, plain(item.value)])).toEqual([
      ['[0]', 5],
      ['[1]', 'six'],
    ]);
  });

  it('is cut off when it takes too many instructions', async () => {
    const driver = await stoppedAt(10);
    await expect(run(driver, endless)).rejects.toMatchObject({ code: 'deadline' });
    expect(plain(await run(driver, n))).toBe(1);
  });

  it('can be given up, and the next one is answered all the same', async () => {
    const driver = await stoppedAt(10);
    const controller = new AbortController();
    const given = run(driver, endless, false, driver.top.id, controller.signal);
    controller.abort();
    await expect(given).rejects.toMatchObject({ code: 'cancelled' });
    const late = run(driver, n, false, driver.top.id, controller.signal);
    await expect(late).rejects.toThrow();
    expect(plain(await run(driver, n))).toBe(1);
  });

  it('frees the machine when it is given up, long before its budget is used up', async () => {
    const driver = await stoppedAt(10);
    // Each of them would count to some millions before it is cut off.
    const given = Array.from({ length: 40 }, () => {
      const controller = new AbortController();
      return { controller, answer: run(driver, counting, true, driver.top.id, controller.signal) };
    });
    const refused = given.map(({ answer }) => expect(answer).rejects.toMatchObject({ code: 'cancelled' }));
    for (const { controller } of given) controller.abort();
    await Promise.all(refused);
    const counted = Number(plain(await run(driver, n)));
    await expect(run(driver, counting, true)).rejects.toMatchObject({ code: 'deadline' });
    const alone = Number(plain(await run(driver, n))) - counted;
    expect(counted).toBeLessThan(alone);
  });

  it('says of a function where it was written', async () => {
    const driver = await stoppedAt(10);
    const named = await run(driver, { code: [['function', 1]] });
    expect(named).toMatchObject({ content: { value: 'function 1' }, written: { source, line: 10 } });
    expect(await run(driver, n)).not.toHaveProperty('written');
  });

  it('prints before its result comes, however much', async () => {
    const driver = await stoppedAt(10);
    const shout: ListFragment = {
      code: [
        ['call', 4],
        ['call', 4],
        ['call', 4],
        ['call', 4],
      ],
    };
    await run(driver, shout, true);
    expect(driver.output().length).toBeGreaterThan(200_000);
    // What exceeds the ring follows as soon as there is room.
    while (driver.output().length < 400_004) await driver.next('output');
    expect(driver.output()).toHaveLength(400_004);
  });

  it('is refused for a frame that has returned and for a stop that is over', async () => {
    const driver = await stoppedAt(10);
    const gone = driver.top.id;
    await driver.step('out');
    await expect(run(driver, n, false, gone)).rejects.toThrow('has returned');
    const stale = driver.engine.runCode!(stopId(77), undefined, n, false);
    await expect(stale).rejects.toMatchObject({ code: 'stale' });
  });

  it('does not set off data breakpoints', async () => {
    const driver = await stoppedAt(10);
    await driver.break({ kind: 'data', place: { kind: 'global', index: 0 }, size: 1, access: 'write' });
    await run(driver, spoil, true);
    await driver.step('over', 'instruction');
    expect(driver.reasons).toEqual([{ kind: 'step' }]);
  });

  it('tells the machine the type an object was declared with', async () => {
    const driver = await stoppedAt(10);
    const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
    const named = scopes.flatMap(scope => scope.variables);
    expect(named.find(v => v.name === 'b')?.value.type).toBe(numbersType);
    expect(named.find(v => v.name === 'l')?.value.type).toBe(listType);
  });
});

describe('objects', () => {
  it('are written as copies, where the machine can', async () => {
    const driver = await stoppedAt(10);
    const list = await run(driver, l);
    const made = await run(driver, {
      code: [
        ['push', 1],
        ['list', 1],
      ],
    });
    const written = await driver.engine.write(driver.stop.id, list.place!, made);
    expect(written.content).toMatchObject({ kind: 'object', indexed: 1 });
    expect(written.content).not.toEqual(made.content);
  });

  it('are refused with the reason of the machine where they do not fit', async () => {
    const driver = await stoppedAt(10);
    const made = await run(driver, { code: [['list', 0]] });
    const target = { kind: 'global', index: 0 } as const;
    await expect(driver.engine.write(driver.stop.id, target, made)).rejects.toThrow(
      'only a list can become another list',
    );
  });
});

describe('conditions made of code', () => {
  it('are decided near the program', async () => {
    const driver = await start();
    const resolution = await driver.break(line(3), {
      condition: 'n < 4',
      hitCondition: { compare: 'eq', count: 3 },
    });
    expect(resolution).toMatchObject({ state: 'resolved', evaluated: 'in-program' });
    await driver.begin();
    expect(await driver.variables()).toMatchObject({ Globals: { n: 3 } });
  });

  it('see the variables of the frame they stand in', async () => {
    const driver = await start();
    await driver.break(line(10), { condition: 'a < 4', hitCondition: { compare: 'ge', count: 3 } });
    await driver.begin();
    expect(await driver.variables()).toMatchObject({ Arguments: { a: 3 } });
  });

  it('stop with the reason when they would change something or take too long', async () => {
    const driver = await start();
    await driver.break(line(2), { condition: 'spoil' });
    await driver.break(line(10), { condition: 'endless' });
    await driver.begin();
    expect(driver.reasons).toMatchObject([{ kind: 'breakpoint', problem: 'it would change the program.' }]);
    await driver.continue();
    expect(driver.reasons).toMatchObject([{ problem: 'no result after 1000000 instructions.' }]);
    expect(await driver.variables()).toMatchObject({ Globals: { n: 1 } });
  });

  it('are refused when they are meant to change something', async () => {
    const driver = await start();
    const resolution = await driver.break(line(2), { condition: '=spoil' });
    expect(resolution).toMatchObject({ state: 'failed', message: "'=spoil' would change the program." });
    expect(isPure(compiled('=spoil').program)).toBe(false);
  });

  it('speak of the call whose variable is watched, whoever changes it', async () => {
    const watched = listProgram([
      { name: '(main)', parameters: 0, code: [['push', 1], ['call', 1], ['return']] },
      { name: 'outer', parameters: 1, code: [['line', 1], ['push', 100], ['call', 2], ['return']] },
      {
        name: 'inner',
        parameters: 1,
        code: [['line', 5], ['push', 3], ['setOuter', 0], ['line', 6], ['return']],
      },
    ]);
    const driver = await EngineDriver.start(engine, watched, compilers);
    drivers.push(driver);
    await driver.break(line(1));
    await driver.begin();
    const place = { kind: 'slot', frame: driver.top.id, slot: 0 } as const;
    const where = { kind: 'data', place, size: 1, access: 'write' } as const;
    const resolution = await driver.break(where, { condition: 'a < 4' });
    expect(resolution).toMatchObject({ state: 'resolved', evaluated: 'in-program' });
    await driver.continue();
    expect([driver.reasons[0]?.kind, driver.top.function]).toEqual(['data', 'inner']);
  });
});

describe('log messages made of code', () => {
  it('are written near the program, and by the host where a value is an object', async () => {
    const asked: string[] = [];
    const driver = await start({
      decide: async (_stop, spec) => {
        asked.push(spec.logMessage ?? '');
        return { stop: false };
      },
    });
    await driver.break(line(3), { logMessage: 'n' });
    await driver.break(line(4), { logMessage: 'l' });
    await driver.engine.begin();
    await driver.finish();
    expect(driver.output('console')).toBe('is 1\nis 2\nis 3\nis 4\nis 5\n');
    expect(asked).toEqual(['l']);
  });

  it('count hits between the condition and the message, when the host decides both', async () => {
    const asked: (string | undefined)[][] = [];
    const decide: DriverOptions['decide'] = async (_stop, { condition, logMessage }) => {
      asked.push([condition, logMessage]);
      return { stop: condition !== undefined };
    };
    const factory = vmEngine(lists, { without: [...absent, 'evaluate'] });
    const driver = await start({ decide }, factory);
    const resolution = await driver.break(line(3), {
      condition: 'n < 4',
      logMessage: 'n',
      hitCondition: { compare: 'eq', count: 3 },
    });
    expect(resolution.evaluated).toBe('stop-and-ask');
    await driver.engine.begin();
    await driver.finish();
    expect(asked.map(([condition]) => condition !== undefined)).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
    expect(asked[3]).toEqual([undefined, 'n']);
  });
});

describe('a machine that does not evaluate', () => {
  const factory = vmEngine(lists, { without: [...absent, 'evaluate'] });

  it('is not asked to', async () => {
    expect([engine.traits.expressions.has('run'), factory.traits.expressions.has('run')]).toEqual([
      true,
      false,
    ]);
    const driver = await start({ settings: { stopOnEntry: true } }, factory);
    await driver.begin();
    await expect(run(driver, n)).rejects.toMatchObject({ code: 'not-supported' });
  });

  it('leaves conditions to the host', async () => {
    const driver = await start({ decide: async () => ({ stop: true }) }, factory);
    expect(await driver.break(line(3), { condition: 'n < 4' })).toMatchObject({ evaluated: 'stop-and-ask' });
    await driver.begin();
    expect(driver.line).toBe(3);
  });

  it('must say so', async () => {
    const sum = vmEngine(new URL('./sum-machine.js', import.meta.url), { without: ['memory'] });
    const failure: unknown = await EngineDriver.start(sum, program()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
  });
});
