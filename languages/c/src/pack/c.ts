// The C pack: everything Sonde has to be told about C. LLDB knows the rest.

import { Type } from '@sinclair/typebox';
import { clangTool, lldbTool, lookFor, nativeEngine, type FoundTool } from '@sonde/engine-native';
import type { Language, ToolReport } from '@sonde/language';
import { build } from '../toolchain/build.js';
import { memberPath } from './member-path.js';

export const c: Language = {
  id: 'c',
  name: 'C',
  extensions: ['.c'],
  adapterNames: ['c-dap'],
  comments: { line: '//', block: ['/*', '*/'] },
  launch: Type.Object({
    cc: Type.Optional(
      Type.String({ description: 'The compiler; SONDE_CLANG or the newest clang on the PATH if absent.' }),
    ),
    cflags: Type.Optional(
      Type.Array(Type.String(), { description: 'Options for the compiler, after those for debugging.' }),
    ),
    lldb: Type.Optional(
      Type.String({ description: 'The LLDB to use; SONDE_LLDB or the newest on the PATH if absent.' }),
    ),
  }),
  exceptionFilters: [
    {
      id: 'signal',
      label: 'Crashes',
      description: 'Stops where the program crashes: SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS, SIGSYS.',
      default: true,
      supportsCondition: false,
    },
    {
      id: 'any-signal',
      label: 'Other signals',
      description: 'Stops where the program is sent any other signal, such as SIGTERM or SIGUSR1.',
      default: false,
      supportsCondition: false,
    },
  ],
  engine: nativeEngine(),
  build,
  memberPath,
  examples: new URL('../../examples/', import.meta.url),
  conformance: new URL('../../conformance.json', import.meta.url),
  tools: async () => [
    report(await lookFor(lldbTool()), 'debugs native programs'),
    report(await lookFor(clangTool()), 'compiles C programs'),
  ],
};

const report = ({ wanted, found, problem }: FoundTool, purpose: string): ToolReport => ({
  tool: wanted.name,
  purpose,
  install: wanted.install,
  ...(found === undefined ? {} : { found }),
  ...(problem === undefined ? {} : { problem }),
});
