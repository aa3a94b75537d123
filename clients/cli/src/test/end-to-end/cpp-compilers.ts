// The compilers and libraries that C++ is tried with: the usual ones, and the others where they are installed.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findTool } from '@sonde/engine-native/toolchain';
import { clangxxTool, gnuTool } from '@sonde/language-c/compilers';

export const gnu = await findTool(gnuTool()).catch(() => undefined);
if (gnu === undefined)
  process.stderr.write(`\nTESTS OF GNU'S COMPILER ARE SKIPPED: \`${gnuTool().install}\`\n`);

/** The name of each, and what a launch has to name it by. */
export const compilers: readonly (readonly [name: string, cc: string | undefined])[] = [
  ['the usual compiler', undefined],
  ...(gnu === undefined ? [] : [["GNU's compiler", gnu] as const]),
];

/** Linked in whole: Debian has the headers of one version and, to be loaded at run time, the library of another. */
const llvmOptions = ['-stdlib=libc++', '-static-libstdc++'];

const hasLlvmLibrary = await findTool(clangxxTool()).then(compilesWithLlvm, () => false);
if (!hasLlvmLibrary)
  process.stderr.write(
    "\nTESTS OF LLVM'S C++ LIBRARY ARE SKIPPED: `apt-get install -y libc++-22-dev libc++abi-22-dev`\n",
  );

function compilesWithLlvm(compiler: string): Promise<boolean> {
  const args = [...llvmOptions, '-x', 'c++', '-include', 'version', '-fsyntax-only', '/dev/null'];
  return promisify(execFile)(compiler, args).then(
    () => true,
    () => false,
  );
}

/** The name of each, and the options by which the usual compiler takes it. */
export const libraries: readonly (readonly [name: string, options: readonly string[]])[] = [
  ['the usual library', []],
  ...(hasLlvmLibrary ? [["LLVM's library", llvmOptions] as const] : []),
];

export interface Build {
  readonly cc?: string;
  readonly cflags: readonly string[];
}

/** Each compiler with its usual library, then each other library: what a launch says to have it. */
export const builds: readonly (readonly [name: string, launch: Build])[] = [
  ...compilers.map(([name, cc]) => [name, { ...(cc === undefined ? {} : { cc }), cflags: [] }] as const),
  ...libraries.slice(1).map(([name, cflags]) => [name, { cflags }] as const),
];
