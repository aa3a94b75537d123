// Going back in time in NG programs through the engine: steps, breakpoints, data, the start, branches, and what it takes.

import type { MotionKind } from '@sonde/engine';
import { recordingOf, replayCost } from '@sonde/engine-vm/driver';
import { expect, it } from 'vitest';
import { load, written, type NgDriver } from './harness.js';

const settings = { recording: { kind: 'on', memoryBudget: 1 << 26 } } as const;

const program = `fun twice(n: i32) -> i32 {
    val result = n * 2; // #inside
    return result;
}
fun work(last: i32) -> i32 {
    val count = 0;
    val all = [[0, 0], [0, 0]];
    loop i = 0 {
        if (i < last) {
            count := twice(i); // #call
            all[i % 2][0] := count; // #store
            next i + 1;
        }
    }
    return count; // #end
}
print(work(20000));
`;

async function start(): Promise<NgDriver> {
  const session = await load(written(program), { settings });
  await session.breakAt('end');
  await session.driver.begin();
  return session;
}

async function back({ driver }: NgDriver, motion: MotionKind): Promise<void> {
  await driver.move(motion, { direction: 'back' });
  await driver.stopped();
}

const step = (how: 'over' | 'in' | 'out'): MotionKind => ({ kind: 'step', how, granularity: 'line' });
const local = async ({ driver }: NgDriver, name: string): Promise<unknown> =>
  Object.values(await driver.variables()).find(scope => name in scope)?.[name];

it('goes back over, into and out of calls, to breakpoints and the start, and forward again', async () => {
  const session = await start();
  const { driver } = session;
  const { last } = driver.stop.time!;
  await session.breakAt('store', { condition: 'i == 15000' });
  await back(session, { kind: 'continue' });
  expect([driver.line, await local(session, 'i'), await local(session, 'count')]).toEqual([
    session.line('store'),
    15_000,
    30_000,
  ]);
  await back(session, step('over'));
  expect([driver.line, await local(session, 'count')]).toEqual([session.line('call'), 29_998]);
  await driver.step('over');
  await back(session, step('in'));
  expect(driver.line).toBe(session.line('inside') + 1);
  expect(await local(session, 'result')).toBe(30_000);
  await back(session, step('out'));
  expect(driver.line).toBe(session.line('call'));
  await back(session, { kind: 'continue' });
  expect(driver.reasons).toEqual([{ kind: 'entry' }]);
  await driver.continue();
  expect(await local(session, 'i')).toBe(15_000);
  await driver.continue();
  expect([driver.line, await local(session, 'count')]).toEqual([session.line('end'), 39_998]);
  expect(driver.stop.time!.at).toEqual(last);
});

it('runs few instructions again for a step back, near the end of a recording and in its middle', async () => {
  const data = await recordingOf((await start()).driver);
  const { driver } = await load(written(program), { settings: { recording: { kind: 'replay', data } } });
  await driver.begin();
  const { length, first, next } = await replayCost(driver);
  expect(length).toBeGreaterThan(300_000);
  expect(first).toBeLessThan(length * 1.1);
  expect(next).toBeLessThan(20_000);
});

it('tells who wrote a variable last, what it was before, and begins a branch where it is changed', async () => {
  const session = await start();
  const { driver } = session;
  const found = driver.stop.top!.scopes!.flatMap(s => s.variables).find(v => v.name === 'count')!;
  const place = found.value.place!;
  const { values, more } = await driver.engine.time!.history(driver.stop.id, place, 3);
  expect([values.map(({ value }) => value.content), more]).toMatchObject([
    [{ value: 39_994n }, { value: 39_996n }, { value: 39_998n }],
    true,
  ]);
  await driver.break({ kind: 'data', place, access: 'write', size: 4 });
  await back(session, { kind: 'continue' });
  expect(driver.reasons).toMatchObject([{ kind: 'data' }]);
  expect(await local(session, 'i')).toBe(19_999);
  const { branches } = await driver.engine.time!.span();
  expect(branches).toHaveLength(1);
  await driver.engine.write(driver.stop.id, place, { ...values[0]!.value });
  const changed = await driver.engine.time!.span();
  expect([changed.branches.length, changed.here.branch]).toEqual([2, 1]);
  // What was changed is changed again where the program is brought there anew; the old branch is as it was.
  for (const [position, count] of [
    [changed.first, undefined],
    [changed.here, 39_994],
    [{ ...changed.here, branch: 0, edit: 0 }, 39_998],
  ] as const) {
    await driver.engine.time!.goTo(driver.stop.id, position);
    await driver.stopped();
    expect(await local(session, 'count')).toBe(count);
  }
});

it('goes back from an error in the middle of an expression, and comes to the same error again', async () => {
  const ng = await load(written('fun main() {\n  val a = 40;\n  val b = 0;\n  print(1 + a % b);\n}\n'), {
    settings,
  });
  const { driver } = ng;
  await driver.break({ kind: 'exception', filter: 'uncaught' });
  const { time } = await driver.begin();
  await back(ng, { kind: 'continue' });
  expect(driver.reasons).toEqual([{ kind: 'entry' }]);
  await driver.continue();
  expect(driver.reasons).toMatchObject([{ kind: 'exception' }]);
  expect(driver.stop.time!.at).toEqual(time!.at);
  expect(driver.events.filter(({ kind }) => kind === 'notice')).toEqual([]);
});
