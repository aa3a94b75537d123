// Aria programs, compiled and run, and what the interpreter says they do.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { SourceText } from '@sonde/native-compiler';
import { checkSource } from '../toolchain/checker/check.js';
import { run, type ExternFunction, type Run } from './interpreter/interpreter.js';
import { runAriac } from '../toolchain/ariac.js';
import type { Outcome } from './runtime-programs.js';

export const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
export const programs = fileURLToPath(new URL('../../src/test/generated/', import.meta.url));

export type Build = 'debug' | 'release';
export const builds: readonly Build[] = ['debug', 'release'];

export interface Compiler {
  readonly folder: () => string;
  /** The path of what was compiled; throws with all that ariac said otherwise. */
  readonly compile: (path: string, ...options: readonly string[]) => Promise<string>;
  /** Writes a source and compiles it. */
  readonly compileText: (text: string, ...options: readonly string[]) => Promise<string>;
}

/** To be called inside `describe`. */
export function useCompiler(): Compiler {
  let folder: string;
  let made = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-aria-generated-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const compiler: Compiler = {
    folder: () => folder,
    async compile(path, ...options) {
      const output = join(folder, `${basename(path, '.aria')}-${++made}`);
      const { status, said } = await ariac(path, '-o', output, ...options);
      if (status !== 0) throw new Error(`ariac ${options.join(' ')} ${path}: ${said}`);
      return output;
    },
    async compileText(text, ...options) {
      const path = join(folder, `text-${++made}.aria`);
      await writeFile(path, text);
      return compiler.compile(path, ...options);
    },
  };
  return compiler;
}

export async function ariac(
  ...args: readonly string[]
): Promise<{ readonly status: number; readonly printed: string; readonly said: string }> {
  let printed = '';
  let said = '';
  const status = await runAriac(args, {
    stdout: { write: text => (printed += text) },
    stderr: { write: text => (said += text) },
  });
  return { status, printed, said };
}

export const externs = new Map<string, ExternFunction>([
  ['abs', ([n]) => ((n as bigint) < 0n ? -(n as bigint) : n!)],
  ['labs', ([n]) => ((n as bigint) < 0n ? -(n as bigint) : n!)],
  ['strlen', ([text]) => BigInt((text as string).length)],
  ['toupper', ([character]) => (character as bigint) - 32n],
  ['strtol', ([digits, , base]) => BigInt(Number.parseInt(digits as string, Number(base)))],
  // The machine code of the example adds one to what it is given.
  ['aria.call', ([n]) => (n as bigint) + 1n],
  ['sqrt', ([x]) => Math.sqrt(x as number)],
]);

/** What the program does, without compiling it. */
export async function interpreted(
  path: string,
  stdin: string,
  stddati: Uint8Array,
  args: readonly string[] = [],
): Promise<Run> {
  const text = new SourceText({ name: basename(path), path }, await readFile(path, 'utf8'));
  const { program, diagnostics } = checkSource(text);
  if (program === undefined) throw new Error(`${path}: ${JSON.stringify(diagnostics)}`);
  return run(program, { stdin, stddati, args, externs });
}

/** An outcome as the interpreter tells it, to be compared with one of a compiled program. */
export function expected({ ending, stdout, stderr, stddbg, stddato }: Run): Outcome {
  return { status: statusOf(ending), stdout, stderr, stddbg, stddato: Buffer.from(stddato) };
}

function statusOf(ending: Run['ending']): Outcome['status'] {
  switch (ending.kind) {
    case 'exited':
      return ending.status;
    case 'failed':
      return Number(BigInt.asUintN(8, ending.code));
    case 'trapped':
      return 'SIGABRT';
    case 'endless':
      return ending.message;
  }
}
