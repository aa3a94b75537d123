import { describe, expect, it, onTestFinished } from 'vitest';
import type { BreakpointSpec, MotionKind, TimePosition } from '@sonde/engine';
import { EngineDriver, type DriverOptions } from '@sonde/engine/driver';
import type { WasmProgram } from '../program/program.js';
import { wasmEngine } from '../wasm-engine.js';
import { factorial } from './factorial.js';
import { hostUrl, into, mainCall, marked, over, TestRun } from './harness.js';
import { lineOf, source, symbolsOf } from './symbols.js';

const module = factorial();
const program: WasmProgram = {
  module: module.bytes,
  symbols: symbolsOf(module),
  host: { url: hostUrl },
  calls: mainCall(6),
};
const marks = Object.keys(module.at);
const atMark = (name: string) => ({ kind: 'source', source, line: lineOf(module, name) }) as const;

/** `main(n)`: `call` calls a function that counts up to `n`, whose last statement is `left`; `end` is behind the call. */
const longLoop = () =>
  marked((module, statement) => {
    const count = module.function('count', { params: ['i32'], results: ['i32'] });
    const i = count.local('i32', 'i');
    const { code } = count;
    code.loop(undefined, again => {
      statement(code, 'turn');
      code.get(i).i32(1).op('i32.add').set(i);
      code.get(i).get(0).op('i32.lt_s').brIf(again);
    });
    statement(code, 'left');
    code.get(i);
    const main = module.function('main', { params: ['i32'], results: ['i32'] });
    const counted = main.local('i32', 'counted');
    statement(main.code, 'call');
    main.code.get(0).call(count.reference).set(counted);
    statement(main.code, 'end');
    main.code.get(counted);
    module.export('main', main);
  });

class Traveller {
  constructor(readonly driver: EngineDriver) {}

  static async start(options: DriverOptions = {}, what: WasmProgram = program): Promise<Traveller> {
    const target = { program: 'marked', temporary: [], image: undefined };
    const driver = await EngineDriver.start(wasmEngine({ load: () => what }), target, options);
    onTestFinished(() => driver.dispose());
    return new Traveller(driver);
  }

  /** A session that stands at a mark, at a time. */
  static async at(mark: string, more: Partial<BreakpointSpec> = {}): Promise<Traveller> {
    const made = await Traveller.start();
    await made.driver.break(atMark(mark), more);
    await made.driver.begin();
    return made;
  }

  get here(): TimePosition {
    return this.driver.stop.time!.at;
  }

  /** Where it stands, how deep, and why. */
  get where(): string {
    const { line, stop, reasons } = this.driver;
    return `${marks[(line ?? 0) - 1] ?? '?'} ${stop.top?.total} ${reasons.map(({ kind }) => kind).join('+')}`;
  }

  async back(motion: MotionKind): Promise<string> {
    await this.driver.move(motion, { direction: 'back' });
    await this.driver.stopped();
    return this.where;
  }

  stepBack(how: 'over' | 'in' | 'out', granularity: 'line' | 'statement' | 'instruction' = 'line') {
    return this.back({ kind: 'step', how, granularity });
  }

  continueBack(): Promise<string> {
    return this.back({ kind: 'continue' });
  }

  async goTo(position: TimePosition): Promise<string> {
    await this.driver.engine.time!.goTo(this.driver.stop.id, position);
    await this.driver.stopped();
    return this.where;
  }

  /** All that can be seen: where, when, locals of all frames, memory. */
  async state(): Promise<unknown> {
    const { driver } = this;
    const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 100);
    const [memory] = await driver.engine.readMemory(driver.stop.id, [
      { address: { space: '', offset: 0n }, size: 64 },
    ]);
    const seen: unknown[] = [];
    for (const frame of frames) seen.push(frame.address, await driver.variables(frame));
    return JSON.parse(
      JSON.stringify([this.here.step, seen, [...memory!.bytes]], (key, value: unknown) =>
        key === 'frame' ? undefined : typeof value === 'bigint' ? String(value) : value,
      ),
    );
  }
}

