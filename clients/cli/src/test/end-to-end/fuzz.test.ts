// A hundred thousand random and damaged messages: no crash, no hang, no silence, nothing left behind.
//
// SONDE_FUZZ_SEED repeats a run that failed; SONDE_FUZZ_MESSAGES makes it longer or shorter.
// Own process: it counts what is left in it.

import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTransportPair } from '@sonde/dap';
import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { Adapter, SessionDirectory } from '@sonde/session';
import { lineOf, overStdio, spawnServer, type Endpoint } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { run, type Campaign, type FuzzTarget } from '../fuzz/campaign.js';
import { heapMegabytes, holdings } from '../fuzz/leftovers.js';
import type { FuzzProgram } from '../fuzz/session.js';
import { brief, fixture, sondeScript, spawnWebServer } from './fixtures.js';
import { allGone, descendants, runningFrom } from './processes.js';

const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? 20_260_822);
const messages = Number(process.env['SONDE_FUZZ_MESSAGES'] ?? 100_000);
/** Most go to a process of its own: it starts from the bundle, each session's thread too, which costs half as much per message. */
const share = { memory: 0.3, native: 0.04, stdio: 0.02, tcp: 0.58, websocket: 0.06 };
const minutes = 60_000;

/** More than the caches of compiled code and the like need; a session that is kept weighs more. */
const toleratedGrowthMegabytes = 25;

/** Everything happens here, so that what is left can be seen. */
let folder: string;
let programs: readonly FuzzProgram[];
/** Starting one takes as long as hundreds of messages. */
let nativePrograms: readonly FuzzProgram[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-fuzz-'));
  const sources = join(folder, 'programs');
  mkdirSync(sources);
  process.env['TMPDIR'] = join(folder, 'temporary');
  mkdirSync(process.env['TMPDIR']);
  const copied = (from: string): string => {
    const to = join(sources, basename(from));
    cpSync(from, to);
    return to;
  };
  const stops = (path: string, marker: `#${string}`, ...expressions: readonly string[]): FuzzProgram => ({
    path,
    then: 'stops',
    line: lineOf(path, marker),
    expressions,
  });
  const example = (name: string, of: URL | undefined): string => copied(fileURLToPath(new URL(name, of)));
  for (const name of ['shapes.mini', 'child.mini']) example(name, mini.examples);
  const endlessMini = copied(fixture('fuzzed.mini'));
  const endlessNg = copied(fixture('fuzzed.ng'));
  const inMini = [
    'rounds',
    'words',
    'add(1, 2)',
    'mem[3]',
    'mem[3] = 7',
    'rounds = 5',
    'risky(3)',
    'sum',
    'n',
  ];
  const inNg = [
    'point',
    'point.down',
    'numbers[1]',
    'rounds := 3',
    'point.sum()',
    'square(4)',
    'name',
    'squares',
  ];
  programs = [
    stops(endlessMini, '#round', ...inMini),
    stops(endlessMini, '#beside', ...inMini),
    stops(endlessMini, '#divide', ...inMini),
    stops(endlessNg, '#round', ...inNg),
    stops(endlessNg, '#line', ...inNg, 'shape', 'length(Nothing())'),
    stops(endlessNg, '#square', ...inNg, 'x'),
    stops(copied(fixture('scenario.ng')), '#loop', 'x', 'total', 'total + i', 'total := 3', 'add(1, 2)'),
    stops(example('modules.mini', mini.examples), '#square', 'square(2)', 'box'),
    stops(example('references.ng', ng.examples), '#linked', 'first', 'first.rest', 'original[1]'),
    { path: copied(fixture('throws.mini')), then: 'stops', expressions: ['n', 'half(4)'] },
    { path: copied(fixture('throws.ng')), then: 'stops', expressions: ['sum', 'people'] },
    { path: copied(fixture('endless.ng')), then: 'runs', expressions: ['flip', 'one - flip'] },
    { path: copied(fixture('asks.ng')), then: 'runs', expressions: ['Ada'] },
    { path: example('parent.mini', mini.examples), then: 'ends', expressions: ['1'] },
  ];
  const inC = [
    ...['rounds', 'first', 'first->next', '*first', 'first->low', 'nodes[1].value', 'words', '&words[3]'],
    ...['rounds = 3', 'add(1, 2)', 'half * 2', '(long)first', '$rip', 'a + b', 'sizeof(node)'],
  ];
  const fuzzedC = copied(fixture('fuzzed.c'));
  nativePrograms = [
    stops(fuzzedC, '#round', ...inC),
    stops(fuzzedC, '#add', ...inC),
    stops(fuzzedC, '#fill', ...inC),
    { path: copied(fixture('throws.c')), then: 'stops', expressions: ['argc'] },
    { path: copied(fixture('endless.c')), then: 'runs', expressions: ['turns', 'one'] },
  ];
});

