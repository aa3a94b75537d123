// Random contracts and random walks through their time: the state at a moment is the same however it was reached.

import { readFileSync } from 'node:fs';
import { EngineDriver, WalkedEngine } from '@sonde/engine/driver';
import { seededRandom, type Random } from '@sonde/testkit/seeded-random';
import { walkInTime, type Walked } from '@sonde/testkit/time-walk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { twilight } from '../pack/twilight.js';
import { built } from './generated/built.js';
import { RandomContract } from './generated/random-programs.js';
import { planOf, type Call } from './stepped.js';

/** The way is run again for what a step looks for, breakpoints, data, events and hit counts, and twice to stand there. */
const mostReplays = 14;

interface WalkedContract {
  readonly text: string;
  readonly calls: readonly Call[];
  /** The function that the last call enters. */
  readonly walked: string;
  readonly random: Random;
}

/** From the first line of the function to its last, with breakpoints in all functions, events and writes to storage. */
async function walk({ text, calls, walked, random }: WalkedContract): Promise<Walked> {
  const contract = built(text);
  const driver = await EngineDriver.start(twilight.engine, {
    program: contract.name,
    temporary: [],
    image: planOf(contract, calls),
  });
  onTestFinished(() => driver.dispose());
  const [source] = await driver.engine.loadedSources!();
  const breakAt = (line: number, more = {}) => driver.break({ kind: 'source', source: source!, line }, more);
  const [first, last] = linesOf(text, walked);
  const begin = await breakAt(first);
  await driver.begin();
  await driver.engine.changeBreakpoints([], [begin.id]);
  const lines = text.split('\n').length;
  for (let nth = 0; nth < 4; nth++) {
    const line = 1 + random(lines);
    // There every walk begins and ends.
    if (line !== first && line !== last)
      await breakAt(line, nth === 0 ? { hitCondition: { compare: 'multiple', count: 3 } } : {});
  }
  await watchStorage(driver);
  for (const filter of ['event', 'revert', 'panic', 'outOfGas', 'assertion'])
    await driver.break({ kind: 'exception', filter });
  const { id: end } = await breakAt(last);
  const ends = new RegExp(`breakpoint ${end}\\b|exception (?!event)`);
  // What the last step has cost is known only of one forward.
  const program = new WalkedEngine(driver, { ignored: ['last_step'] });
  const isEnd = ({ hits }: { readonly hits: string }): boolean => ends.test(hits);
  return walkInTime(program, { random, motions: 30, grain: 'statement', mostReplays, isEnd });
}

async function watchStorage(driver: EngineDriver): Promise<void> {
  const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
  const stored = scopes.find(({ name }) => name === 'Storage')?.variables ?? [];
  for (const { value } of stored.slice(0, 2))
    await driver.break({ kind: 'data', place: value.place!, size: 1, access: 'write' });
}

/** Of its first statement, and of its closing brace. */
function linesOf(text: string, name: string): readonly [first: number, last: number] {
  const lines = text.split('\n');
  const head = lines.findIndex(line => new RegExp(`\\bfn ${name}\\(`).test(line));
  const indent = /^ */.exec(lines[head]!)![0];
  return [head + 2, lines.findIndex((line, nth) => nth > head && line === `${indent}}`) + 1];
}

const example = (name: string): string =>
  readFileSync(new URL(`../../examples/${name}.twl`, import.meta.url), 'utf8');

/** More with TWILIGHT_WALKS=200. */
const seeds = Array.from({ length: Number(process.env['TWILIGHT_WALKS'] ?? 2) }, (_, nth) => nth + 1);

describe('a walk in time', () => {
  it.each(seeds)('finds the same state at a moment however it was reached, with seed %d', async seed => {
    const random = seededRandom(seed);
    const contract = new RandomContract(random);
    const { name, parameters } = contract.entries.at(-1)!;
    const args = parameters.map(parameter => contract.argument(parameter));
    const calls: readonly Call[] = [
      ['init', []],
      [name, args],
    ];
    const { compared } = await walk({ text: contract.source, calls, walked: name, random });
    expect(compared).toBeGreaterThan(10);
  });

  it.each([
    [
      'auction',
      'bid',
      [
        ['init', [100]],
        ['bid', [], { value: 10n }],
        ['bid', [], { value: 25n }],
      ],
    ],
    [
      'vault',
      'deposit',
      [
        ['init', []],
        ['deposit', [500]],
        ['deposit', [20_000]],
      ],
    ],
  ] as const)('does so in the example %s', async (name, walked, calls) => {
    const { compared, hits } = await walk({ text: example(name), calls, walked, random: seededRandom(1) });
    expect(compared).toBeGreaterThan(10);
    expect(hits).toBeGreaterThan(1);
  });
});
