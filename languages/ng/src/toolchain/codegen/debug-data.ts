// Puts together what debuggers get of a module: the source map, and the functions, variables and statements behind it.

import type {
  DebugFunction,
  DebugInfo,
  DebugLocal,
  DebugStatement,
  SourceMap,
  SourceMapEntry,
} from '../../format/debug-info.js';
import { sourceHash } from '../../format/source-hash.js';
import type { CheckedUnit } from '../checked.js';
import { debugTypeText } from './debug-type-text.js';
import type { FunctionCode } from './function-code.js';
import type { LiveRange } from './local-scope.js';
import type { ModuleTables } from './module-tables.js';

export interface DebugData {
  readonly sourceMap: SourceMap;
  readonly debug: DebugInfo;
}

export function debugData(tables: ModuleTables, functions: readonly FunctionCode[]): DebugData {
  const { checked } = tables;
  const entries: SourceMapEntry[] = [];
  const statements: DebugStatement[] = [];
  const shown: DebugFunction[] = [];
  let base = 0;
  functions.forEach((written, index) => {
    const end = base + written.code.length;
    for (const { offset, span, file, statement } of written.lines) {
      // A mark behind the last instruction is about nothing.
      if (offset >= written.code.length) continue;
      entries.push({
        bytecodeAddress: base + offset,
        sourceLine: span.start.line,
        sourceColumn: span.start.column - 1,
        sourceFile: file,
      });
      statements.push({ statement, endLine: span.end.line, endColumn: span.end.column });
    }
    shown.push(debugFunction(written, index, base, end));
    base = end;
  });
  const compileUnitName = checked.file.module;
  return {
    sourceMap: { compileUnitName, entries },
    debug: {
      compileUnitName,
      sourcePath: checked.file.path,
      sourceHash: sourceHash(checked.file.text),
      functions: shown,
      globals: globalsOf(checked, tables),
      statements,
    },
  };
}

function debugFunction(written: FunctionCode, index: number, start: number, end: number): DebugFunction {
  const { planned } = written;
  return {
    name: planned.shownName,
    index,
    start,
    end,
    artificial: planned.source.kind === 'native' || planned.source.kind === 'forward',
    locals: written.locals.map(range => debugLocal(written, range, start)),
  };
}

function debugLocal(written: FunctionCode, range: LiveRange, base: number): DebugLocal {
  return {
    name: range.name,
    slot: range.slot,
    type: localType(written, range),
    parameter: range.parameter,
    from: base + range.from,
    to: base + range.to,
  };
}

/** In a method `Self` is the type it belongs to. */
function localType({ annotations, planned }: FunctionCode, { declaredBy, valueType }: LiveRange): string {
  const declared = declaredBy === undefined ? undefined : annotations.declared.get(declaredBy);
  const text = debugTypeText(declared) || (valueType ?? '');
  const typeName = planned.source.kind === 'written' ? planned.source.typeName : undefined;
  return typeName === undefined ? text : text.replace(/\bSelf\b(: \w+)?/g, typeName);
}

function globalsOf({ unit, annotations }: CheckedUnit, tables: ModuleTables): DebugInfo['globals'] {
  return unit.declarations.flatMap(declaration => {
    if (declaration.kind !== 'val') return [];
    return declaration.bindings.flatMap(binding => {
      const global = tables.globals.get(binding.name);
      if (global === undefined) return [];
      const type = debugTypeText(annotations.declared.get(binding)) || (global.valueType ?? '');
      return [{ name: binding.name, index: global.index, type }];
    });
  });
}
