// Going back in time through transactions: storage and events of then, nothing done twice.

import type { MotionKind, RawValue } from '@sonde/engine';
import { EngineDriver, type DriverOptions } from '@sonde/engine/driver';
import { build } from '@sonde/lens';
import { expect, it, onTestFinished } from 'vitest';
import { twilight } from '../pack/twilight.js';
import { built } from './generated/built.js';
import { planOf } from './stepped.js';

const text = `contract Main {
    storage { total: u64; }
    event Told(n: u64);
    fn add(n: u64) {
        total = total + n; // #add
        emit Told(n);
    }
    pub fn main() {
        var n: u64 = 1;
        while n < 4 { // #while
            add(n); // #call
            n = n + 1; // #next
        }
        print("total {}", total); // #print
        revert("enough"); // #revert
    }
}
`;
const lines = text.split('\n');

async function start(options: DriverOptions = {}, source = text): Promise<EngineDriver> {
  const contract = built(source);
  const image = planOf(contract, [
    ['init', []],
    ['main', []],
  ]);
  const driver = await EngineDriver.start(
    twilight.engine,
    { program: contract.name, temporary: [], image },
    options,
  );
  onTestFinished(() => driver.dispose());
  return driver;
}

/** It stands at the revert; answers with a way back that tells where that ends and why. */
async function atTheRevert(driver: EngineDriver) {
  await driver.break({ kind: 'exception', filter: 'revert' });
  await driver.begin();
  const where = (): string =>
    `${/#\w+/.exec(lines[(driver.line ?? 1) - 1]!)?.[0]} ${driver.reasons.map(({ kind }) => kind).join('+')}`;
  return async (motion: MotionKind = { kind: 'continue' }): Promise<string> => {
    await driver.move(motion, { direction: 'back' });
    await driver.stopped();
    return where();
  };
}

const numberIn = (value: RawValue | undefined) =>
  value?.content.kind === 'scalar' ? value.content.value : undefined;

const emit = lines.findIndex(line => line.includes('emit')) + 1;
const lineOf = (mark: string): number => lines.findIndex(line => line.includes(mark)) + 1;

it('events that were emitted stop the way back once their filter is on, and the way forward again', async () => {
  const driver = await start();
  const back = await atTheRevert(driver);
  // When the events were emitted nobody waited for one.
  await driver.break({ kind: 'exception', filter: 'event' });
  const steps: number[] = [];
  for (let nth = 0; nth < 3; nth++) {
    await back();
    expect([driver.line, driver.reasons]).toMatchObject([
      emit,
      [{ kind: 'exception', thrown: { name: 'event' } }],
    ]);
    steps.push(driver.stop.time!.at.step);
  }
  expect(await back()).toMatch(/entry$/);
  for (const step of steps.toReversed()) {
    await driver.continue();
    expect([driver.line, driver.stop.time!.at.step]).toEqual([emit, step]);
  }
  expect(driver.output('console').match(/Told/g)).toHaveLength(3);
});

it('a count of events is one of the moment', async () => {
  const driver = await start();
  const back = await atTheRevert(driver);
  await driver.break({ kind: 'exception', filter: 'event' }, { hitCondition: { compare: 'eq', count: 2 } });
  await back();
  expect(driver.line).toBe(emit);
  const { at } = driver.stop.time!;
  expect(await back()).toMatch(/entry$/);
  await driver.continue();
  expect(driver.stop.time!.at).toEqual(at);
});

it('a count is right beyond what a node tells at once', async () => {
  const long = text.replace('n < 4', 'n < 5000').replace('emit Told(n);', '');
  const driver = await start({}, long);
  const source = (await driver.engine.loadedSources!())[0]!;
  await driver.break(
    { kind: 'source', source, line: lineOf('#next') },
    { hitCondition: { compare: 'eq', count: 4_500 } },
  );
  const back = await atTheRevert(driver);
  expect(driver.reasons[0]?.kind).toBe('breakpoint');
  const { at } = driver.stop.time!;
  await driver.continue();
  expect(await back()).toBe('#next breakpoint');
  expect(driver.stop.time!.at).toEqual(at);
});

