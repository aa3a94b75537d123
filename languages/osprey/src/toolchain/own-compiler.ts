// What the Osprey compiler tells of itself.

import { fileURLToPath } from 'node:url';
import type { OwnCompiler } from '@sonde/native-compiler';

export const ospreyCompiler: OwnCompiler = {
  language: 'Osprey',
  runtime: fileURLToPath(new URL('../../src/runtime/', import.meta.url)),
  runtimeCache: 'osprey-runtime',
  showsIr: 'osprey FILE --debug --llvm',
  debugVariable: 'OSPREY_DEBUG_OPT',
  releaseVariable: 'OSPREY_OPT',
  libraries: ['-lm', '-lpthread'],
};
