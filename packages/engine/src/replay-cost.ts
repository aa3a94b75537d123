// What going back costs, in instructions that are run again: a count, which is the same on every machine.

import type { EngineDriver } from './driver.js';
import type { TimeTravel } from './time-travel.js';

const steps = 20;

export interface ReplayCost {
  /** Instructions of the whole run. */
  readonly length: number;
  /** The most that the first step back took: it looks for where it is, and puts checkpoints there for the next ones. */
  readonly first: number;
  /** The most that one of the others took. */
  readonly next: number;
}

export async function recordingOf({ engine }: EngineDriver): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of timeOf(engine.time).recording()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * What steps back by line run again, near the end of a recording that is replayed and in its middle. What is replayed gets no
 * checkpoints by the clock.
 */
export async function replayCost(driver: EngineDriver): Promise<ReplayCost> {
  const time = timeOf(driver.engine.time);
  const replayed = async (): Promise<number> => (await time.span()).replayed ?? Number.NaN;
  const back = async (): Promise<number> => {
    const before = await replayed();
    await driver.move({ kind: 'step', how: 'over', granularity: 'line' }, { direction: 'back' });
    await driver.stopped();
    return (await replayed()) - before;
  };
  const length = (await time.span()).last.step;
  const [first, next]: [number[], number[]] = [[], []];
  for (const step of [length, Math.floor(length / 2)]) {
    await time.goTo(driver.stop.id, { branch: 0, step, edit: 0 });
    await driver.stopped();
    first.push(await back());
    for (let nth = 0; nth < steps; nth++) next.push(await back());
  }
  return { length, first: Math.max(...first), next: Math.max(...next) };
}

function timeOf(time: TimeTravel | undefined): TimeTravel {
  if (time === undefined) throw new Error('nothing is recorded');
  return time;
}