it('the last write to storage is found, with what was there before', async () => {
  const driver = await start();
  const back = await atTheRevert(driver);
  const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
  const total = scopes.find(({ name }) => name === 'Storage')!.variables[0]!;
  await driver.break({ kind: 'data', place: total.value.place!, size: 8, access: 'write' });
  const found: unknown[] = [];
  for (let nth = 0; nth < 3; nth++) {
    expect(await back()).toBe('#add data');
    const [reason] = driver.reasons;
    found.push(reason?.kind === 'data' && [reason.before, reason.after].map(numberIn));
  }
  expect(found).toEqual([
    [3n, 6n],
    [1n, 3n],
    [0n, 1n],
  ]);
  expect(await back()).toMatch(/entry$/);
});

it('a log point stops the way back: what it said was told then', async () => {
  const driver = await start({
    compileLog: (text, _, types) => {
      const type = types.add({ kind: 'string', name: 'text' });
      return { text, program: build.constant(text, type), type, pure: true };
    },
    decide: async () => ({ stop: false }),
  });
  const source = (await driver.engine.loadedSources!())[0]!;
  await driver.break({ kind: 'source', source, line: lineOf('#next') }, { logMessage: 'again' });
  const back = await atTheRevert(driver);
  expect(await back()).toBe('#next breakpoint');
});

it('the end that a transaction comes to is the same after one was back', async () => {
  const driver = await start();
  const back = await atTheRevert(driver);
  const { last } = driver.stop.time!;
  await back({ kind: 'step', how: 'over', granularity: 'line' });
  await driver.engine.time!.goTo(driver.stop.id, last);
  await driver.stopped();
  expect(driver.line).toBe(lineOf('#revert'));
  await driver.move({ kind: 'continue' });
  expect(await driver.finish()).toBe(1);
  expect(driver.output('stderr')).toMatch(/^main reverted: enough/);
});

it('a transaction that reverts is gone back through to where it began, and forward again', async () => {
  const driver = await start();
  await driver.break({ kind: 'exception', filter: 'revert' });
  await driver.begin();
  const marker = (): string => /#\w+/.exec(lines[(driver.line ?? 1) - 1]!)?.[0] ?? String(driver.line);
  const where = (): string => `${marker()} ${driver.reasons.map(({ kind }) => kind).join('+')}`;
  const back = async (motion: MotionKind): Promise<string> => {
    await driver.move(motion, { direction: 'back' });
    await driver.stopped();
    return where();
  };
  const step = (how: 'over' | 'in' | 'out') => back({ kind: 'step', how, granularity: 'line' });
  const storage = async (): Promise<string> =>
    JSON.stringify(
      (await driver.engine.scopes(driver.stop.id, driver.top.id)).filter(({ name }) => /storage/i.test(name)),
      (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    );
  expect(where()).toBe('#revert exception');
  const [told, newest] = [driver.output('console'), driver.stop.time!.last];
  expect(driver.stop.time!.at).toEqual(newest);
  // It stands in the middle of its line, at the call that failed.
  expect(await step('over')).toBe('#revert step');
  expect(await step('over')).toBe('#print step');
  expect(await step('over')).toBe('#while step');
  expect(await step('over')).toBe('#next step');
  expect(await step('in')).toMatch(/step$/);
  expect(await step('out')).toBe('#call step');
  const third = driver.stop.time!.at;
  const source = driver.top.location!.source;
  const line = lines.findIndex(each => each.includes('#add')) + 1;
  await driver.break({ kind: 'source', source, line }, { hitCondition: { compare: 'le', count: 2 } });
  expect(await back({ kind: 'continue' })).toBe('#add breakpoint');
  const before = await storage();
  expect(await back({ kind: 'continue' })).toBe('#add breakpoint');
  expect(await back({ kind: 'continue' })).toMatch(/entry$/);
  await driver.continue();
  await driver.continue();
  expect([where(), await storage()]).toEqual(['#add breakpoint', before]);
  await driver.continue();
  expect([where(), driver.stop.time!.at]).toEqual(['#revert exception', newest]);
  await driver.engine.time!.goTo(driver.stop.id, third);
  await driver.stopped();
  expect(where()).toBe('#call goto');
  expect(driver.output('console')).toBe(told);
  const { moments } = await driver.engine.time!.timeline({
    limit: 100,
    kinds: ['call', 'output', 'exception'],
  });
  expect(moments.map(({ kind }) => kind).filter(kind => kind !== 'call')).toEqual(['output', 'exception']);
  expect(moments.filter(each => each.kind === 'call' && each.name.includes('add'))).toHaveLength(3);
});