afterAll(() => {
  // A `disconnect` may ask to leave a native program alone, which goes on then; it is ours to end.
  for (const pid of runningFrom(folder)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** What nobody catches ends a real process; here it is collected and fails the test. */
function uncaught(): readonly unknown[] {
  const caught: unknown[] = [];
  const keep = (error: unknown): void => void caught.push(error);
  process.on('uncaughtException', keep);
  process.on('unhandledRejection', keep);
  onTestFinished(() => {
    process.off('uncaughtException', keep);
    process.off('unhandledRejection', keep);
  });
  return caught;
}

async function campaign(given: Omit<Campaign, 'seed' | 'programs'> & Partial<Campaign>): Promise<number> {
  try {
    return await run({ seed, programs, ...given });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`with SONDE_FUZZ_SEED=${seed}: ${reason}`, { cause: error });
  }
}

describe('the adapter in this process', () => {
  it('survives, answers everything and keeps nothing', { timeout: 10 * minutes }, async () => {
    const sessions = new SessionDirectory();
    const target: FuzzTarget = {
      connect: async () => {
        const [adapterEnd, transport] = createTransportPair();
        return { transport, gone: new Adapter(adapterEnd, { languages: [mini, ng], sessions }).closed };
      },
    };
    const caught = uncaught();
    const before = holdings(process.env['TMPDIR']!);
    const heaps: number[] = [];
    const look = async (): Promise<void> => {
      expect(caught).toEqual([]);
      expect(sessions.list()).toEqual([]);
      await expect.poll(() => holdings(process.env['TMPDIR']!), { timeout: 60_000 }).toEqual(before);
      heaps.push(await heapMegabytes());
    };
    const wanted = Math.round(messages * share.memory);
    const sent = await campaign({ target, messages: wanted, rawShare: 0.25, pause: { times: 5, look } });
    expect(sent).toBeGreaterThanOrEqual(wanted);
    expect(heaps.at(-1)! - heaps[0]!, `heap in MB: ${heaps.join(', ')}`).toBeLessThan(
      toleratedGrowthMegabytes,
    );
  });
});

describeUnlessMissing('the adapter with native programs', (await nativeTools()).missing, () => {
  it('survives, answers everything, and leaves no process behind', { timeout: 5 * minutes }, async () => {
    const sessions = new SessionDirectory();
    const target: FuzzTarget = {
      connect: async () => {
        const [adapterEnd, transport] = createTransportPair();
        return { transport, gone: new Adapter(adapterEnd, { languages: [c], sessions }).closed };
      },
    };
    const caught = uncaught();
    const before = holdings(process.env['TMPDIR']!);
    const own = descendants(process.pid);
    await campaign({
      target,
      programs: nativePrograms,
      messages: Math.round(messages * share.native),
      rawShare: 0.01,
    });
    expect(caught).toEqual([]);
    // A native program takes its time to end.
    await expect.poll(() => sessions.list(), { timeout: 60_000 }).toEqual([]);
    await expect.poll(() => holdings(process.env['TMPDIR']!), { timeout: 60_000 }).toEqual(before);
    await expect.poll(() => descendants(process.pid), { timeout: 60_000 }).toEqual(own);
  });
});

describe('the adapter as a process', () => {
  const over = (endpoint: Endpoint): FuzzTarget => ({
    connect: async () => {
      const { transport, process: child } = await endpoint.open();
      const end = async (): Promise<void> => {
        if (child === undefined) return;
        const children = descendants(child.pid);
        const { code, signal } = await child.exited;
        expect({ code, signal, errors: child.errors.tail() }).toMatchObject({ code: 0, signal: null });
        await allGone(children);
      };
      return { transport, gone: end() };
    },
  });
  const command = [sondeScript, 'dap'];

  it('ends with code 0 on standard streams, whatever it was sent', { timeout: 5 * minutes }, async () => {
    const target = over(overStdio(process.execPath, command));
    await campaign({ target, messages: Math.round(messages * share.stdio), rawShare: 0.03 });
  });

  it('goes on serving a port, whatever others send', { timeout: 10 * minutes }, async () => {
    const server = closeAfterTest(await spawnServer(process.execPath, [...brief, ...command, '--port', '0']));
    await campaign({ target: over(server), messages: Math.round(messages * share.tcp), rawShare: 0.25 });
    expect(server.process.hasExited).toBe(false);
    expect(server.process.errors.tail()).not.toMatch(/^\s+at /m);
  });

  it('goes on serving WebSockets, whatever others send', { timeout: 5 * minutes }, async () => {
    const { endpoint, process: server } = await spawnWebServer();
    onTestFinished(async () => {
      await server.end(5_000);
    });
    const wanted = Math.round(messages * share.websocket);
    await campaign({ target: over(endpoint), messages: wanted, rawShare: 0.25 });
    expect(server.hasExited).toBe(false);
    expect(server.errors.tail()).not.toMatch(/^\s+at /m);
  });
});
