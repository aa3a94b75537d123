// The pack of Mini: all that Sonde has to be told about the language.

import { Type } from '@sinclair/typebox';
import { stackEngine } from '@sonde/engine-vm';
import type { Language } from '@sonde/language';
import { reserved } from '../toolchain/parser.js';
import { build, buildChild, imageExtension } from './build.js';
import { expressions } from './expressions.js';

const memoryLimit = { minimum: 1, description: 'Most memory the program may use, in megabytes.' };

export const mini: Language = {
  id: 'mini',
  name: 'Mini',
  extensions: ['.mini', imageExtension],
  adapterNames: ['mini-dap'],
  source: { comments: { line: '//' }, syntax: { keywords: [...reserved], strings: ['"'], escapes: true } },
  editor: { built: [imageExtension] },
  launch: Type.Object({ memoryLimit: Type.Optional(Type.Integer(memoryLimit)) }),
  exceptionFilters: [
    { id: 'thrown', label: 'Thrown errors', default: false, supportsCondition: true },
    { id: 'uncaught', label: 'Errors that no `catch` takes', default: true, supportsCondition: true },
  ],
  build,
  buildModule: new URL('./build.js', import.meta.url),
  engine: stackEngine(new URL('../runtime/machine.js', import.meta.url), { buildChild }),
  expressions,
  examples: new URL('../../examples/', import.meta.url),
  conformance: new URL('../../conformance/profile.json', import.meta.url),
};
