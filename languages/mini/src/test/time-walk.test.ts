// Random programs and random walks through their time: the state at a moment is the same however it was reached.

import { WalkedEngine } from '@sonde/engine-vm/driver';
import { walkOnBranches } from '@sonde/testkit/branch-walk';
import { seededRandom, type Random } from '@sonde/testkit/seeded-random';
import { walkInTime } from '@sonde/testkit/time-walk';
import { describe, expect, it } from 'vitest';
import { load, written } from './harness.js';

/** Statements over three variables, with calls, errors, and everything that the world can be asked. */
function randomProgram(random: Random): string {
  const variable = (): string => ['a', 'b', 'c'][random(3)]!;
  const value = (): string =>
    [
      `${random(100)}`,
      variable(),
      `${variable()} + ${variable()}`,
      'random(50)',
      'clock() % 7',
      'number(input())',
    ][random(6)]!;
  let loops = 0;
  const statement = (depth: number): string => {
    const assign = `${variable()} = ${value()};`;
    switch (depth > 2 ? 0 : random(8)) {
      case 1:
        return `if ${variable()} % 2 == 0 { ${block(depth)} } else { ${block(depth)} }`;
      case 2: {
        const i = `i${loops++}`;
        return `let ${i} = 0; while ${i} < ${2 + random(4)} { ${i} = ${i} + 1;\n  ${block(depth)}\n}`;
      }
      case 3:
        return `${variable()} = work(${variable()} % 5, ${variable()});`;
      case 4:
        return `try {\n  ${block(depth)}\n  ${variable()} = ${random(9)} / (${variable()} % 3);\n} catch e { print e; }`;
      case 5:
        return `mem[${random(8)}] = mem[${random(8)}] + ${random(9)};`;
      case 6:
        return `print "${random(1000)} " + ${variable()};`;
      default:
        return assign;
    }
  };
  const block = (depth: number): string =>
    Array.from({ length: 1 + random(3) }, () => statement(depth + 1)).join('\n  ');
  const body = Array.from({ length: 6 }, () => statement(0)).join('\n');
  return `let a = 1; let b = 2; let c = 3;
size(8);
fn work(depth, x) {
  let y = x * 3; // #work
  if depth > 0 { y = y + work(depth - 1, y % 100); }
  return y % 1000;
}
fn beside(n) {
  let i = 0;
  while i < n { i = i + 1; mem[7] = i; }
}
let task = spawn beside(${300 + random(900)});
let round = 0;
while round < 4 {
${body}
  round = round + 1; // #round
  a = a % 1000; b = b % 1000; c = c % 1000 + work(2, round);
}
join(task);
print "done"; // #end
`;
}

async function begun(program: string) {
  const stdin = { text: '17\n4\n99\n23\n'.repeat(40), closed: true };
  const settings = { recording: { kind: 'on', memoryBudget: 1 << 26 }, stopOnEntry: true, stdin } as const;
  const mini = await load(program, { settings });
  await mini.breakAt('work');
  await mini.breakAt('work', { hitCondition: { compare: 'multiple', count: 3 } });
  const { id: end } = await mini.breakAt('end');
  await mini.driver.break({ kind: 'exception', filter: 'thrown' });
  await mini.driver.begin();
  const walked = new WalkedEngine(mini.driver);
  return { walked, isLast: (hits: string): boolean => hits.includes(`breakpoint ${end}`) };
}

async function walk(program: string, random: Random, motions: number) {
  const { walked, isLast } = await begun(program);
  return walkInTime(walked, { random, motions, isEnd: ({ hits }) => isLast(hits) });
}

/** Each call holds a text of its own, and memory changes on the way down and up. */
const deep = `size(8);
fn work(n, x) {
  let text = "object " + n;
  mem[n % 8] = n % 256;
  if n == 0 {
    return 0; // #work
  }
  let below = work(n - 1, len(text));
  return below + len(text) % 7;
}
let round = 0;
while round < 3 {
  print work(100000, 0);
  round = round + 1;
}
print "done"; // #end
`;

/** More with MINI_WALKS=200. */
const seeds = Array.from({ length: Number(process.env['MINI_WALKS'] ?? 4) }, (_, nth) => nth + 1);

describe('a walk in time', () => {
  it.each(seeds)('finds the same state at a moment however it was reached, with seed %d', async seed => {
    const random = seededRandom(seed);
    const { compared, hits } = await walk(written(randomProgram(random)), random, 120);
    expect(compared).toBeGreaterThan(10);
    expect(hits).toBeGreaterThan(1);
  });

  it.each(seeds)('finds it on all branches that changes begin, with seed %d', async seed => {
    const random = seededRandom(seed);
    const { walked, isLast } = await begun(written(randomProgram(random)));
    const isEnd = (hits: string): boolean => isLast(hits) || hits.includes('exception');
    const { compared, branches } = await walkOnBranches(walked, { random, motions: 100, isEnd });
    expect(compared).toBeGreaterThan(5);
    expect(branches).toBeGreaterThan(2);
  });

  it('does so 100,000 calls deep, with as many texts', async () => {
    const random = seededRandom(1);
    const { compared, deepest } = await walk(written(deep), random, 6);
    expect(compared).toBeGreaterThan(0);
    expect(deepest).toBeGreaterThan(100_000);
  });
});
