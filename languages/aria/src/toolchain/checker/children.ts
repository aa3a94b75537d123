// The parts of expressions and statements, for passes that look at all of them.

import type { Expression, Statement } from './typed-program.js';

/** In the order in which they are evaluated. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'integer':
    case 'float':
    case 'bool':
    case 'string':
    case 'null':
    case 'function':
    case 'variable':
      return [];
    case 'field':
    case 'safe-member':
      return [expression.object];
    case 'element':
      return [expression.array, expression.index];
    case 'string-byte':
      return [expression.string, expression.index];
    case 'dereference':
      return [expression.pointer];
    case 'offset':
      return [expression.pointer, expression.count];
    case 'address':
      return [expression.place];
    case 'gc-new':
    case 'wild-new':
      return expression.value ? [expression.value] : [];
    case 'struct-literal':
      return expression.fields.map(({ value }) => value);
    case 'array-literal':
      return expression.elements;
    case 'binary':
    case 'compare':
    case 'logic':
      return [expression.left, expression.right];
    case 'negate':
    case 'not':
    case 'complement':
    case 'convert':
    case 'text':
    case 'pin':
    case 'unwrap':
    case 'result-part':
      return [expression.operand];
    case 'conditional':
      return [expression.condition, expression.then, expression.otherwise];
    case 'coalesce':
      return [expression.pointer, expression.fallback];
    case 'concatenate':
      return expression.parts;
    case 'assign':
    case 'compound-assign':
      return [expression.target, expression.value];
    case 'increment':
      return [expression.target];
    case 'call':
    case 'builtin':
      return expression.arguments;
    case 'call-indirect':
      return [expression.callee, ...expression.arguments];
    case 'spawn':
      return [expression.call];
    case 'await':
      return [expression.future];
    case 'unwrap-or':
      return [expression.operand, expression.fallback];
  }
}

export interface StatementParts {
  readonly expressions: readonly Expression[];
  readonly statements: readonly Statement[];
}

const some = <T>(...parts: readonly (T | undefined)[]): readonly T[] =>
  parts.filter((part): part is T & {} => part !== undefined);

/** What stands directly in a statement. */
export function partsOf(statement: Statement): StatementParts {
  switch (statement.kind) {
    case 'block':
      return { expressions: [], statements: statement.statements };
    case 'declare':
      return { expressions: some(statement.initial), statements: [] };
    case 'expression':
      return { expressions: [statement.expression], statements: [] };
    case 'pass':
      return { expressions: some(statement.value), statements: [] };
    case 'fail':
      return { expressions: [statement.code], statements: [] };
    case 'if':
      return {
        expressions: [statement.condition],
        statements: some<Statement>(statement.then, statement.otherwise),
      };
    case 'while':
      return { expressions: [statement.condition], statements: [statement.body] };
    case 'when':
      return {
        expressions: [statement.condition],
        statements: some<Statement>(statement.body, statement.then, statement.end),
      };
    case 'for-range':
      return { expressions: [statement.from, statement.to], statements: [statement.body] };
    case 'for':
      return {
        expressions: some(statement.condition, statement.step),
        statements: some<Statement>(statement.initial, statement.body),
      };
    case 'till':
    case 'loop':
      return {
        expressions: some(statement.start, statement.limit, statement.step),
        statements: [statement.body],
      };
    case 'pick':
      return { expressions: [statement.subject], statements: statement.cases.map(({ body }) => body) };
    case 'defer':
      return { expressions: [], statements: [statement.body] };
    case 'fall':
    case 'break':
    case 'continue':
      return { expressions: [], statements: [] };
  }
}
