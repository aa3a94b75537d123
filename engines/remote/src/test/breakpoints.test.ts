import { breakpointId, codeAddress } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { program, type FakeModule } from './fake-machine.js';
import { atLine, attached, endless, tour } from './harness.js';

describe('a breakpoint', () => {
  it('stops before its line runs, each time', async () => {
    const { driver } = await attached(tour);
    expect(await driver.break(atLine(3))).toMatchObject({ state: 'resolved' });
    await driver.begin();
    expect([driver.line, driver.reasons]).toEqual([3, [{ kind: 'breakpoint', hits: [1] }]]);
    await driver.continue();
    expect(await driver.variables()).toEqual({ Locals: { i: 1 } });
  });

  it('on a line without code moves to the next that has some, and says so', async () => {
    const { driver } = await attached(tour);
    expect(await driver.break(atLine(4))).toMatchObject({
      state: 'resolved',
      message: 'line 4 holds no code; moved to line 5',
    });
  });

  it('on a function stops in it', async () => {
    const { driver } = await attached(tour);
    await driver.break({ kind: 'function', name: 'deep' });
    await driver.begin();
    expect(driver.line).toBe(11);
  });

  it('on an instruction stops at it', async () => {
    const { driver } = await attached(tour);
    await driver.break({ kind: 'instruction', address: codeAddress(2) });
    await driver.begin();
    expect([driver.line, driver.top.address.offset]).toEqual([2, 2n]);
  });

  it('counts its hits here', async () => {
    const { driver } = await attached(tour);
    await driver.break(atLine(3), { hitCondition: { compare: 'eq', count: 4 } });
    await driver.begin();
    expect(await driver.variables()).toEqual({ Locals: { i: 3 } });
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(3);
  });

  it('with a condition asks where the program stands, and nobody hears of it', async () => {
    const asked: string[] = [];
    const { driver } = await attached(tour, {
      decide: async (stop, spec) => {
        asked.push(spec.condition ?? '');
        const scopes = await driver.engine.scopes(stop.id, stop.top!.frames[0]!.id);
        const i = scopes[0]?.variables.find(({ name }) => name === 'i');
        const holds = JSON.stringify(i?.value.content, (_, v: unknown) =>
          typeof v === 'bigint' ? Number(v) : v,
        );
        return { stop: holds === '{"kind":"scalar","value":2}' };
      },
    });
    await driver.break(atLine(3), { condition: 'i == 2' });
    await driver.begin();
    expect(await driver.variables()).toEqual({ Locals: { i: 2 } });
    expect(asked).toEqual(['i == 2', 'i == 2', 'i == 2']);
    expect(driver.events.filter(({ kind }) => kind === 'stopped')).toHaveLength(1);
  });

  it('whose condition cannot be decided stops and says why', async () => {
    const { driver } = await attached(tour, { decide: () => Promise.reject(new Error('no idea')) });
    await driver.break(atLine(3), { condition: '?' });
    await driver.begin();
    expect(driver.reasons).toEqual([{ kind: 'breakpoint', hits: [1], problem: 'no idea' }]);
  });

  it('with a log message does not stop', async () => {
    const logged: string[] = [];
    const { driver } = await attached(tour, {
      decide: async (_, { logMessage = '' }) => {
        logged.push(logMessage);
        return { stop: false };
      },
    });
    await driver.break(atLine(3), { logMessage: 'here', hitCondition: { compare: 'ge', count: 4 } });
    await driver.engine.begin();
    expect(await driver.finish()).toBe(3);
    expect(logged).toEqual(['here', 'here']);
  });

  it('and a step that end at one place are one stop', async () => {
    const { driver } = await attached(tour, { stopOnEntry: true });
    await driver.break(atLine(2));
    await driver.begin();
    await driver.step('over');
    expect(driver.reasons).toEqual([{ kind: 'step' }, { kind: 'breakpoint', hits: [1] }]);
    await driver.step('over');
    expect(driver.line).toBe(3);
  });

  it('where the program begins stops once', async () => {
    const { driver } = await attached(tour);
    await driver.break(atLine(1));
    await driver.begin();
    expect(driver.line).toBe(1);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(3);
  });

  it('that was temporary is gone after its stop', async () => {
    const { driver } = await attached(tour);
    await driver.break(atLine(3), { temporary: true });
    await driver.begin();
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(3);
  });

  it('is set and removed while the program runs', async () => {
    const { driver } = await attached(endless);
    await driver.engine.begin();
    await driver.next('output');
    await driver.break(atLine(3));
    await driver.stopped();
    expect(driver.line).toBe(3);
    await driver.engine.changeBreakpoints([], [breakpointId(1)]);
    await driver.move({ kind: 'continue' });
    await driver.engine.pause();
    await driver.stopped();
    expect(driver.reasons).toEqual([{ kind: 'pause' }]);
  });
});

