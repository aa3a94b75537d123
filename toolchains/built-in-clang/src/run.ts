// Runs the clang that comes along: files in memory go in, files in memory come out.

import { loadOptional } from '@sonde/language';
import type { Command, RunOptions } from '@yowasp/clang';
import { clangPackage } from './clang-package.js';

type Tree = { [name: string]: Tree | string | Uint8Array };

export interface BuiltInRun {
  readonly exitCode: number;
  /** By the path that it was written to. */
  file(path: string): Uint8Array | undefined;
  /** What was printed on standard output. */
  readonly output: string;
  /** What was printed on standard error. */
  readonly errors: string;
}

/**
 * `llvm` takes the name of a tool as its first argument, and `clang -cc1` among them; `clang` is the driver, which compiles
 * and links. Paths are absolute, in a file system of its own.
 */
export async function runBuiltIn(
  command: 'clang' | 'llvm',
  args: readonly string[],
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<BuiltInRun> {
  const { runLLVM, commands, Exit } = await loadOptional(clangPackage);
  const run: Command = command === 'llvm' ? runLLVM : commands.clang;
  const tree: Tree = {};
  for (const [file, contents] of files) put(tree, file, contents);
  const output: Uint8Array[] = [];
  const errors: Uint8Array[] = [];
  const into = (pieces: Uint8Array[]) => (bytes: Uint8Array | null) => {
    if (bytes !== null) pieces.push(bytes.slice());
  };
  const options: RunOptions = {
    stdout: into(output),
    stderr: into(errors),
    fetchProgress: () => undefined,
  };
  let made: Tree;
  let exitCode = 0;
  try {
    // Loaded by itself, because the driver would print how far it is.
    await runLLVM(undefined, {}, options);
    made = (await run([...args], tree, options)) ?? {};
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    made = error.files;
    exitCode = error.code;
  }
  return {
    exitCode,
    file: path => take(made, path),
    output: Buffer.concat(output).toString('utf8'),
    errors: Buffer.concat(errors).toString('utf8'),
  };
}

const partsOf = (file: string): string[] => file.split('/').filter(part => part !== '');

function put(tree: Tree, file: string, contents: string | Uint8Array): void {
  const parts = partsOf(file);
  const name = parts.pop()!;
  let folder = tree;
  for (const part of parts) {
    folder[part] ??= {};
    folder = folder[part] as Tree;
  }
  folder[name] = contents;
}

function take(tree: Tree, file: string): Uint8Array | undefined {
  let found: Tree | string | Uint8Array | undefined = tree;
  for (const part of partsOf(file)) {
    if (found === undefined || typeof found === 'string' || found instanceof Uint8Array) return undefined;
    found = found[part];
  }
  if (typeof found === 'string') return new TextEncoder().encode(found);
  return found instanceof Uint8Array ? found : undefined;
}
