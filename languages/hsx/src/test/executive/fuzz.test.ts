// Lines made at random: an executive answers every one of them with an object, and serves on.

import { afterEach, expect, test } from 'vitest';
import { commands } from '../../executive/commands/dispatch.js';
import { Executive } from '../../executive/executive.js';
import { built, DirectClient, startExecutive } from './bench-executive.js';
import { calling, echo, endless } from './programs.js';
import type { Wire } from './wire-fields.js';

const count = Number(process.env['SONDE_FUZZ_MESSAGES'] ?? 97_000);
const overSocket = 3_000;
const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? Date.now() % 1e9);

/** Small and the same everywhere. */
class Dice {
  #state: number;

  constructor(start: number) {
    this.#state = start >>> 0;
  }

  next(below: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * below);
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.next(items.length)]!;
  }
}

const names =
  `pid addr address length data data_hex steps op mode view count type expr condition session reg value limit offset name
  path symbols records capabilities pid_lock heartbeat_s break_on bound stop_group filters seq oid rate quantum priority
  range over wait_ms group calls max_frames break access target version token replace buffer_size id temporary max_depth
  paused lock pc regs mem_access features toString valueOf __proto__`.split(/\s+/);

const operations =
  `set clear clear_all list add remove info read load name addr line start stop rate step status config records export
  import regions __proto__`.split(/\s+/);

/** `kept` are words that make sense here: sessions that are open, files that exist. */
function lineOf(dice: Dice, kept: readonly string[]): string {
  const value = (depth: number): unknown => {
    switch (dice.next(depth > 2 ? 9 : 12)) {
      case 0:
        return dice.next(4);
      case 1:
        return dice.next(70_000);
      case 2:
        return dice.of([-1, 1e300, 0.5, 2 ** 31, 2 ** 53, -0]);
      case 3:
        return dice.of(kept);
      case 4:
        return dice.of([
          '0x10',
          '',
          'R3',
          'count',
          '*count',
          'count > 3',
          'R2 == 5',
          '((',
          '\u0000',
          '💥',
          'on',
        ]);
      case 5:
        return dice.of(operations);
      case 6:
        return dice.next(2) === 0;
      case 7:
        return null;
      case 8:
        return dice.of([
          'around_pc',
          'from_addr',
          'function',
          'all',
          'readwrite',
          '00ff',
          'zz',
          'svc:x',
          'app:y',
        ]);
      case 9:
        return Array.from({ length: dice.next(4) }, () => value(depth + 1));
      default:
        return Object.fromEntries(
          Array.from({ length: dice.next(4) }, () => [dice.of(names), value(depth + 1)]),
        );
    }
  };
  const cmd = dice.of([...commands.keys(), 'bp', 'watch', 'debug.step', 'step', 'resume']);
  const fields = Object.fromEntries(Array.from({ length: dice.next(6) }, () => [dice.of(names), value(0)]));
  const pid = dice.next(4) === 0 ? {} : { pid: 1 + dice.next(3) };
  const op = dice.next(3) === 0 ? { op: dice.of(operations) } : {};
  const text = JSON.stringify({ cmd, ...pid, ...op, ...fields });
  if (dice.next(10) > 0) return text;
  // Damaged: cut, doubled, or with something else in it.
  const at = dice.next(text.length);
  return dice.of([
    text.slice(0, at),
    text + text,
    text.slice(0, at) + dice.of(['}', '\u2028', '"', '[[', '\\u']) + text.slice(at),
  ]);
}

let disposed: Executive | undefined;
afterEach(() => disposed?.dispose());

async function prepared(executive: Executive): Promise<readonly string[]> {
  const files = await Promise.all([
    built('a.mvasm', endless),
    built('b.mvasm', calling),
    built('c.mvasm', echo),
  ]);
  const client = new DirectClient(executive);
  for (const path of files) await client.ok('load', { path });
  const sessions: string[] = [];
  for (let n = 0; n < 3; n++) sessions.push((await client.ok('session.open')).session.id);
  return [...files, ...sessions];
}

/** However busy the machine is. */
const timeout = 600_000;

test(`${count} random lines, seed ${seed}`, { timeout }, async () => {
  const executive = (disposed = new Executive());
  const dice = new Dice(seed);
  let kept = await prepared(executive);
  const client = new DirectClient(executive);
  let good = 0;
  for (let n = 0; n < count; n++) {
    if (n % 1_000 === 0) {
      // What was killed, locked and opened would make the rest dull.
      for (const session of executive.sessions.all()) executive.sessions.end(session, 'test');
      executive.clock.stop();
      for (const pid of executive.tasks.keys()) await client.ask('kill', { pid });
      kept = await prepared(executive);
    }
    const line = lineOf(dice, kept);
    // A step without an end would be one.
    if (/e\+?300|2147483648|9007199254740992|wait_ms/.test(line) && line.includes('step')) continue;
    const answer = await client.line(line);
    if (answer === undefined) continue;
    expect(answer.includes('"error":"internal:'), `seed ${seed}: ${line} → ${answer}`).toBe(false);
    const { status } = JSON.parse(answer) as Wire;
    expect(['ok', 'error']).toContain(status);
    if (status === 'ok') good++;
  }
  // Enough of them make sense to get past the first check.
  expect(good).toBeGreaterThan(count / 10);
  expect(await client.ask('ping')).toMatchObject({ reply: 'pong' });
});

test(`${overSocket} of them over a socket`, { timeout }, async () => {
  const bench = await startExecutive();
  const dice = new Dice(seed);
  const kept = await prepared(bench.executive);
  let client = await bench.connect();
  for (let n = 0; n < overSocket; n++) {
    const line = lineOf(dice, kept).replaceAll('\n', ' ');
    // An empty line is none, and a stream is not answered.
    if (line.trim() === '' || /steps|wait_ms|clock|auto|events.subscribe/.test(line)) continue;
    client.write(`${line}\n`);
    const answer = await client.next();
    if (answer === undefined) client = await bench.connect();
    else expect(['ok', 'error']).toContain(answer.status);
  }
  expect(await client.ask('ping')).toMatchObject({ reply: 'pong' });
});
