// Puts together what debuggers get of a module: the source map, and the functions, variables and statements behind it.

import type {
  DebugCall,
  DebugField,
  DebugFunction,
  DebugInfo,
  DebugLocal,
  DebugStatement,
  DeclaredAt,
  SourceMap,
  SourceMapEntry,
} from '../format/debug-info.js';
import { sourceHash } from '../format/source-hash.js';
import type { Node } from '../ast.js';
import type { CheckedUnit } from '../checked.js';
import { debugTypeText } from './debug-type-text.js';
import type { FunctionCode } from './function-code.js';
import type { LiveRange } from './local-scope.js';
import type { ModuleTables } from './module-tables.js';
import { SourceLines } from './source-lines.js';

export interface DebugData {
  readonly sourceMap: SourceMap;
  readonly debug: DebugInfo;
}

export function debugData(tables: ModuleTables, functions: readonly FunctionCode[]): DebugData {
  const { checked } = tables;
  const entries: SourceMapEntry[] = [];
  const statements: DebugStatement[] = [];
  const shown: DebugFunction[] = [];
  const calls: DebugCall[] = [];
  const sources = new SourceLines(checked.file, functions);
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
    for (const { offset, span, file } of written.calls)
      calls.push({
        address: base + offset,
        label: sources.textUnder(file, span),
        line: span.start.line,
        column: span.start.column,
        endLine: span.end.line,
        endColumn: span.end.column,
      });
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
      calls,
      fields: fieldsOf(checked),
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
    ...extentOf(planned),
  };
}

function extentOf({ source }: FunctionCode['planned']): Pick<DebugFunction, 'extent'> {
  if (source.kind !== 'written') return {};
  const { start, end } = source.declaration.span;
  return { extent: { line: start.line, endLine: end.line } };
}

function debugLocal(written: FunctionCode, range: LiveRange, base: number): DebugLocal {
  return {
    name: range.name,
    slot: range.slot,
    type: localType(written, range),
    parameter: range.parameter,
    from: base + range.from,
    to: base + range.to,
    ...(range.declaredBy === undefined ? {} : { declared: startOf(range.declaredBy) }),
  };
}

const startOf = ({ span: { start } }: Node): DeclaredAt => ({ line: start.line, column: start.column });

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
      return [{ name: binding.name, index: global.index, type, declared: startOf(binding) }];
    });
  });
}

/** Members of records, and payloads of variants, which stand with their variant. */
function fieldsOf({ unit }: CheckedUnit): readonly DebugField[] {
  return unit.declarations.flatMap((declaration): readonly DebugField[] => {
    if (declaration.kind !== 'type') return [];
    const { shape, name } = declaration;
    const type = name.text;
    if (shape.kind === 'record')
      return shape.properties.map(property => ({ type, name: property.name, ...startOf(property) }));
    if (shape.kind !== 'variants') return [];
    return shape.variants.flatMap(variant =>
      variant.payload.map((part, nth) => ({ type, name: part.name ?? String(nth), ...startOf(variant) })),
    );
  });
}
