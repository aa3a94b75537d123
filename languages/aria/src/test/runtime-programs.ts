// Small C programs against the runtime: compiled with it, run with given streams, and looked at from outside.

import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, vi } from 'vitest';
import { nativeTools } from '@sonde/engine-native';
import { cacheFolder } from '@sonde/engine-native/toolchain';

const { lldb, clang, missing } = await nativeTools();
if (missing !== undefined) process.stderr.write(`\nTESTS OF ARIA'S RUNTIME ARE SKIPPED: ${missing}\n`);

// The first test of a file compiles the whole runtime, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

/** For `describe.skipIf`: the reason was printed once above. */
export const toolsMissing = missing !== undefined;

export const runtimeFolder = fileURLToPath(new URL('../../src/runtime/', import.meta.url));

/** How the runtime and the program are compiled. */
export const modes = {
  sanitized: ['-O1', '-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'],
  optimised: ['-O2', '-g'],
} as const;
export type Mode = keyof typeof modes;
export const allModes = Object.keys(modes) as readonly Mode[];

const common = ['-std=c11', '-fno-omit-frame-pointer', '-Wall', '-Wextra', '-Wpedantic', '-Werror'];

export interface RunOptions {
  readonly mode?: Mode;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Given as stddati; without it descriptors 3 to 5 are closed. */
  readonly stddati?: Buffer;
}

export interface Outcome {
  readonly status: number | string;
  readonly stdout: string;
  readonly stderr: string;
  readonly stddbg: string;
  readonly stddato: Buffer;
}

export interface RuntimePrograms {
  readonly folder: () => string;
  /** Compiles a program with the runtime; the path of the executable. */
  readonly build: (source: string, mode?: Mode) => Promise<string>;
  readonly run: (source: string, options?: RunOptions) => Promise<Outcome>;
  /** The lines of stdout of a program that must end well and complain about nothing. */
  readonly lines: (source: string, options?: RunOptions) => Promise<readonly string[]>;
}

/** To be called inside `describe`. */
export function useRuntime(): RuntimePrograms {
  let folder: string;
  const objects = new Map<Mode, Promise<readonly string[]>>();
  let programs = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-aria-runtime-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const objectsOf = (mode: Mode): Promise<readonly string[]> => {
    let known = objects.get(mode);
    if (known === undefined) objects.set(mode, (known = compileRuntime(mode)));
    return known;
  };

  const made: RuntimePrograms = {
    folder: () => folder,
    async build(source, mode = 'sanitized') {
      const name = join(folder, `program-${++programs}`);
      await writeFile(`${name}.c`, source);
      await compile([
        ...modes[mode],
        `-I${runtimeFolder}`,
        `${name}.c`,
        ...(await objectsOf(mode)),
        '-o',
        name,
      ]);
      return name;
    },
    async run(source, options = {}) {
      return runProgram(await made.build(source, options.mode), options);
    },
    async lines(source, options) {
      const { status, stdout, stderr } = await made.run(source, options);
      if (status !== 0 || stderr !== '') throw new Error(`ended with ${status}: ${stderr}\n${stdout}`);
      return stdout.split('\n').slice(0, -1);
    },
  };
  return made;
}

/** Compiled once for each state of its sources, and kept where the product keeps its own: many files of tests need it. */
async function compileRuntime(mode: Mode): Promise<readonly string[]> {
  const files = (await readdir(runtimeFolder)).filter(name => /\.[ch]$/.test(name)).sort();
  const hash = createHash('sha256').update([clang.found!.version, ...common, ...modes[mode]].join('\0'));
  for (const name of files) hash.update(name).update(await readFile(join(runtimeFolder, name)));
  const sources = files.filter(name => name.endsWith('.c'));
  const cache = cacheFolder('aria-runtime-tests');
  const kept = join(cache, hash.digest('hex').slice(0, 32));
  const objects = sources.map(name => join(kept, name.replace(/\.c$/, '.o')));
  if (existsSync(kept)) return objects;
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(join(cache, 'new-'));
  await compile([...modes[mode], '-c', ...sources.map(name => join(runtimeFolder, name))], fresh);
  // Another file of tests may have been faster.
  await rename(fresh, kept).catch(() => rm(fresh, { recursive: true }));
  return objects;
}

/** Anything the compiler says is an error: the runtime is compiled with every program people write. */
export function compile(args: readonly string[], cwd = tmpdir()): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(clang.found!.path, [...common, ...args], { cwd }, (error, stdout, stderr) => {
      const said = `${stdout}${stderr}`;
      if (error !== null || said !== '') reject(new Error(`clang ${args.join(' ')}\n${said}`));
      else resolve();
    });
  });
}

export function runProgram(program: string, options: RunOptions = {}): Promise<Outcome> {
  const extra = options.stddati === undefined ? [] : (['pipe', 'pipe', 'pipe'] as const);
  const child = spawn(program, options.args ?? [], {
    stdio: ['pipe', 'pipe', 'pipe', ...extra],
    // A sanitizer must not take the place of the signals under test.
    env: { ...process.env, ASAN_OPTIONS: 'handle_abort=0', ...options.env },
  });
  const streams = child.stdio as unknown as readonly (Readable | Writable | null)[];
  const read = [1, 2, 3, 5].map(number => collect(streams[number] as Readable | undefined));
  feed(streams[0] as Writable, options.stdin ?? '');
  if (options.stddati !== undefined) feed(streams[4] as Writable, options.stddati);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const [stdout, stderr, stddbg, stddato] = read.map(pieces => Buffer.concat(pieces));
      resolve({
        status: code ?? signal ?? 'unknown',
        stdout: stdout!.toString(),
        stderr: stderr!.toString().replace(doubtOfSanitizer, ''),
        stddbg: stddbg!.toString(),
        stddato: stddato!,
      });
    });
  });
}

/** What LLDB prints when it is given these commands and a program. */
export function debug(commands: readonly string[], program: readonly string[]): Promise<string> {
  const args = ['--no-lldbinit', '-b', ...commands.flatMap(command => ['-o', command]), '--', ...program];
  return new Promise(resolve => {
    execFile(lldb.found!.path, args, { timeout: 50_000 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

/** The runtime tells the sanitizer about each switch; it doubts all the same. */
const doubtOfSanitizer = /^==\d+==WARNING: ASan doesn't fully support makecontext.*\n/m;

function collect(stream: Readable | undefined): Buffer[] {
  const pieces: Buffer[] = [];
  stream?.on('data', (piece: Buffer) => pieces.push(piece));
  return pieces;
}

function feed(stream: Writable, data: string | Buffer): void {
  // A program may end without reading all of it.
  stream.on('error', () => undefined);
  stream.end(data);
}
