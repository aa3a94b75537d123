// Going back in time through transactions: storage and events of then, nothing done twice.

import type { MotionKind } from '@sonde/engine';
import { EngineDriver } from '@sonde/engine/driver';
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

async function start(): Promise<EngineDriver> {
  const contract = built(text);
  const image = planOf(contract, [
    ['init', []],
    ['main', []],
  ]);
  const driver = await EngineDriver.start(twilight.engine, { program: contract.name, temporary: [], image });
  onTestFinished(() => driver.dispose());
  return driver;
}

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
