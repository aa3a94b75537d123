// The pack of WebAssembly: modules that any compiler made, with what their debug information says.

import { cExpressions, ilp32, sourceSyntax } from '@sonde/c-expressions';
import { optionalReport, type Language } from '@sonde/language';
import { sourceExtension } from '../toolchain/compile-c.js';
import { build } from './build-on-demand.js';
import { engine } from './engine.js';
import { launchOptions } from './launch-options.js';

export const wasm: Language = {
  id: 'wasm',
  name: 'WebAssembly',
  extensions: ['.wasm', sourceExtension],
  adapterNames: ['wasm-dap'],
  source: { comments: { line: '//', block: ['/*', '*/'] }, syntax: sourceSyntax },
  editor: { built: ['.wasm'], alsoRead: ['.h', '.c', '.inc'] },
  launch: launchOptions,
  exceptionFilters: [
    {
      id: 'thrown',
      label: 'Traps',
      description:
        'Stops where an instruction cannot be carried out: unreachable code, memory or a table used beyond its end, a division by zero, calls nested too deep.',
      default: true,
      supportsCondition: true,
      conditionDescription: 'A C expression; the stop is kept when it is true.',
    },
  ],
  engine,
  build,
  buildModule: new URL('./build.js', import.meta.url),
  expressions: cExpressions({ model: ilp32, whole: true }),
  tools: async () => [await optionalReport((await import('@sonde/built-in-clang')).clangPackage)],
  examples: new URL('../../examples/', import.meta.url),
  conformance: new URL('../../conformance/profile.json', import.meta.url),
};
