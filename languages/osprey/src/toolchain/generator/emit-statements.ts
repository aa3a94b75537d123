// Blocks and statements. A variable has its own lexical block from its let on, so that a debugger shows it only once it has a value.

import type { Value } from '@sonde/llvm-ir';
import type { TypedExpression, TypedStatement } from '../checker/typed-program.js';
import { emitOwned, emitPlace } from './emit-expressions.js';
import { unitValue, type FunctionContext } from './function-context.js';

export function emitBlock(fc: FunctionContext, node: TypedExpression & { readonly kind: 'block' }): Value {
  const value = fc.within(node.at, () => fc.variables(() => emitStatements(fc, node.statements, 'owned')));
  return fc.temporary(value, fc.type(node.type));
}

/** The value of the last one is owned, where it is asked for. */
export function emitStatements(
  fc: FunctionContext,
  statements: readonly TypedStatement[],
  last: 'owned' | 'unused',
): Value {
  let value = unitValue;
  statements.forEach((statement, nth) => {
    if (nth > 0) fc.beginBlock();
    fc.at(statement.at);
    const isLast = nth === statements.length - 1;
    value = fc.temporaries(() => emitStatement(fc, statement, isLast && last === 'owned'));
  });
  return value;
}

function emitStatement(fc: FunctionContext, statement: TypedStatement, owned: boolean): Value {
  switch (statement.kind) {
    case 'let': {
      const { variable, value } = statement;
      const made = emitOwned(fc, value);
      // What came from several lines is stored in none, so that a debugger does not go back to the first.
      if (value.at.endLine > value.at.line && branches.has(value.kind)) fc.atNoLine();
      fc.declareFromHere(variable, made, statement.at);
      const global = fc.home.globals.get(variable);
      if (global !== undefined) fc.code.store(fc.held(variable), global);
      return unitValue;
    }
    case 'assign':
      fc.assign(statement.variable, emitOwned(fc, statement.value));
      return unitValue;
    case 'expression': {
      const value = emitPlace(fc, statement.expression);
      return owned ? fc.own(value, fc.type(statement.expression.type)) : value;
    }
  }
}

const branches: ReadonlySet<TypedExpression['kind']> = new Set(['match', 'block', 'handle', 'default']);
