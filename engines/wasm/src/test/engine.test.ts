import { describe, expect, it, onTestFinished } from 'vitest';
import { breakpointId, type Expression, type RawValue } from '@sonde/engine';
import { EngineDriver, type DriverOptions } from '@sonde/engine/driver';
import { build } from '@sonde/lens';
import type { WasmProgram } from '../program/program.js';
import { wasmEngine } from '../wasm-engine.js';
import { factorial } from './factorial.js';
import { hostUrl, mainCall, marked } from './harness.js';
import { lineOf, source, symbolsOf, types } from './symbols.js';

const module = factorial();
const program: WasmProgram = {
  module: module.bytes,
  symbols: symbolsOf(module),
  host: { url: hostUrl },
  calls: mainCall(6),
};

async function start(what: WasmProgram = program, options: DriverOptions = {}): Promise<EngineDriver> {
  const factory = wasmEngine({ load: () => what });
  const driver = await EngineDriver.start(
    factory,
    { program: 'marked', temporary: [], image: undefined },
    options,
  );
  onTestFinished(() => driver.dispose());
  return driver;
}

const atMark = (name: string) => ({ kind: 'source', source, line: lineOf(module, name) }) as const;
const marks = Object.keys(module.at);
const where = (driver: EngineDriver): string => marks[(driver.line ?? 0) - 1] ?? '?';
const bytes = (...values: readonly number[]): readonly number[] => values;
const int = (value: number): readonly number[] => [...new Uint8Array(new Int32Array([value]).buffer)];

