// What going back costs, in instructions that are run again: a count, which is the same on every machine.

import type { EngineDriver } from './driver.js';

const steps = 10;

/**
 * The most instructions that a step back by line took on the average, near the newest moment and in the middle of the run.
 * The first step at each place is not counted: it looks for where it is, and puts checkpoints there for the next ones.
 */
export async function replayedPerStepBack(driver: EngineDriver): Promise<number> {
  const { time } = driver.engine;
  if (time === undefined) throw new Error('nothing is recorded');
  const replayed = async (): Promise<number> => (await time.span()).replayed ?? 0;
  const back = async (): Promise<void> => {
    await driver.move({ kind: 'step', how: 'over', granularity: 'line' }, { direction: 'back' });
    await driver.stopped();
  };
  const cost = async (): Promise<number> => {
    await back();
    const before = await replayed();
    for (let nth = 0; nth < steps; nth++) await back();
    return ((await replayed()) - before) / steps;
  };
  const { last } = driver.stop.time!;
  const near = await cost();
  await time.goTo(driver.stop.id, { ...last, step: Math.floor(last.step / 3) });
  await driver.stopped();
  return Math.max(near, await cost());
}
