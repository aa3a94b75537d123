// Data breakpoints on locals and memory: the program compares at its statements, and goes on where nothing changed.

import { describe, expect, it, onTestFinished } from 'vitest';
import type { Frame, Place, RawValue } from '@sonde/engine';
import { EngineDriver, plain } from '@sonde/engine/driver';
import { wasmEngine } from '../wasm-engine.js';
import { countingModule } from './counting.js';
import { factorial } from './factorial.js';
import { hostUrl, mainCall, type MarkedModule } from './harness.js';
import { lineOf, source, symbolsOf, types } from './symbols.js';

const counting = countingModule();
const recursive = factorial();

async function start(module: MarkedModule, given: number): Promise<EngineDriver> {
  const program = {
    module: module.bytes,
    symbols: symbolsOf(module),
    host: { url: hostUrl },
    calls: mainCall(given),
  };
  const driver = await EngineDriver.start(
    wasmEngine({ load: () => program }),
    { program: 'watched', temporary: [], image: undefined },
    { settings: { stopOnEntry: true } },
  );
  onTestFinished(() => driver.dispose());
  return driver;
}

const numberOf = (value: RawValue | undefined): number =>
  new DataView(new Uint8Array(plain(value!) as readonly number[]).buffer).getInt32(0, true);

async function placeOf(driver: EngineDriver, name: string, frame: Frame = driver.top): Promise<Place> {
  const scopes = await driver.engine.scopes(driver.stop.id, frame.id);
  return scopes.flatMap(({ variables }) => variables).find(each => each.name === name)!.value.place!;
}

const watch = (driver: EngineDriver, place: Place, size: number, more: object = {}) =>
  driver.break({ kind: 'data', place, size, access: 'write' }, more);
const line = (module: MarkedModule, name: string) =>
  ({ kind: 'source', source, line: lineOf(module, name) }) as const;

/** Where it stands, and what changed there. */
function change(driver: EngineDriver, module: MarkedModule): string {
  const [reason] = driver.reasons;
  const name = Object.keys(module.at)[(driver.line ?? 0) - 1] ?? '?';
  if (reason?.kind !== 'data') return `${reason?.kind} ${name}`;
  return `${name}: ${numberOf(reason.before)} → ${numberOf(reason.after)}`;
}

const memory = (offset: number): Place => ({
  kind: 'memory',
  address: { space: '', offset: BigInt(offset) },
});

describe('a watched local', () => {
  it('stops behind each statement that changes it, with what it was and is', async () => {
    const driver = await start(counting, 12);
    await driver.begin();
    await watch(driver, await placeOf(driver, 'i'), 4);
    const seen: string[] = [];
    for (let stop = 0; stop < 3; stop++) {
      await driver.continue();
      seen.push(change(driver, counting));
    }
    expect(seen).toEqual(['twice: 0 → 1', 'twice: 1 → 2', 'twice: 2 → 3']);
    // A step that changes it ends where the change is told; one that does not, where it would.
    await driver.step('over');
    expect(change(driver, counting)).toBe('step turn');
    await driver.step('over');
    expect(change(driver, counting)).toBe('twice: 3 → 4');
    // What the debugger writes is no change of the program.
    const place = await placeOf(driver, 'i');
    await driver.engine.write(driver.stop.id, place, {
      type: types.int,
      content: { kind: 'scalar', value: 9n },
    });
    await driver.continue();
    expect(change(driver, counting)).toBe('twice: 9 → 10');
  });

  it('is that of one activation, and over when it returns', async () => {
    const driver = await start(recursive, 6);
    await driver.begin();
    await driver.break(line(recursive, 'half'));
    await driver.continue();
    await driver.continue();
    const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 9);
    expect(frames.map(frame => frame.function)).toEqual(['fact', 'fact', 'main']);
    await driver.engine.changeBreakpoints([], [1 as never]);
    // Deeper calls have a local of that name too; the one of the caller never changes any more.
    const inner = await watch(driver, await placeOf(driver, 'half', frames[0]), 8);
    const outer = await watch(driver, await placeOf(driver, 'ten', frames[1]), 4);
    const result = await watch(driver, await placeOf(driver, 'result', frames[2]), 4);
    expect([inner, outer, result].map(({ state }) => state)).toEqual(['resolved', 'resolved', 'resolved']);
    await driver.continue();
    expect(driver.reasons[0]).toMatchObject({ kind: 'data', hits: [inner.id] });
    expect(change(driver, recursive)).toMatch(/^branch/);
    await driver.continue();
    // Both activations of the function have returned.
    expect(change(driver, recursive)).toBe('print: 10 → 720');
    const ended = driver.events.flatMap(event => (event.kind === 'breakpoints' ? event.resolutions : []));
    expect(ended).toMatchObject([
      { id: inner.id, state: 'unresolved', message: 'the call it belonged to has returned' },
      { id: outer.id, state: 'unresolved' },
    ]);
  });

  it('obeys its hit count, and survives another variant of the module', async () => {
    const driver = await start(counting, 200);
    await driver.begin();
    await watch(driver, await placeOf(driver, 'ratio'), 8, { hitCondition: { compare: 'eq', count: 2 } });
    await driver.break(line(counting, 'turn'), { hitCondition: { compare: 'eq', count: 50 } });
    await driver.step('over', 'instruction');
    await driver.continue();
    const [reason] = driver.reasons;
    expect(reason?.kind).toBe('data');
    await driver.continue();
    expect(driver.reasons[0]?.kind).toBe('breakpoint');
    await driver.step('over', 'instruction');
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
  });
});

describe('watched memory', () => {
  it('is compared at the statements of all functions, and a breakpoint at the same place has its say', async () => {
    const driver = await start(counting, 25);
    await driver.begin();
    await watch(driver, memory(32), 4);
    await driver.break(line(counting, 'print'), { hitCondition: { compare: 'eq', count: 2 } });
    const seen: string[] = [];
    for (let stop = 0; stop < 20; stop++) {
      await driver.continue();
      seen.push(
        `${change(driver, counting)}${driver.reasons.length > 1 ? ` and ${driver.reasons[1]!.kind}` : ''}`,
      );
    }
    expect(seen.slice(0, 2)).toEqual(['turn: 0 → 1', 'turn: 1 → 2']);
    expect(seen[9]).toBe('print: 9 → 10');
    expect(seen[19]).toBe('print: 19 → 20 and breakpoint');
  });

  it('that nothing changes costs no halt', async () => {
    const driver = await start(counting, 300_000);
    await driver.begin();
    await watch(driver, memory(1024), 24);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
  });

  it('is refused with the reason where it is not there, too long, or to be read', async () => {
    const driver = await start(counting, 3);
    await driver.begin();
    const why = [
      await watch(driver, memory(65_534), 4),
      await watch(driver, memory(0), 4_096),
      await driver.break({ kind: 'data', place: memory(0), size: 4, access: 'read' }),
      await driver.break({
        kind: 'data',
        place: { kind: 'register', frame: driver.top.id, name: 'x' },
        size: 4,
        access: 'write',
      }),
    ].map(({ state, message }) => `${state}: ${message}`);
    expect(why).toEqual([
      'failed: the memory of the program ends before it.',
      'failed: 1 to 512 bytes can be watched, and not 4096.',
      'failed: only writes can be watched here: reading changes nothing.',
      'failed: this cannot be watched here.',
    ]);
  });
});
