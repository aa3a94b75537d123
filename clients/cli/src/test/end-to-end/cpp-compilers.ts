// The compilers that C++ is tried with: the usual one, and GNU's where it is installed.

import { findTool } from '@sonde/engine-native/toolchain';
import { gnuTool } from '@sonde/language-c/compilers';

export const gnu = await findTool(gnuTool()).catch(() => undefined);
if (gnu === undefined)
  process.stderr.write(`\nTESTS OF GNU'S COMPILER ARE SKIPPED: \`${gnuTool().install}\`\n`);

/** The name of each, and what a launch has to name it by. */
export const compilers: readonly (readonly [name: string, cc: string | undefined])[] = [
  ['the usual compiler', undefined],
  ...(gnu === undefined ? [] : [["GNU's compiler", gnu] as const]),
];