describe('code that is loaded while the program runs', () => {
  const late: FakeModule = {
    name: 'late',
    source: { name: 'late.fake', text: 'late\n' },
    functions: [{ name: 'late', start: 20, end: 22 }],
    lines: [
      [20, 1],
      [21, 2],
    ],
  };
  const loader = program({
    main: [
      [0, 1, ['nop']],
      [1, 2, ['load', late]],
      [2, 3, ['call', 20]],
      [3, 4, ['exit', 0]],
    ],
  });
  const code = { ...loader.code, 20: ['nop'], 21: ['return'] } as const;

  it('has its breakpoints set before it runs', async () => {
    const { driver } = await attached({ ...loader, code });
    expect(await driver.break({ kind: 'function', name: 'late' })).toMatchObject({ state: 'unresolved' });
    await driver.begin();
    expect(driver.top.function).toBe('late');
    const [change] = driver.events.filter(event => event.kind === 'breakpoints');
    expect(change?.resolutions).toMatchObject([{ id: 1, state: 'resolved' }]);
    expect(driver.events.some(event => event.kind === 'module' && event.change === 'new')).toBe(true);
  });

  it('brings its source along where that is no file', async () => {
    const { driver } = await attached({ ...loader, code });
    await driver.break({ kind: 'function', name: 'late' });
    await driver.begin();
    const { source } = driver.top.location!;
    expect(source.path).toBeUndefined();
    expect(await driver.engine.sourceText!(source)).toBe('late\n');
  });

  it('does not hold up a step', async () => {
    const { driver } = await attached({ ...loader, code }, { stopOnEntry: true });
    await driver.begin();
    await driver.step('over');
    expect(driver.line).toBe(2);
    await driver.step('over');
    expect([driver.line, driver.reasons]).toEqual([3, [{ kind: 'step' }]]);
    await driver.step('in');
    expect(driver.top.function).toBe('late');
  });
});

describe('a program that asks for the debugger', () => {
  it('stops, and goes on', async () => {
    const { driver } = await attached(
      program({
        main: [
          [0, 1, ['trap']],
          [1, 2, ['exit', 0]],
        ],
      }),
    );
    await driver.begin();
    expect(driver.reasons).toEqual([{ kind: 'program' }]);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
  });
});

describe('a pause', () => {
  it('halts what runs, and the program goes on from there', async () => {
    const { driver } = await attached(endless);
    await driver.engine.begin();
    await driver.next('output');
    await driver.engine.pause();
    await driver.stopped();
    expect(driver.reasons).toEqual([{ kind: 'pause' }]);
    await driver.move({ kind: 'continue' });
    await driver.engine.pause();
    await driver.stopped();
    expect(driver.top.function).toBe('main');
  });

  it('gets through between the hits of a breakpoint that never holds', async () => {
    const { driver } = await attached(endless, { decide: async () => ({ stop: false }) });
    await driver.break(atLine(2), { condition: 'no' });
    await driver.engine.begin();
    await driver.next('output');
    await driver.engine.pause();
    await driver.stopped();
    expect(driver.reasons).toMatchObject([{ kind: 'pause' }]);
  });
});

describe('values', () => {
  it('are written, and read back', async () => {
    const { driver } = await attached(tour);
    await driver.break(atLine(5));
    await driver.begin();
    const [scope] = await driver.engine.scopes(driver.stop.id, driver.top.id);
    const { value } = scope!.variables[0]!;
    const written = { type: value.type, content: { kind: 'scalar', value: 40n } } as const;
    await driver.engine.write(driver.stop.id, value.place!, written);
    expect(await driver.variables()).toEqual({ Locals: { i: 40 } });
  });

  it('can be named where the server evaluates nothing', async () => {
    const { driver } = await attached(tour);
    await driver.break(atLine(5));
    await driver.begin();
    const { stop, top } = driver;
    expect(await driver.engine.evaluateText!(stop.id, top.id, ' i ')).toMatchObject({
      content: { value: 5n },
    });
    await expect(driver.engine.evaluateText!(stop.id, top.id, 'i + 1')).rejects.toThrow(
      'there is no variable "i + 1" here',
    );
  });

  it('of a stop that is over are refused', async () => {
    const { driver } = await attached(tour);
    await driver.break(atLine(3));
    await driver.begin();
    const { stop, top } = driver;
    await driver.continue();
    await expect(driver.engine.scopes(stop.id, top.id)).rejects.toThrow('earlier stop');
  });
});
