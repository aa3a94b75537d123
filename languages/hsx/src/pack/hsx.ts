// The pack of HSX: all that Sonde has to be told about it.

import { sourceSyntax } from '@sonde/c-expressions';
import type { Language } from '@sonde/language';
import { build } from './build-on-demand.js';
import { engine } from './engine.js';
import { attachOptions } from './executive/attach-options.js';
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
  editor: { built: ['.hxe', '.hxo'], alsoRead: ['.h', '.c', '.inc'] },
  launch: launchOptions,
  attach: attachOptions,
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
  engine,
  build,
  buildModule: new URL('./build.js', import.meta.url),
  renderers,
  expressions,
  subcommands,
  tools: async () => (await import('./tools.js')).tools(),
  examples: new URL('../../examples/', import.meta.url),
  conformance: new URL('../../conformance/profile.json', import.meta.url),
};
