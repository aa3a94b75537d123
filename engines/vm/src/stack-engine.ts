// stackEngine: the engine factory for languages on the stack machine of the kit.

import type { EngineFactory } from '@sonde/engine';
import { vmEngine, type VmEngineOptions } from './factory.js';
import { instructionsColumn } from './kit/assembler.js';

/** As `vmEngine`; that machine runs no code of a compiler for expressions, and has a column of its own for modules. */
export const stackEngine = (moduleUrl: URL, options: VmEngineOptions = {}): EngineFactory =>
  vmEngine(moduleUrl, {
    ...options,
    without: ['evaluate', ...(options.without ?? [])],
    moduleColumns: [instructionsColumn, ...(options.moduleColumns ?? [])],
  });
