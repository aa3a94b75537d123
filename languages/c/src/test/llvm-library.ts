// LLVM's C++ library, of which some tests are: they say loudly where it is missing.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findTool } from '@sonde/engine-native/toolchain';
import { clangxxTool } from '../toolchain/compilers.js';

/** Linked in whole: Debian has the headers of one version and, to be loaded at run time, the library of another. */
const options = ['-stdlib=libc++', '-static-libstdc++'] as const;

const compiles = (compiler: string): Promise<boolean> =>
  promisify(execFile)(compiler, [
    ...options,
    ...['-x', 'c++', '-include', 'version', '-fsyntax-only', '/dev/null'],
  ]).then(
    () => true,
    () => false,
  );

const isHere = await findTool(clangxxTool()).then(compiles, () => false);
if (!isHere)
  process.stderr.write(
    "\nTESTS OF LLVM'S C++ LIBRARY ARE SKIPPED: `apt-get install -y libc++-22-dev libc++abi-22-dev`\n",
  );

/** The options by which the compiler takes it; undefined where it is missing. */
export const llvmLibrary = isHere ? options : undefined;
