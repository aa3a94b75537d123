// The pack of C and C++: everything Sonde has to be told about them. LLDB knows the rest.

import { Type } from '@sinclair/typebox';
import {
  clangTool,
  lldbTool,
  lookFor,
  nativeAttachOptions,
  nativeEngine,
  nativeLaunchOptions,
  otherSignals,
  toolReport,
} from '@sonde/engine-native';
import type { Language } from '@sonde/language';
import { build, cExtensions, cxxExtensions } from './build.js';
import { clangxxTool } from '../toolchain/compilers.js';
import { bridge } from './bridge.js';
import { cLibrary } from './c-library.js';
import { expressions } from './expressions/expressions.js';
import { mallocHeap } from './heap/malloc-heap.js';
import { rustLibrary } from './renderers/rust/rust-library.js';
import { syntax } from './source-syntax.js';
import { standardLibrary } from './renderers/standard-library/standard-library.js';

export const c: Language = {
  id: 'c',
  name: 'C and C++',
  extensions: [...cExtensions, ...cxxExtensions],
  adapterNames: ['c-dap', 'cpp-dap'],
  source: { comments: { line: '//', block: ['/*', '*/'] }, syntax },
  editor: { knownAs: { c: cExtensions, cpp: cxxExtensions } },
  launch: Type.Object({
    cc: Type.Optional(
      Type.String({
        description:
          'The compiler; SONDE_CLANG (for C++ SONDE_CLANGXX) or the newest clang on the PATH if absent.',
      }),
    ),
    cflags: Type.Optional(
      Type.Array(Type.String(), { description: 'Options for the compiler, after those for debugging.' }),
    ),
    ...nativeLaunchOptions,
  }),
  attach: Type.Object(nativeAttachOptions),
  exceptionFilters: [
    {
      id: 'signal',
      label: 'Crashes',
      description: 'Stops where the program crashes: SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS, SIGSYS.',
      default: true,
      supportsCondition: false,
    },
    otherSignals,
    {
      id: 'throw',
      label: 'C++ exceptions: thrown',
      description: 'Stops where a C++ exception is thrown, whoever catches it.',
      default: false,
      supportsCondition: false,
      extensions: cxxExtensions,
    },
    {
      id: 'catch',
      label: 'C++ exceptions: caught',
      description: 'Stops where a C++ exception is caught.',
      default: false,
      supportsCondition: false,
      extensions: cxxExtensions,
    },
  ],
  engine: nativeEngine({ declarations: cLibrary, heaps: [mallocHeap], bridge }),
  build,
  expressions,
  native: {
    takesExecutables: true,
    recognises: { language: /^(?:c|c89|c99|c11|c17|c23|c\+\+\d*)$/ },
  },
  renderers: [...standardLibrary, ...rustLibrary],
  examples: new URL('../../examples/', import.meta.url),
  conformance: new URL('../../conformance/profile.json', import.meta.url),
  tools: async () => [
    toolReport(await lookFor(lldbTool()), 'debugs native programs'),
    toolReport(await lookFor(clangTool()), 'compiles C programs'),
    toolReport(await lookFor(clangxxTool()), 'compiles C++ programs'),
  ],
};
