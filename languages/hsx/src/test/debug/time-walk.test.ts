// Random C programs and random walks through their time: the state at a moment is the same however it was reached.

import { basename, dirname, join } from 'node:path';
import type { BreakpointSpec } from '@sonde/engine';
import { WalkedEngine, type EngineDriver } from '@sonde/engine-vm/driver';
import { lineOf } from '@sonde/testkit';
import { walkOnBranches } from '@sonde/testkit/branch-walk';
import { seededRandom, type Random } from '@sonde/testkit/seeded-random';
import { walkInTime } from '@sonde/testkit/time-walk';
import { describe, expect, it } from 'vitest';
import { RandomProgram } from '../random-c.js';
import { loaded, runTo } from './harness.js';

/** Input, the clock, and blocks of which half are freed, around what the generator made. */
const aroundRandom = (seed: number): string => `${new RandomProgram(seed, `run_${seed}`).text()}
#include <hsx.h>
#include <stdio.h>
#include <stdlib.h>
static int noted(int nth) {
  char line[16];
  int *block = malloc(sizeof(int)); // #work
  *block = nth;
  if (fgets(line, sizeof line, stdin) != 0) *block += atoi(line);
  hsx_sleep(1);
  printf("%d: %d\\n", nth, *block);
  int result = *block;
  if (nth % 2 == 0) free(block);
  return result;
}
int main(void) {
  int sum = 0;
  for (int nth = 0; nth < 4; nth++) sum += noted(nth) + noted(nth + 1);
  printf("%llx\\n", (unsigned long long)run_${seed}());
  sum += noted(sum);
  puts("done"); // #end
  return sum % 7;
}
`;

/** Two tasks that take turns, and wait for each other's messages; one of them goes as deep as its stack allows. */
const sender = `#include <hsx.h>
static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); }
int main(void) {
  int box;
  hsx_mailbox_bind("app:walk", 64, HSX_MBX_RDWR);
  if (hsx_mailbox_open("app:walk", 0, &box) != HSX_MBX_OK) return 1;
  for (int nth = 1; nth <= 12; nth++) {
    int depth = down(nth * 20);
    while (hsx_mailbox_send(box, &depth, sizeof depth) == HSX_MBX_WOULDBLOCK) hsx_sleep(1);
  }
  return 0;
}
`;

const receiver = `#include <hsx.h>
#include <stdio.h>
int main(void) {
  int box, sum = 0;
  hsx_mailbox_bind("app:walk", 64, HSX_MBX_RDWR);
  if (hsx_mailbox_open("app:walk", 0, &box) != HSX_MBX_OK) return 1;
  for (int nth = 1; nth <= 12; nth++) {
    int depth = 0;
    if (hsx_mailbox_receive(box, &depth, sizeof depth, HSX_MBX_FOREVER, 0) < 0) return 2;
    sum += depth; // #work
    printf("%d: %d\\n", nth, sum);
  }
  puts("done"); // #end
  return 0;
}
`;

async function begun(driver: EngineDriver, file: string) {
  const path = join(dirname(driver.engine.process.name), file);
  const breakAt = (marker: string, more: Partial<BreakpointSpec> = {}) =>
    driver.break(
      { kind: 'source', source: { name: basename(path), path }, line: lineOf(path, `#${marker}`) },
      more,
    );
  await breakAt('work');
  await breakAt('work', { hitCondition: { compare: 'multiple', count: 3 } });
  const { id: end } = await breakAt('end');
  await driver.begin();
  return {
    walked: new WalkedEngine(driver),
    isLast: (hits: string): boolean => hits.includes(`breakpoint ${end}`),
  };
}

async function walk(driver: EngineDriver, file: string, random: Random, motions: number) {
  const { walked, isLast } = await begun(driver, file);
  return walkInTime(walked, { random, motions, isEnd: ({ hits }) => isLast(hits) });
}

const settings = {
  recording: { kind: 'on', memoryBudget: 1 << 26 },
  stdin: { text: '17\n4\n99\n'.repeat(20), closed: true },
} as const;

/** More with HSX_WALKS=100. */
const seeds = Array.from({ length: Number(process.env['HSX_WALKS'] ?? 2) }, (_, nth) => nth + 1);

/** The stack of a task has 4 KiB: 100,000 calls or objects, as in other languages, it cannot have. */
describe('a walk in time', () => {
  it.each(seeds)('finds the same state at a moment however it was reached, with seed %d', async seed => {
    const driver = await loaded({ 'program.c': aroundRandom(seed) }, settings);
    const { compared, hits } = await walk(driver, 'program.c', seededRandom(seed), 100);
    expect(compared).toBeGreaterThan(10);
    expect(hits).toBeGreaterThan(1);
  });

  it.each(seeds)('finds it on all branches that changes begin, with seed %d', async seed => {
    const random = seededRandom(seed);
    const driver = await loaded({ 'program.c': aroundRandom(seed) }, settings);
    const { walked, isLast: isEnd } = await begun(driver, 'program.c');
    const { compared, branches } = await walkOnBranches(walked, { random, motions: 40, isEnd });
    expect(compared).toBeGreaterThan(5);
    expect(branches).toBeGreaterThan(2);
  });

  it.each(seeds)('does so with tasks that wait for each other, with seed %d', async seed => {
    const project = `{ "tasks": [
      { "name": "receiver", "sources": ["receiver.c"] }, { "name": "sender", "sources": ["sender.c"] }] }`;
    const files = { 'program.hsx': project, 'receiver.c': receiver, 'sender.c': sender };
    const driver = await loaded(files, settings);
    const { compared, hits } = await walk(driver, 'receiver.c', seededRandom(seed), 50);
    expect(compared).toBeGreaterThan(10);
    expect(hits).toBeGreaterThan(1);
  });
});

it('has its files again in a replay: they are a part of its state, written, read, and one that is not open', async () => {
  const text = `#include <hsx.h>
#include <stdio.h>
int main(void) {
  char line[16] = "";
  int file = hsx_open("/notes", 1);
  hsx_write(file, "kept", 4);
  hsx_close(file);
  file = hsx_open("/notes", 0);
  int length = hsx_read(file, line, 15);
  printf("%s %d %d\\n", line, length, hsx_read(99, line, 1) < 0);
  return 0; // #end
}
`;
  const driver = await loaded({ 'program.c': text }, settings);
  await driver.begin();
  await runTo(driver, text, 'end');
  const { last } = driver.stop.time!;
  expect(driver.output()).toBe('kept 4 1\n');
  const pieces: Uint8Array[] = [];
  for await (const piece of driver.engine.time!.recording()) pieces.push(piece);
  const recording = { kind: 'replay', data: Buffer.concat(pieces) } as const;
  const again = await loaded({ 'program.c': text }, { recording });
  await again.begin();
  await again.continue();
  expect(again.reasons).toEqual([{ kind: 'end-of-recording', text: 'nothing more was recorded' }]);
  expect([again.stop.time!.at, again.engine.time && (await again.variables())['Locals']?.['line']]).toEqual([
    last,
    (await driver.variables())['Locals']?.['line'],
  ]);
});
