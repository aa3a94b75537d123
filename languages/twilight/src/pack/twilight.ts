// The pack of Twilight: all that Sonde has to be told about the language.

import type { Language } from '@sonde/language';
import { manifestName } from '../toolchain/project/manifest.js';
import { build } from './build.js';
import { engine } from './engine.js';
import { expressions } from './expressions/expressions.js';
import { attachOptions, launchOptions } from './launch-options.js';
import { takesFile } from './built-files.js';
import { renderers } from './renderers.js';
import { sourceSyntax } from './source-syntax.js';
import { subcommands } from './subcommands.js';

export const twilight: Language = {
  id: 'twilight',
  name: 'Twilight',
  extensions: ['.twl', '.wasm', '.meta'],
  takesFile,
  projectFile: manifestName,
  adapterNames: ['twilight-dap'],
  source: { comments: { line: '//', block: ['/*', '*/'] }, syntax: sourceSyntax },
  editor: { built: ['.wasm', '.meta'], alsoRead: ['.scenario.json'] },
  launch: launchOptions,
  attach: attachOptions,
  exceptionFilters: [
    {
      id: 'revert',
      label: 'Reverts',
      description: 'Stops where a transaction reverts, before anything is undone.',
      default: true,
      supportsCondition: true,
    },
    {
      id: 'panic',
      label: 'Panics',
      description:
        'Stops at a panic or trap: division by zero, an index out of bounds, panic!, unwrap of None.',
      default: true,
      supportsCondition: true,
    },
    {
      id: 'outOfGas',
      label: 'Out of gas',
      description: 'Stops where the gas of the transaction does not suffice.',
      default: true,
      supportsCondition: true,
    },
    {
      id: 'assertion',
      label: 'Failed assertions',
      description: 'Stops where assert_pre, assert_post or assert_invariant does not hold.',
      default: true,
      supportsCondition: true,
    },
    {
      id: 'event',
      label: 'Events',
      description: 'Stops where the contract emits an event.',
      default: false,
      supportsCondition: true,
    },
  ],
  engine,
  build,
  buildModule: new URL('./build.js', import.meta.url),
  renderers,
  expressions,
  subcommands,
  examples: new URL('../../examples/', import.meta.url),
  conformance: new URL('../../conformance/profile.json', import.meta.url),
};
