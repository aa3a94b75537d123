// Programs compiled to machine code and run, for tests; skipped loudly where clang is missing.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import { beforeAll, expect, vi } from 'vitest';
import { compile } from '../toolchain/compile.js';
import type { Memory } from '../toolchain/memory.js';

const { missing } = await nativeTools();
if (missing !== undefined) process.stderr.write(`\nNATIVE TESTS OF OSPREY ARE SKIPPED: ${missing}\n`);

// The first program compiles the runtime, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** For `describe.skipIf`: the reason was printed once above. */
export const toolsMissing = missing !== undefined;

export interface Ran {
  readonly output: string;
  readonly errors: string;
  readonly exitCode: number | null;
}

export interface Builder {
  readonly folder: () => string;
  /** Compiles a file; gives the path of the program. */
  build(path: string, debug?: boolean, memory?: Memory, linkOptions?: readonly string[]): Promise<string>;
  /** The same for a text, in a file of that name. */
  buildText(
    name: string,
    text: string,
    debug?: boolean,
    memory?: Memory,
    linkOptions?: readonly string[],
  ): Promise<{ readonly source: string; readonly program: string }>;
}

/** To be called inside `describe`: what is built is removed behind its tests. */
export function useBuilder(): Builder {
  let folder: string;
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-osprey-'));
    return () => rm(folder, { recursive: true });
  });
  const build: Builder['build'] = async (path, debug = true, memory, linkOptions = []) => {
    const output = join(folder, `program-${count++}`);
    const { program, diagnostics } = await compile({
      path,
      product: 'program',
      output,
      debug,
      memory,
      linkOptions,
      scratch: folder,
      cwd: folder,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    if (program === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
    return output;
  };
  return {
    folder: () => folder,
    build,
    buildText: async (name, text, debug, memory, linkOptions) => {
      const source = join(folder, name);
      await writeFile(source, text);
      return { source, program: await build(source, debug, memory, linkOptions) };
    },
  };
}

export async function run(
  program: string,
  environment: NodeJS.ProcessEnv = {},
  input = '',
  args: readonly string[] = [],
): Promise<Ran> {
  const env = { ...process.env, ...environment };
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env });
  // A program that does not read may be gone before it is given anything.
  child.stdin.on('error', () => undefined).end(input);
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { output, errors, exitCode };
}

/** What is left of a program at its end, and that nothing was used after it was released. */
export interface Kept extends Ran {
  readonly live: number;
  readonly abandoned: number;
  readonly collections: number;
}

const report = /^\[memory\] \w+: (\d+) live objects, (\d+) collections, (\d+) abandoned bodies\n/m;

/** With both switches for memory on. A program that ends early, or while fibers run, reports nothing: NaN. */
export async function runCounting(
  program: string,
  environment: NodeJS.ProcessEnv = {},
  input = '',
  args: readonly string[] = [],
): Promise<Kept> {
  const switches = { OSPREY_MEMORY_CHECK: '1', OSPREY_MEMORY_REPORT: '1', ...environment };
  const ran = await run(program, switches, input, args);
  const [, live = NaN, collections = NaN, abandoned = NaN] = (report.exec(ran.errors) ?? []).map(Number);
  const errors = ran.errors.replaceAll(/^\[memory\] .*\n/gm, '');
  return { ...ran, errors, live, collections, abandoned };
}

/** Counted owners give back everything, but for what bodies held that no arm resumed, and for programs that end early. */
export function expectNothingLeft({ live, abandoned, exitCode }: Kept): void {
  if (exitCode === 0 && abandoned === 0) expect(live).toBe(0);
}
