// The LLVM tools that the tests run, and a folder for what they make; says loudly what is missing.

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

const run = promisify(execFile);

async function findTool(names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const file = join(folder, name);
      const found = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (found) return file;
    }
  }
  process.stderr.write(`\nTESTS ARE SKIPPED: none of ${names.join(', ')} is on the PATH\n`);
  return undefined;
}

export const clang = await findTool(['clang-22', 'clang']);
export const dwarfdump = await findTool(['llvm-dwarfdump-22', 'llvm-dwarfdump']);
export const lldb = await findTool(['lldb-22', 'lldb']);

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Runs to the end, whatever the end is. */
export async function runTool(tool: string, args: readonly string[]): Promise<Ran> {
  try {
    const { stdout, stderr } = await run(tool, args, { timeout: 60_000, maxBuffer: 1 << 26 });
    return { stdout, stderr, code: 0 };
  } catch (error) {
    const { stdout, stderr, code } = error as Partial<Ran>;
    if (typeof code !== 'number') throw error;
    return { stdout: stdout ?? '', stderr: stderr ?? '', code };
  }
}

/** To be called inside `describe`: a folder that is removed after its tests. */
export function workFolder(): () => Promise<string> {
  let folder: Promise<string> | undefined;
  afterAll(async () => {
    if (folder !== undefined) await rm(await folder, { recursive: true, force: true });
  });
  return () => (folder ??= mkdtemp(join(tmpdir(), 'llvm-ir-')));
}

/** A module without a triple takes that of clang, which tells so each time. */
const noTriple = '-Wno-override-module';

/** Compiles and links a module. Warnings count as failures: LLVM drops wrong debug information with a warning. */
export async function build(
  folder: string,
  name: string,
  module: string,
  flags: readonly string[] = [],
): Promise<string> {
  const text = join(folder, `${name}.ll`);
  const object = join(folder, `${name}.o`);
  const program = join(folder, name);
  await writeFile(text, module);
  const compiled = await runTool(clang!, ['-x', 'ir', '-g', noTriple, ...flags, '-c', text, '-o', object]);
  if (compiled.code !== 0 || compiled.stderr !== '') throw new Error(compiled.stderr);
  const linked = await runTool(clang!, [object, '-o', program]);
  if (linked.code !== 0) throw new Error(linked.stderr);
  return program;
}
