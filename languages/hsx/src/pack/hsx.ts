// The pack of HSX: all that Sonde has to be told about it.

import { sourceSyntax } from '@sonde/c-expressions';
import { vmEngine } from '@sonde/engine-vm';
import type { Language } from '@sonde/language';
import { build } from './build-on-demand.js';
import { expressions } from './expressions.js';
import { launchOptions } from './launch-options.js';
import { projectExtension } from './project-file.js';
import { renderers } from './renderers.js';
import { subcommands } from './subcommands.js';

export const hsx: Language = {
  id: 'hsx',
  name: 'HSX',
  // `.c` alone means a program of this computer.
  extensions: ['.hsx.c', '.mvasm', '.hxe', '.hxo', projectExtension],
  adapterNames: ['hsx-dap'],
  source: {
    comments: { line: '//', block: ['/*', '*/'] },
    commentsOf: { '.mvasm': { line: ';' } },
    syntax: sourceSyntax,
  },
  launch: launchOptions,
  exceptionFilters: [
    {
      id: 'thrown',
      label: 'Faults',
      description: 'Stops where an instruction cannot be carried out: memory, stack, division, unknown code.',
      default: true,
      supportsCondition: true,
      conditionDescription: 'A C expression; the stop is kept when it is true.',
    },
  ],
  engine: vmEngine(new URL('../runtime/machine.js', import.meta.url), {
    registers: true,
    variablesInMemory: true,
    without: ['evaluate'],
    moduleColumns: [{ name: 'codeSize', label: 'Code bytes', type: 'number' }],
  }),
  build,
  buildModule: new URL('./build.js', import.meta.url),
  renderers,
  expressions,
  subcommands,
  examples: new URL('../../examples/', import.meta.url),
  conformance: new URL('../../conformance/profile.json', import.meta.url),
};
