// The same programs in a thread of the debugger and on an executive over TCP: the same stops, stacks and values.

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { EngineDriver, plain } from '@sonde/engine/driver';
import { breakpointId, type Frame, type Target } from '@sonde/engine';
import type { ExecutiveImage } from '../../pack/executive/protocol.js';
import { hsx } from '../../pack/hsx.js';
import { startExecutive, temporaryFolder } from './bench-executive.js';

/** An example by its name, or a file by its path. */
const example = (name: string): string =>
  isAbsolute(name) ? name : fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));

const lineOf = (file: string, marker: string): number =>
  readFileSync(example(file), 'utf8')
    .split('\n')
    .findIndex(line => line.includes(marker)) + 1;

async function targetOf(program: string, extra: Readonly<Record<string, unknown>>): Promise<Target> {
  const { target, diagnostics } = await hsx.build({
    program,
    cwd: process.cwd(),
    debugInfo: true,
    extra,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  if (target === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return target;
}

/** What a person sees at a stop: why, where, the callers, and all variables of the frame. */
async function seen(driver: EngineDriver): Promise<unknown> {
  const { stop } = driver;
  const { frames } = await driver.engine.stack(stop.id, stop.focus, 0, 100);
  const variables: Record<string, unknown> = {};
  for (const scope of await driver.engine.scopes(stop.id, frames[0]!.id)) {
    // Memory is looked at in parts.
    if (scope.kind === 'memory') continue;
    variables[scope.name] = Object.fromEntries(
      scope.variables.map(({ name, value, declared }) => [
        name,
        [plain(value), value.engineView?.summary, declared?.line],
      ]),
    );
  }
  return {
    thread: stop.focus,
    reasons: driver.reasons.map(reason => ({
      ...reason,
      returned: 'returned' in reason ? plain(reason.returned) : undefined,
    })),
    frames: frames.map(({ function: name, location, address, confidence }: Frame) => [
      name,
      location?.line,
      address.offset,
      confidence,
    ]),
    threads: (await driver.engine.threads()).map(({ name, waitReason, state }) => [name, waitReason, state]),
    variables,
  };
}

type Move = (driver: EngineDriver) => Promise<unknown>;

/** Each motion, and what was to be seen after it. */
async function history(
  program: string,
  extra: Readonly<Record<string, unknown>>,
  breakAt: readonly { readonly file: string; readonly marker: string }[],
  moves: readonly Move[],
): Promise<readonly unknown[]> {
  const target = await targetOf(program, extra);
  const driver = await EngineDriver.start(hsx.engine, target, {
    settings: { extra, stopOnEntry: true },
  });
  const log: unknown[] = [];
  try {
    for (const { file, marker } of breakAt) {
      const source = { name: basename(file), path: example(file) };
      log.push((await driver.break({ kind: 'source', source, line: lineOf(file, marker) })).state);
    }
    await driver.begin();
    log.push(await seen(driver));
    for (const move of moves) {
      await move(driver);
      log.push(await seen(driver));
    }
    await driver.engine.changeBreakpoints([], [breakpointId(1), breakpointId(2)]);
    await driver.move({ kind: 'continue' });
    log.push(await driver.finish(), driver.output(), driver.output('stderr'));
  } finally {
    await driver.dispose();
  }
  return log;
}

const step =
  (how: 'over' | 'in' | 'out', granularity: 'line' | 'statement' | 'instruction' = 'line'): Move =>
  driver =>
    driver.step(how, granularity);
const go: Move = driver => driver.continue();
const many = (count: number, move: Move): readonly Move[] => Array.from({ length: count }, () => move);

async function bothWays(
  program: string,
  breakAt: Parameters<typeof history>[2],
  moves: readonly Move[],
): Promise<void> {
  const { port } = await startExecutive();
  const here = await history(example(program), {}, breakAt, moves);
  const there = await history(example(program), { executive: { port } }, breakAt, moves);
  expect(there).toEqual(here);
}

it('a tour stepped into, over and out of, by lines, statements and instructions', async () => {
  await bothWays(
    'tour.hsx.c',
    [{ file: 'tour.hsx.c', marker: '#look' }],
    [
      ...many(8, step('in')),
      step('out'),
      go,
      ...many(3, step('in')),
      step('out'),
      ...many(6, step('over')),
      ...many(5, step('in', 'statement')),
      go,
      ...many(30, step('in', 'instruction')),
      step('out'),
    ],
  );
});

/** Each waits for the other by messages alone: whose turn it is does not depend on the clock of the machine. */
const player = (own: string, other: string, first: boolean): string => `#include <hsx.h>
#include <stdio.h>
int hits;
int main(void) {
  int in, out, ball = 0;
  hsx_mailbox_bind("app:${own}", 64, HSX_MBX_RDWR);
  hsx_mailbox_bind("app:${other}", 64, HSX_MBX_RDWR);
  hsx_mailbox_open("app:${own}", 0, &in);
  hsx_mailbox_open("app:${other}", 0, &out);
  ${first ? 'hsx_mailbox_send(out, &ball, sizeof ball);' : ''}
  while (ball < 8) {
    hsx_mailbox_receive(in, &ball, sizeof ball, HSX_MBX_FOREVER, 0);
    ball++; // #${own}
    hits += ball;
    hsx_mailbox_send(out, &ball, sizeof ball);
  }
  printf("${own} %d\\n", hits);
  return hits;
}
`;

it('tasks that wait for one another', async () => {
  const folder = temporaryFolder();
  const files = {
    'ping.c': player('ping', 'pong', true),
    'pong.c': player('pong', 'ping', false),
    'game.hsx': '{ "tasks": [{ "sources": ["ping.c"] }, { "sources": ["pong.c"] }] }',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await bothWays(
    join(folder, 'game.hsx'),
    [
      { file: join(folder, 'pong.c'), marker: '#pong' },
      { file: join(folder, 'ping.c'), marker: '#ping' },
    ],
    [go, go, ...many(10, step('over')), go, ...many(3, step('in')), step('out')],
  );
});

it('a program whose symbols do not fit into a line of the protocol', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'large.c');
  const body = Array.from(
    { length: 25 },
    (_, nth) => `  int v${nth} = a * ${nth}; a += v${nth} ^ ${nth + 1};\n`,
  ).join('');
  const functions = Array.from({ length: 40 }, (_, nth) => `int f${nth}(int a) {\n${body}  return a;\n}\n`);
  writeFileSync(path, `${functions.join('')}int main(void) { return f0(1) != 0; }\n`);
  const { port } = await startExecutive();
  const extra = { executive: { port } };
  const target = await targetOf(path, extra);
  const { linked } = target.image as ExecutiveImage;
  expect(linked[0]?.sym?.length).toBeGreaterThan(1_048_576);
  const driver = await EngineDriver.start(hsx.engine, target, { settings: { extra, stopOnEntry: true } });
  try {
    await driver.begin();
    expect(driver.top.function).toBe('main');
  } finally {
    await driver.dispose();
  }
});
