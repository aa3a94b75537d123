// `.dbg` of a module: which instruction comes from where, and where variables are.

import type { ModuleData } from '@sonde/llvm-ir';
import type { DbgFile, DbgGlobal, DebugGrade } from '../format/dbg.js';
import type { CompiledModule } from './compile-module.js';
import { describeFunction } from './debug-function.js';
import { DebugScopes } from './debug-scopes.js';
import { DebugTypeList } from './debug-type-list.js';
import type { EmittedModule } from './emit-module.js';

export function debugInformation(module: CompiledModule, emitted: EmittedModule, grade: DebugGrade): DbgFile {
  const { source } = module;
  const scopes = new DebugScopes(source);
  const types = new DebugTypeList(source);
  const described = emitted.functions.map(({ compiled, emitted: code }) =>
    describeFunction(compiled, code, source, scopes, types),
  );
  const globals = grade < 3 ? [] : globalsOf(source, emitted, scopes, types);
  if (scopes.files.length === 0) scopes.index({ name: source.sourceName ?? '', directory: '' });
  return {
    version: 1,
    module: module.name,
    producer: 'hsx-llc',
    grade,
    files: scopes.files,
    functions: described.map(({ function: found }) => {
      const { result, ...rest } = found;
      if (grade < 3) return { ...rest, variables: [] };
      return result === undefined ? rest : { ...rest, result };
    }),
    lines: grade < 2 ? [] : described.flatMap(({ lines }) => lines),
    globals,
    types: grade < 3 ? [] : types.types,
  };
}

function globalsOf(
  { globals, debug }: ModuleData,
  emitted: EmittedModule,
  scopes: DebugScopes,
  types: DebugTypeList,
): readonly DbgGlobal[] {
  const symbols = new Map(emitted.globals.map(({ name, symbol, isLocal }) => [name, { symbol, isLocal }]));
  return globals.flatMap(({ name, debug: ids }) => {
    const known = symbols.get(name);
    return ids.flatMap((id): DbgGlobal[] => {
      const data = debug.globals.get(id);
      if (known === undefined || data === undefined) return [];
      const owner = scopes.functionAround(data.scope);
      return [
        {
          name: data.name,
          symbol: known.symbol,
          type: types.certain(data.type),
          file: data.file === undefined ? 0 : scopes.index(data.file),
          line: data.line,
          ...(owner === undefined ? {} : { function: owner }),
          local: known.isLocal,
        },
      ];
    });
  });
}
