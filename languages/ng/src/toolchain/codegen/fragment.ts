// Makes code of an expression for a debugger: the machine runs it inside an activation of the program.

import type { Fragment } from '../../runtime/image.js';
import type { Expression } from '../ast.js';
import type { Annotations } from '../checked.js';
import type { Body } from './body.js';
import { CodeBuffer } from './code-buffer.js';
import { emitExpression } from './expressions.js';
import { FragmentTables, type FragmentScope } from './fragment-tables.js';
import { LineTable } from './line-table.js';
import { LocalScope, type Local } from './local-scope.js';
import { changingNatives } from './natives.js';
import { emitReference, fieldIndex } from './places.js';
import { expressionsIn } from './walk.js';

export type { FragmentScope } from './fragment-tables.js';

/** `changes`: its text says that it assigns, moves or prints. What a function does that it calls shows only when it runs. */
export type CompiledFragment = Fragment & { readonly changes: boolean };

/** Throws a SourceProblem whose place is in the text of the expression. */
export function compileFragment(expression: Expression, scope: FragmentScope): CompiledFragment {
  const tables = new FragmentTables(scope);
  const code = returned(newBody(tables, scope), body => {
    emitExpression(body, expression);
  });
  const place = placeOf(expression, tables, scope);
  return {
    module: scope.module,
    code,
    strings: tables.strings,
    ...(place === undefined ? {} : { place }),
    changes: isChanging(expression),
  };
}

function placeOf(
  expression: Expression,
  tables: FragmentTables,
  scope: FragmentScope,
): Uint8Array | undefined {
  const body = newBody(tables, scope);
  if (!isPlace(body, expression)) return undefined;
  return returned(body, inner => {
    emitReference(inner, expression);
  });
}

function returned(body: Body, emit: (body: Body) => void): Uint8Array {
  emit(body);
  body.code.emit('RETURN');
  return body.code.toBytes();
}

const nothingKnown: Annotations = {
  types: new Map(),
  instances: new Map(),
  traitObjects: new Map(),
  declared: new Map(),
  constants: new Map(),
};

function newBody(tables: FragmentTables, scope: FragmentScope): Body {
  const own = new LocalScope(false);
  return {
    tables,
    code: new CodeBuffer(),
    scope: {
      lookup: name => localNamed(scope, name),
      define: (name, details) => own.define(name, details),
      count: 0,
    },
    lines: new LineTable(''),
    annotations: nothingKnown,
    upstreamCompatible: false,
    typeName: receiverType(scope),
    traitOrigin: undefined,
    temporaries: false,
  };
}

function localNamed(scope: FragmentScope, name: string): Local | undefined {
  const place = scope.lookup(name)?.place;
  return place?.kind === 'slot' ? { name, slot: place.slot } : undefined;
}

/** The type of a receiver that nobody wrote, whose fields are visible by their bare names. */
function receiverType(scope: FragmentScope): string | undefined {
  const self = scope.lookup('self');
  if (self === undefined) return undefined;
  for (const [name, id] of scope.image.typeIds) if (id === self.type) return name;
  return scope.image.runtimeNames.get(self.type);
}

/** Whether it names something that can be referred to and written. */
function isPlace(body: Body, expression: Expression): boolean {
  switch (expression.kind) {
    case 'name':
      return (
        body.scope.lookup(expression.name) !== undefined ||
        body.tables.global(expression.name) !== undefined ||
        (body.scope.lookup('self') !== undefined && fieldIndex(body, expression.name) >= 0)
      );
    case 'member':
      return expression.args === undefined && expression.trait === undefined && isPlace(body, expression.of);
    case 'index':
      return expression.index.kind !== 'range' && isPlace(body, expression.of);
    case 'unary':
      return expression.operator === '*';
    default:
      return false;
  }
}

function isChanging(expression: Expression): boolean {
  for (const part of expressionsIn([expression])) {
    if (part.kind === 'assign' || (part.kind === 'unary' && part.operator === 'move')) return true;
    const called = part.kind === 'call' ? part.callee : part.kind === 'pipe' ? part.into : undefined;
    if (called?.kind === 'name' && changingNatives.has(called.name)) return true;
  }
  return false;
}
