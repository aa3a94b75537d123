// Writes the code of one planned function, with what a debugger wants to know of it.

import type { Statement } from '../ast.js';
import { typeNodeText } from '../checker/node-text.js';
import type { Annotations } from '../checked.js';
import type { StatementBody, Tables } from './body.js';
import { CodeBuffer } from './code-buffer.js';
import { foreignTables } from './foreign-tables.js';
import { LineTable, type CallMark, type LineMark } from './line-table.js';
import { LocalScope, type LiveRange } from './local-scope.js';
import type { ModuleTables } from './module-tables.js';
import type { PlannedFunction, WrittenBody } from './planned-function.js';
import { emitGlobalValue, emitStatement } from './statements.js';
import { traitOfReference } from './value-types.js';

export interface FunctionCode {
  readonly planned: PlannedFunction;
  readonly code: Uint8Array;
  readonly localCount: number;
  readonly lines: readonly LineMark[];
  readonly calls: readonly CallMark[];
  readonly locals: readonly LiveRange[];
  /** Of its body, for the types of the locals. */
  readonly annotations: Annotations;
}

export function functionCode(
  tables: ModuleTables,
  planned: PlannedFunction,
  upstreamCompatible: boolean,
): FunctionCode {
  const { source } = planned;
  switch (source.kind) {
    case 'start':
      return startCode(tables, planned, upstreamCompatible);
    case 'written':
      return writtenCode(tables, planned, source, upstreamCompatible);
    case 'native':
      return shortCode(tables, planned, code => {
        code.emit('PUSH_UNIT');
      });
    case 'forward':
      return shortCode(tables, planned, code => {
        for (let slot = 0; slot < planned.parameterCount; slot++) code.emit('LOAD_LOCAL', slot);
        code.emit('CALL_IMPORT', source.importIndex, planned.parameterCount);
      });
  }
}

function newBody(
  tables: Tables,
  file: string,
  annotations: Annotations,
  upstreamCompatible: boolean,
  method: Pick<WrittenBody, 'typeName' | 'traitOrigin'> = {},
): StatementBody {
  return {
    tables,
    code: new CodeBuffer(),
    scope: new LocalScope(upstreamCompatible),
    lines: new LineTable(file),
    annotations,
    loops: [],
    upstreamCompatible,
    typeName: method.typeName,
    traitOrigin: method.traitOrigin,
    temporaries: true,
  };
}

/** The globals of the module in the order of the text, then its statements. */
function startCode(
  tables: ModuleTables,
  planned: PlannedFunction,
  upstreamCompatible: boolean,
): FunctionCode {
  const { unit, file, annotations } = tables.checked;
  const body = newBody(tables, file.path, annotations, upstreamCompatible);
  for (const declaration of unit.declarations)
    if (declaration.kind === 'val') emitGlobalValue(body, declaration);
  for (const statement of unit.statements) emitStatement(body, statement);
  const localCount = body.scope.count;
  body.code.emit('PUSH_UNIT');
  body.code.emit('RETURN');
  return finished(body, planned, localCount);
}

function writtenCode(
  tables: ModuleTables,
  planned: PlannedFunction,
  source: WrittenBody,
  upstreamCompatible: boolean,
): FunctionCode {
  const { declaration, origin, annotations, implicitSelf, typeName } = source;
  const home = origin.module === undefined ? undefined : tables.checked.imports.get(origin.module);
  const body = newBody(
    home === undefined || origin.module === undefined ? tables : foreignTables(tables, origin.module, home),
    origin.file.path,
    annotations,
    upstreamCompatible,
    source,
  );
  const { scope, code } = body;
  if (implicitSelf) scope.parameter('self', typeName === undefined ? {} : { valueType: typeName });
  for (const parameter of declaration.parameters) {
    const trait = traitOfReference(body.tables, parameter.type);
    scope.parameter(parameter.name, {
      declaredBy: parameter,
      ...(parameter.type === undefined ? {} : { valueType: typeNodeText(parameter.type) }),
      ...(trait === undefined ? {} : { trait }),
    });
  }
  body.loops.push({
    start: 0,
    slots: Array.from({ length: planned.parameterCount }, (_, slot) => slot),
    implicitSelf,
  });
  const mark = scope.mark();
  const statement = declaration.body as Statement;
  // The names of the outermost block live until the function ends, not until its last statement does.
  for (const inner of statement.kind === 'block' ? statement.statements : [statement])
    emitStatement(body, inner);
  if (!code.returns) {
    const { end } = statement.span;
    body.lines.part(code.offset, { start: { line: end.line, column: Math.max(1, end.column - 1) }, end });
    code.emit('PUSH_UNIT');
    code.emit('RETURN');
  }
  if (statement.kind === 'block') scope.leaveBlock(mark, code.offset);
  return finished(body, planned, scope.count);
}

/** Code that nobody wrote. */
function shortCode(
  tables: ModuleTables,
  planned: PlannedFunction,
  emit: (code: CodeBuffer) => void,
): FunctionCode {
  const { file, annotations } = tables.checked;
  const body = newBody(tables, file.path, annotations, false);
  emit(body.code);
  body.code.emit('RETURN');
  return finished(body, planned, planned.parameterCount);
}

function finished(
  { code, lines, scope, annotations }: StatementBody,
  planned: PlannedFunction,
  localCount: number,
): FunctionCode {
  return {
    planned,
    code: code.toBytes(),
    localCount,
    lines: lines.marks,
    calls: lines.calls,
    locals: scope.finish(code.offset),
    annotations,
  };
}
