// The pack of Aria: all that Sonde has to be told about the language.

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
import { ariaExtensions } from '../toolchain/extensions.js';
import { ariaHeap } from './heap/aria-heap.js';
import { renderers } from './renderers/renderers.js';
import { regionTypes } from './runtime-model/regions.js';
import { ariaRuntime } from './runtime-model/runtime-model.js';
import { syntax } from './source-syntax.js';
import { descriptors, streamOptions, streams } from './streams.js';
import { subcommands } from './subcommands.js';
import { coroutines } from './runtime-model/tasks.js';
import { expressions } from './expressions/expressions.js';
import { build } from './toolchain-on-demand.js';

export const aria: Language = {
  id: 'aria',
  name: 'Aria',
  extensions: ariaExtensions,
  adapterNames: ['aria-dap'],
  source: { comments: { line: '//', block: ['/*', '*/'] }, syntax },
  launch: Type.Object({
    cc: Type.Optional(
      Type.String({
        description:
          'The clang that compiles and links, 19 or newer; SONDE_CLANG or the newest on the PATH if absent.',
      }),
    ),
    linkOptions: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Where extern functions are: object files and libraries (.o, .a, .so), -lLIBRARY, -LFOLDER, -Wl,-rpath,FOLDER.',
      }),
    ),
    ...streamOptions,
    ...nativeLaunchOptions,
  }),
  attach: Type.Object(nativeAttachOptions),
  exceptionFilters: [
    {
      id: 'signal',
      label: 'Traps and crashes',
      description:
        'Stops where the program traps or crashes: an index out of bounds, a dangling wild pointer, a division by zero, SIGSEGV.',
      default: true,
      supportsCondition: false,
    },
    otherSignals,
  ],
  expressions,
  engine: nativeEngine({ descriptors, tasks: [coroutines], heaps: [ariaHeap] }),
  streams,
  subcommands,
  build,
  buildModule: new URL('./build.js', import.meta.url),
  renderers,
  runtime: { model: ariaRuntime, regionTypes },
  requests: {
    ariaMemoryMap: { request: 'sonde/memoryMap' },
    ariaAsyncStack: { request: 'sonde/asyncStack', arguments: { coroutineHandle: 'task' } },
  },
  native: {
    takesExecutables: true,
    recognises: {
      producer: /\bariac\b|^Nitpick Compiler/,
      symbols: ['__aria_layout_version'],
      marks: ['__aria_layout_version', 'Nitpick Compiler (npkc)'],
    },
  },
  examples: new URL('../../examples/', import.meta.url),
  conformance: new URL('../../conformance/profile.json', import.meta.url),
  tools: async () => [
    toolReport(await lookFor(lldbTool()), 'debugs native programs'),
    toolReport(await lookFor(clangTool()), 'compiles and links'),
  ],
};
