// What the Aria compiler tells of itself.

import { fileURLToPath } from 'node:url';
import type { OwnCompiler } from '@sonde/native-compiler';

export const ariaCompiler: OwnCompiler = {
  language: 'Aria',
  runtime: fileURLToPath(new URL('../../src/runtime/', import.meta.url)),
  runtimeCache: 'aria-runtime',
  showsIr: 'ariac --emit-llvm',
  debugVariable: 'SONDE_ARIA_DEBUG_OPT',
  libraries: ['-lm', '-ldl'],
};
