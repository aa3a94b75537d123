// The pack of Osprey: all that Sonde has to be told about the language.

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
import { manifestName } from '../toolchain/project/manifest.js';
import { ospreyExtensions } from '../toolchain/syntax/flavor.js';
import { bridge } from './bridge.js';
import { expressions } from './expressions/expressions.js';
import { ospreyHeap } from './heap/osprey-heap.js';
import { recordOptions, runRecord, withRecords } from './recorded-engine.js';
import { renderers } from './renderers/renderers.js';
import { faultFilters, faults } from './runtime-model/faults.js';
import { records } from './runtime-model/records.js';
import { ospreyRuntime } from './runtime-model/runtime-model.js';
import { strands } from './runtime-model/strands.js';
import { comments, commentsOf, syntax } from './source-syntax.js';
import { subcommands } from './subcommands.js';
import { build } from './toolchain-on-demand.js';
import { withUpstream } from './upstream/with-upstream.js';

export const osprey: Language = {
  id: 'osprey',
  name: 'Osprey',
  extensions: ospreyExtensions,
  projectFile: manifestName,
  adapterNames: ['osprey-dap'],
  source: { comments, commentsOf, syntax },
  editor: { languageServer: { arguments: ['osprey', 'lsp'] } },
  launch: Type.Object({
    cc: Type.Optional(
      Type.String({
        description:
          'The clang that compiles and links, 19 or newer; SONDE_CLANG or the newest on the PATH if absent.',
      }),
    ),
    compiler: Type.Optional(
      Type.String({
        description:
          "The language's own osprey, by path or by its name on the PATH: it builds the program instead of ours.",
      }),
    ),
    flavor: Type.Optional(
      Type.Union([Type.Literal('default'), Type.Literal('ml')], {
        description: 'The flavor of the source, whatever its extension and its first line say.',
      }),
    ),
    ...recordOptions,
    memory: Type.Optional(
      Type.Union([Type.Literal('default'), Type.Literal('arc'), Type.Literal('gc'), Type.Literal('custom')], {
        description:
          'Who gives memory back: default (nobody), arc (counts owners), gc (collects), or custom, which an object file of linkOptions defines.',
      }),
    ),
    linkOptions: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Where extern functions and a custom memory manager are: object files and libraries (.o, .a, .so), -lLIBRARY, -LFOLDER, -Wl,-rpath,FOLDER.',
      }),
    ),
    ...nativeLaunchOptions,
  }),
  attach: Type.Object(nativeAttachOptions),
  exceptionFilters: [
    ...faultFilters,
    {
      id: 'signal',
      label: 'Crashes',
      description: 'Stops where the stack is too deep, or a C function crashes.',
      default: true,
      supportsCondition: false,
    },
    otherSignals,
  ],
  expressions,
  engine: withUpstream(
    withRecords(
      nativeEngine({
        strands: [strands],
        records: [records],
        runRecord,
        heaps: [ospreyHeap],
        faults,
        bridge,
      }),
    ),
  ),
  subcommands,
  build,
  buildModule: new URL('./build.js', import.meta.url),
  renderers,
  runtime: { model: ospreyRuntime },
  native: {
    takesExecutables: true,
    recognises: {
      producer: /^osprey\b/,
      symbols: ['osp_layout_version'],
      // Of our own compiler and of the language's.
      marks: ['osp_layout_version', 'osp_prof_boot'],
    },
  },
  examples: new URL('../../examples/', import.meta.url),
  conformance: new URL('../../conformance/profile.json', import.meta.url),
  tools: async () => [
    toolReport(await lookFor(lldbTool()), 'debugs native programs'),
    toolReport(await lookFor(clangTool()), 'compiles and links'),
  ],
};