describe('going back in time', () => {
  it('steps back over, into and out of calls, to the entry', async () => {
    const session = await Traveller.at('print');
    expect(session.driver.stop.time).toMatchObject({ first: { step: 0 }, last: session.here });
    const way: string[] = [];
    for (const how of ['over', 'over', 'over'] as const) way.push(await session.stepBack(how));
    expect(way).toEqual(['call 1 step', 'first 1 step', 'first 1 entry']);
    await session.driver.continue();
    expect(session.where).toBe('print 1 breakpoint');
    way.length = 0;
    for (const how of ['in', 'in', 'out', 'over', 'over', 'out'] as const)
      way.push(await session.stepBack(how));
    expect(way).toEqual([
      'branch 7 step',
      'half 7 step',
      'branch 6 step',
      'half 6 step',
      'enter 6 step',
      'branch 5 step',
    ]);
  });

  it('goes back by instructions, and forward again to the same state', async () => {
    const session = await Traveller.at('half');
    const states = [await session.state()];
    for (let nth = 0; nth < 6; nth++) {
      expect(await session.stepBack('in', 'instruction')).toMatch(/step$/);
      states.push(await session.state());
    }
    const steps = states.map(state => (state as readonly number[])[0]!);
    expect(steps).toEqual(steps.toSorted((a, b) => b - a));
    expect(new Set(steps).size).toBe(7);
    for (let nth = 5; nth >= 0; nth--) {
      await session.driver.step('in', 'instruction');
      expect(await session.state()).toEqual(states[nth]);
    }
  });

  it.each([
    ['out of', 'left', 'out'],
    ['over', 'end', 'over'],
  ] as const)('steps back %s a loop of a hundred thousand steps', async (_, mark, how) => {
    const loop = longLoop();
    const what = { ...program, module: loop.bytes, symbols: symbolsOf(loop), calls: mainCall(30_000) };
    const { driver } = await Traveller.start({}, what);
    await driver.break({ kind: 'source', source, line: lineOf(loop, mark) });
    await driver.begin();
    expect(driver.stop.time!.at.step).toBeGreaterThan(1 << 17);
    await driver.move({ kind: 'step', how, granularity: 'line' }, { direction: 'back' });
    await driver.stopped();
    expect([driver.line, driver.reasons]).toEqual([lineOf(loop, 'call'), [{ kind: 'step' }]]);
    expect(driver.stop.time!.at.step).toBeLessThan(10);
  });

  it('runs again a few times what lies before, for each step back', async () => {
    const session = await Traveller.at('divide');
    const replayed = async (): Promise<number> => (await session.driver.engine.time!.span()).replayed!;
    let before = await replayed();
    expect(before).toBe(0);
    for (const how of ['over', 'in', 'out', 'over', 'in'] as const) {
      const { step } = session.here;
      await session.stepBack(how);
      const after = await replayed();
      expect(after).toBeGreaterThan(before);
      expect(after - before).toBeLessThanOrEqual(6 * step);
      before = after;
    }
  });

  it('does nothing twice, and goes on live from the newest moment', async () => {
    const session = await Traveller.at('divide');
    expect(session.driver.output()).toBe('720\n');
    const before = await session.state();
    expect(await session.continueBack()).toBe('first 1 entry');
    await session.driver.continue();
    expect(await session.state()).toEqual(before);
    await session.driver.move({ kind: 'continue' });
    expect(await session.driver.finish()).toBe(0);
    expect(session.driver.output()).toBe('720\n');
  });

  it('finds the previous breakpoint, with conditions and hit counts of then', async () => {
    const session = await Traveller.at('print');
    const { driver } = session;
    await driver.break(atMark('branch'), { hitCondition: { compare: 'eq', count: 3 } });
    expect(await session.continueBack()).toBe('branch 4 breakpoint');
    expect(await session.continueBack()).toBe('first 1 entry');
    await driver.continue();
    expect(session.where).toBe('branch 4 breakpoint');
    await driver.continue();
    expect(session.where).toBe('print 1 breakpoint');
  });

  it('finds the last change of a variable, and what it held before', async () => {
    const session = await Traveller.at('print');
    const { driver } = session;
    const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
    const result = scopes.flatMap(({ variables }) => variables).find(({ name }) => name === 'result');
    const place = result!.value.place!;
    const history = await driver.engine.time!.history(driver.stop.id, place, 10);
    const values = history.values.map(({ value }) =>
      value.content.kind === 'bytes' ? new Int32Array(value.content.bytes.slice().buffer)[0] : undefined,
    );
    expect(values.at(-1)).toBe(720);
    expect(history.values.at(-1)?.location?.line).toBe(lineOf(module, 'call'));
    await driver.break({ kind: 'data', place, size: 4, access: 'write' });
    await driver.step('over');
    expect(await session.continueBack()).toBe('print 1 data+breakpoint');
    expect(driver.reasons[0]).toMatchObject({
      kind: 'data',
      after: { content: { bytes: Uint8Array.of(208, 2, 0, 0) } },
    });
  });

  it('tells what happened when, and goes there', async () => {
    const session = await Traveller.at('divide');
    const time = session.driver.engine.time!;
    const { moments, unit, here, last, canBeSaved } = await time.timeline({ limit: 100 });
    expect(canBeSaved).toBe(false);
    expect([unit, here, last]).toEqual(['instructions', session.here, session.here]);
    expect(moments.map(({ kind }) => kind)).toEqual(['entry', 'output', 'stop']);
    const { moments: calls } = await time.timeline({ kinds: ['call'], limit: 100 });
    expect(calls.map(call => call.kind === 'call' && `${call.name} ${call.depth}`)).toEqual([
      'main 1',
      ...[2, 3, 4, 5, 6, 7].map(depth => `fact ${depth}`),
    ]);
    expect(await session.goTo(calls[3]!.at)).toBe('enter 4 goto');
    expect(session.here).toEqual(calls[3]!.at);
    expect(session.driver.stop.time!.last).toEqual(last);
    expect(await session.goTo(moments[1]!.at)).toBe('divide 1 goto');
    expect(await session.goTo({ branch: 0, step: 0, edit: 0 })).toBe('first 1 goto');
    await expect(time.goTo(session.driver.stop.id, { branch: 7, step: 0, edit: 0 })).rejects.toThrow(
      'on record',
    );
  });

  it('comes to the same state on every way through the past', async () => {
    const session = await Traveller.at('print');
    const { driver } = session;
    const known = new Map<number, unknown>();
    const look = async (): Promise<void> => {
      const state = await session.state();
      const { step } = session.here;
      if (known.has(step)) expect(state).toEqual(known.get(step));
      else known.set(step, state);
    };
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return (seed >>> 12) % below;
    };
    for (let nth = 0; nth < 80; nth++) {
      await look();
      const how = (['over', 'in', 'out'] as const)[random(3)]!;
      const granularity = (['line', 'statement', 'instruction'] as const)[random(3)]!;
      const choice = random(6);
      const isLate = session.where.startsWith('print') || session.where.startsWith('divide');
      if (choice < 3 && !isLate && how !== 'out') await driver.step(how, granularity);
      else if (choice < 5 || isLate) await session.stepBack(how, granularity);
      else await session.goTo({ ...session.here, step: random(driver.stop.time!.last.step) });
    }
    expect(known.size).toBeGreaterThan(12);
  });

  it('goes another way from where something was changed in the past', async () => {
    const session = await Traveller.at('print');
    const { driver } = session;
    const old = session.here;
    await session.stepBack('over');
    await session.stepBack('over');
    const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
    const n = scopes.flatMap(({ variables }) => variables).find(({ name }) => name === 'n')!.value;
    const value = { ...n, content: { kind: 'bytes', bytes: Uint8Array.of(4, 0, 0, 0) } } as const;
    await driver.engine.write(driver.stop.id, n.place!, value);
    await driver.continue();
    expect(session.here.branch).toBe(1);
    await expect(driver.engine.time!.goTo(driver.stop.id, old)).rejects.toThrow('on record');
    const { branches, note } = await driver.engine.time!.span();
    expect([branches.map(({ branch }) => branch), note]).toEqual([
      [1],
      expect.stringContaining('is forgotten'),
    ]);
    await expect(driver.engine.time!.discard(0)).rejects.toThrow('forgotten at once');
    await expect(driver.engine.time!.discard(1)).rejects.toThrow('is on branch 1');
    await driver.step('over');
    expect(driver.output()).toBe('24\n');
  });

  it('is refused where nothing is recorded, and where the program was never', async () => {
    const off = await Traveller.start({ settings: { stopOnEntry: true, recording: { kind: 'off' } } });
    await off.driver.begin();
    expect([off.driver.engine.time, off.driver.engine.traits.time]).toEqual([undefined, 'none']);
    await expect(off.continueBack()).rejects.toThrow('not supported');
    const run = await TestRun.start({ module: module.bytes, calls: mainCall(6), probes: module.probes });
    onTestFinished(() => run.run.end());
    await run.go(into);
    const motion = { kind: 'travel', to: { position: 5n, offset: 1 } } as const;
    await expect(run.run.move(motion)).rejects.toThrow('never at 5');
    expect(await run.go(over)).toMatchObject({ kind: 'step' });
  });
});
