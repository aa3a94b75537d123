// Random programs and random walks through their time: the state at a moment is the same however it was reached.

import { WalkedEngine } from '@sonde/engine-vm/driver';
import { walkOnBranches } from '@sonde/testkit/branch-walk';
import { seededRandom, type Random } from '@sonde/testkit/seeded-random';
import { walkInTime } from '@sonde/testkit/time-walk';
import { describe, expect, it } from 'vitest';
import { load, written, type NgDriver } from '../harness.js';

/** Statements over numbers, records and input, with calls, and an error at the end of some. */
function randomProgram(random: Random): string {
  const variable = (): string => ['a', 'b', 'box.value', 'box.other.value'][random(4)]!;
  const value = (): string =>
    [`${random(100)}`, variable(), `${variable()} + ${variable()}`, `work(${variable()} % 4, ${random(9)})`][
      random(4)
    ]!;
  const statement = (depth: number): string => {
    switch (depth > 2 ? 0 : random(7)) {
      case 1:
        return `if ((${variable()} % 2) == 0) {\n  ${block(depth)}\n}`;
      case 2:
        return `box.other := new Inner { value: ${value()}, text: readLine() };`;
      case 3:
        return `box.kept := [${value()}, ${value()}, ${random(50)}];`;
      case 4:
        return `print("${random(1000)}", ${variable()});`;
      case 5:
        return `box.other.text := readLine();`;
      default:
        return `${variable()} := ${value()};`;
    }
  };
  const block = (depth: number): string =>
    Array.from({ length: 1 + random(3) }, () => statement(depth + 1)).join('\n  ');
  return `type Inner {
    value: i32;
    text: string;
}
type Box {
    value: i32;
    other: ref<Inner>;
    kept: vector<i32>;
}
fun work(depth: i32, x: i32) -> i32 {
    val y = x * 3 % 1000; // #work
    if (depth > 0) {
        return y + work(depth - 1, y);
    }
    return y % 100;
}
fun main() {
    val box = new Box { value: 1, other: new Inner { value: 2, text: "" }, kept: [] };
    val a = 1;
    val b = 2;
    loop round = 0 {
        if (round < 5) {
${Array.from({ length: 6 }, () => statement(0)).join('\n')}
            a := (a + work(2, round)) % 1000;
            b := b % 1000;
            box.value := box.value % 1000;
            box.other.value := box.other.value % 1000;
            next round + 1;
        }
    }
    print("done"); // #end
    print(a / (a - a));
}
`;
}

/** As many frames as objects: each call holds a record that it changes before and after the next one. */
const deep = (calls: number): string => `type Held {
    value: i32;
}
fun work(n: i32, before: i32) -> i32 {
    val held = new Held { value: n };
    held.value := held.value + 1;
    if (n > 0) {
        held.value := held.value + work(n - 1, n) % 7;
    } else {
        held.value := before; // #work
    }
    return held.value % 1000;
}
fun main() {
    loop round = 0 {
        if (round < 2) {
            print(work(${calls}, round));
            next round + 1;
        }
    }
    print("done"); // #end
}
`;

async function started(program: string): Promise<NgDriver> {
  const stdin = { text: 'one\ntwo\nthree\n'.repeat(60), closed: true };
  const settings = { recording: { kind: 'on', memoryBudget: 1 << 26 }, stopOnEntry: true, stdin } as const;
  const ng = await load(program, { settings });
  await ng.breakAt('work');
  return ng;
}

async function walk(program: string, random: Random, motions: number) {
  const ng = await started(program);
  await ng.breakAt('work', { hitCondition: { compare: 'multiple', count: 3 } });
  const { id: end } = await ng.breakAt('end');
  await ng.driver.begin();
  const isEnd = ({ hits }: { readonly hits: string }): boolean => hits.includes(`breakpoint ${end}`);
  return walkInTime(new WalkedEngine(ng.driver), { random, motions, isEnd });
}

async function walkBranches(program: string, random: Random) {
  const ng = await started(program);
  const { id: end } = await ng.breakAt('end');
  await ng.driver.break({ kind: 'exception', filter: 'uncaught' });
  await ng.driver.begin();
  const isEnd = (hits: string): boolean => hits.includes(`breakpoint ${end}`) || hits.includes('exception');
  return walkOnBranches(new WalkedEngine(ng.driver), { random, motions: 80, isEnd });
}

/** More with NG_WALKS=200. */
const seeds = Array.from({ length: Number(process.env['NG_WALKS'] ?? 6) }, (_, nth) => nth + 1);

describe('a walk in time', () => {
  it.each(seeds)('finds the same state at a moment however it was reached, with seed %d', async seed => {
    const random = seededRandom(seed);
    const { compared, hits } = await walk(written(randomProgram(random)), random, 100);
    expect(compared).toBeGreaterThan(10);
    expect(hits).toBeGreaterThan(1);
  });

  it.each(seeds)('finds it on all branches that changes begin, with seed %d', async seed => {
    const random = seededRandom(seed);
    const { compared, branches } = await walkBranches(written(randomProgram(random)), random);
    expect(compared).toBeGreaterThan(5);
    expect(branches).toBeGreaterThan(2);
  });

  it('finds it 100,000 calls deep, with as many live objects that change', async () => {
    const depth = 100_000;
    const { driver } = await started(written(deep(depth)));
    await driver.begin();
    const walked = new WalkedEngine(driver, { objects: 'sampled' });
    await driver.continue();
    const { step } = walked.standing;
    const state = await walked.state();
    expect(new Set(state.match(/held = .*/g)).size).toBeGreaterThan(200);
    expect(walked.standing.depth).toBeGreaterThan(depth);
    await walked.move({ kind: 'continue' }, 'back');
    expect(walked.standing.isEntry).toBe(true);
    await walked.goTo(step);
    expect(await walked.state()).toBe(state);
  });
});
