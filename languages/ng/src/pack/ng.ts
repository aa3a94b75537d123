// The pack of NG: all that Sonde has to be told about the language.

import { Type } from '@sinclair/typebox';
import { vmEngine } from '@sonde/engine-vm';
import type { Language } from '@sonde/language';
import { renderers } from './renderers.js';
import { syntax } from './source-syntax.js';
import { subcommands } from './subcommands.js';
import { build, expressions } from './toolchain-on-demand.js';

export const ng: Language = {
  id: 'ng',
  name: 'NG',
  extensions: ['.ng', '.ngo'],
  adapterNames: ['ng-dap'],
  source: { comments: { line: '//', block: ['/*', '*/'] }, syntax },
  editor: { built: ['.ngo'] },
  launch: Type.Object({
    upstreamCompatible: Type.Optional(
      Type.Boolean({ description: 'behave as the original NG does, its mistakes included' }),
    ),
    memoryLimit: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Most memory the program may use, in megabytes.' }),
    ),
  }),
  exceptionFilters: [
    {
      id: 'thrown',
      label: 'Runtime errors',
      description: 'Stops where a runtime error is about to end the program.',
      default: true,
      supportsCondition: true,
      conditionDescription: 'An NG expression; the stop is kept when it is true.',
    },
  ],
  engine: vmEngine(new URL('../runtime/machine.js', import.meta.url), {
    // One task, and values instead of bytes.
    without: ['endTask', 'restrictTo', 'memory'],
    moduleColumns: [
      { name: 'codeSize', label: 'Code bytes', type: 'number' },
      { name: 'format', label: 'Format', type: 'number' },
    ],
  }),
  build,
  buildModule: new URL('./build.js', import.meta.url),
  renderers,
  expressions,
  subcommands,
  examples: new URL('../../examples/', import.meta.url),
  conformance: new URL('../../conformance/profile.json', import.meta.url),
};
