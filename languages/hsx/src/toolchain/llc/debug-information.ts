// `.dbg` of a module: which instruction comes from where, and where variables are.

import type { DbgFile, DebugGrade } from '../format/dbg.js';
import type { CompiledModule } from './compile-module.js';
import type { EmittedModule } from './emit-module.js';

export function debugInformation(module: CompiledModule, emitted: EmittedModule, grade: DebugGrade): DbgFile {
  return {
    version: 1,
    module: module.name,
    producer: 'hsx-llc',
    grade,
    files: [{ filename: module.source.sourceName ?? '', directory: '' }],
    functions: emitted.functions.map(({ compiled, emitted: { start, end } }) => ({
      name: compiled.name,
      symbol: compiled.placed.code.symbol,
      file: 0,
      line: 0,
      start,
      end,
      body: start,
      variables: [],
    })),
    lines: [],
    globals: [],
    types: [],
  };
}
