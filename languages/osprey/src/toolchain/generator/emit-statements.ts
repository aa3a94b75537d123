// Blocks and statements. A variable has its own lexical block from its let on, so that a debugger shows it only once it has a value.

import type { Value } from '@sonde/llvm-ir';
import type { TypedExpression, TypedStatement } from '../checker/typed-program.js';
import { emit, emitPlace } from './emit-expressions.js';
import { unitValue, type FunctionContext } from './function-context.js';

export function emitBlock(fc: FunctionContext, node: TypedExpression & { readonly kind: 'block' }): Value {
  return fc.within(node.at, () => emitStatements(fc, node.statements));
}

export function emitStatements(fc: FunctionContext, statements: readonly TypedStatement[]): Value {
  let last = unitValue;
  for (const statement of statements) {
    fc.at(statement.at);
    last = emitStatement(fc, statement);
  }
  return last;
}

function emitStatement(fc: FunctionContext, statement: TypedStatement): Value {
  switch (statement.kind) {
    case 'let': {
      const { variable, value } = statement;
      const made = emit(fc, value);
      // What came from several lines is stored in none, so that a debugger does not go back to the first.
      if (value.at.endLine > value.at.line && branches.has(value.kind)) fc.atNoLine();
      fc.declareFromHere(variable, made, statement.at);
      const global = fc.home.globals.get(variable);
      if (global !== undefined) fc.code.store(fc.held(variable), global);
      return unitValue;
    }
    case 'assign':
      fc.assign(statement.variable, emit(fc, statement.value));
      return unitValue;
    case 'expression':
      return emitPlace(fc, statement.expression);
  }
}

const branches: ReadonlySet<TypedExpression['kind']> = new Set(['match', 'block', 'handle', 'default']);