describe('wasmEngine', () => {
  it('stops at entry, steps by lines, and ends', async () => {
    const driver = await start(program, { settings: { stopOnEntry: true } });
    await driver.begin();
    expect([where(driver), driver.reasons[0]?.kind, driver.top.function]).toEqual(['first', 'entry', 'main']);
    const way: string[] = [];
    for (const how of ['over', 'in', 'over', 'over', 'in', 'out', 'out', 'over', 'over', 'over'] as const) {
      await driver.step(how);
      way.push(`${where(driver)} ${driver.stop.top?.total}`);
    }
    expect(way).toEqual([
      'call 1',
      'enter 2',
      'half 2',
      'branch 2',
      'enter 3',
      'branch 2',
      'call 1',
      'print 1',
      'divide 1',
      'done 1',
    ]);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
    expect(driver.output()).toBe('720\n');
  });

  it('shows what a step out gave back', async () => {
    const driver = await start();
    await driver.break(atMark('half'));
    await driver.begin();
    await driver.engine.changeBreakpoints([], [breakpointId(1)]);
    await driver.step('out');
    const [reason] = driver.reasons;
    expect(reason?.kind === 'step' && reason.returned?.content).toEqual({
      kind: 'bytes',
      bytes: new Uint8Array(int(720)),
    });
  });

  it('shows and changes variables of every frame', async () => {
    const driver = await start();
    await driver.break(atMark('branch'));
    await driver.begin();
    await driver.continue();
    const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 10);
    expect(frames.map(frame => frame.function)).toEqual(['fact', 'fact', 'main']);
    expect(await driver.variables(frames[0])).toMatchObject({
      Arguments: { n: int(5) },
      Locals: { ten: int(50), half: bytes(0, 0, 0, 0, 0, 0, 0xf8, 0x3f) },
      Memory: { memory: 'deferred' },
    });
    expect(await driver.variables(frames[1])).toMatchObject({
      Arguments: { n: int(6) },
      Locals: { ten: int(60) },
    });
    const [scope] = await driver.engine.scopes(driver.stop.id, frames[2]!.id);
    const { place } = scope!.variables[0]!.value;
    const value: RawValue = { type: types.int, content: { kind: 'scalar', value: 105n } };
    expect((await driver.engine.write(driver.stop.id, place!, value)).content).toEqual({
      kind: 'bytes',
      bytes: new Uint8Array(int(105)),
    });
    expect(await driver.variables(frames[2])).toMatchObject({ Arguments: { n: int(105) } });
  });

  it('keeps frames apart by their ids, which stay', async () => {
    const driver = await start();
    await driver.break(atMark('enter'));
    await driver.begin();
    const first = driver.top.id;
    await driver.step('over');
    expect(driver.top.id).toBe(first);
    await driver.continue();
    expect(driver.top.id).not.toBe(first);
  });

  it('steps by instructions and stops at one', async () => {
    const driver = await start();
    await driver.break(atMark('enter'));
    await driver.begin();
    const from = driver.top.address;
    const listing = await driver.engine.disassemble!(driver.stop.id, from, 0, 4);
    expect(listing.map(({ text }) => text)).toEqual([
      'local.get $n',
      'i32.const 10',
      'i32.mul',
      'local.set $ten',
    ]);
    await driver.step('over', 'instruction');
    expect(driver.top.address).toEqual(listing[1]!.address);
    await driver.break({ kind: 'instruction', address: listing[3]!.address });
    await driver.continue();
    expect(driver.top.address).toEqual(listing[3]!.address);
    expect(driver.output()).toBe('');
  });

  it('stops in front of a trap when that is wanted, and tells it at the end', async () => {
    const driver = await start({ ...program, calls: mainCall(5) });
    await driver.break({ kind: 'exception', filter: 'uncaught' });
    await driver.begin();
    expect(driver.reasons[0]).toMatchObject({ kind: 'exception', thrown: { name: 'DivideByZero' } });
    expect(where(driver)).toBe('divide');
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(1);
    expect(driver.output('stderr')).toBe('DivideByZero: an integer was divided by zero\n');
    expect(driver.output()).toBe('120\n');
  });

  it('decides conditions inside the program, and leaves to the session what it cannot', async () => {
    let asked = 0;
    const driver = await start(program, {
      compile: (text, names, table) => {
        const [name = '', value = ''] = text.split(' == ');
        const { place, type } = names.lookup(name)!;
        const boolean = table.add({ kind: 'boolean', name: 'bool', size: 1 });
        const is = build.conditions(boolean);
        const wide = build.integers({ bits: 256, signed: true, overflow: 'fail' }, type);
        const read: Expression = { op: 'read', place, type };
        const left = value.endsWith('n') ? wide.add(read, build.constant(0n, type)) : read;
        const condition = is.eq(left, build.constant(BigInt(Number.parseInt(value, 10)), type));
        return { text, program: condition, type: boolean, pure: true };
      },
      decide: async () => {
        asked++;
        return { stop: true };
      },
    });
    const inside = await driver.break(atMark('branch'), { condition: 'n == 3' });
    expect(inside).toMatchObject({ state: 'resolved', evaluated: 'in-program' });
    await driver.begin();
    expect(asked).toBe(1);
    expect(await driver.variables()).toMatchObject({ Arguments: { n: int(3) } });
    const outside = await driver.break(atMark('half'), { condition: 'n == 1n' });
    expect(outside).toMatchObject({ state: 'resolved', evaluated: 'stop-and-ask' });
  });

  it('pauses an endless loop, and ends it', async () => {
    const endless = marked((builder, statement) => {
      const spin = builder.function('main', { params: [], results: [] });
      const count = spin.local('i32', 'count');
      spin.code.loop(undefined, again => {
        statement(spin.code, 'turn');
        spin.code.get(count).i32(1).op('i32.add').set(count).br(again);
      });
      builder.export('main', spin);
    });
    const driver = await start({
      ...program,
      module: endless.bytes,
      symbols: symbolsOf(endless),
      calls: mainCall(),
    });
    await driver.engine.begin();
    await driver.engine.pause();
    await driver.stopped();
    expect(driver.reasons[0]?.kind).toBe('pause');
    await driver.move({ kind: 'continue' });
    await driver.engine.terminate();
    expect(await driver.finish()).toBe('SIGTERM');
  });

  it('says what is wrong with a module', async () => {
    await expect(start({ ...program, module: new Uint8Array([0, 1]) })).rejects.toThrow(
      'this is no WebAssembly module',
    );
  });

  it('runs without debugging: nothing stops it', async () => {
    const driver = await start({ ...program, calls: mainCall(5) }, { settings: { noDebug: true } });
    await driver.engine.begin();
    expect(await driver.finish()).toBe(1);
  });
});
