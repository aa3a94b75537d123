// Wild memory that is allocated for a local and then neither freed nor given away.

import type { Problems } from '@sonde/native-compiler';
import { childrenOf, partsOf } from './children.js';
import type { Expression, Statement, TypedFunction, Variable } from './typed-program.js';

export function warnLeaks(body: TypedFunction, problems: Problems): void {
  const allocated = new Set<Variable>();
  const kept = new Set<Variable>();
  const visitStatement = (statement: Statement): void => {
    if (statement.kind === 'declare' && statement.variable.role === 'local' && allocates(statement.initial)) {
      allocated.add(statement.variable);
    }
    const { expressions, statements } = partsOf(statement);
    for (const expression of expressions) visit(expression, true);
    for (const inner of statements) visitStatement(inner);
  };
  /** `given`: who gets the value may keep or free it. */
  const visit = (expression: Expression, given: boolean): void => {
    if (expression.kind === 'variable' && given) kept.add(expression.variable);
    const passes = passesOn(expression, given);
    for (const child of childrenOf(expression)) visit(child, passes);
  };
  if (body.body) visitStatement(body.body);
  for (const { at, name } of [...allocated].filter(one => !kept.has(one))) {
    problems.warning(
      at,
      `${name} is never freed`,
      `Free it when its block is left: defer aria.free(${name});`,
    );
  }
}

const allocates = (initial: Expression | undefined): boolean =>
  initial?.kind === 'wild-new' || (initial?.kind === 'builtin' && initial.name === 'aria.alloc');

/** Whether a pointer in a part of the expression goes further than the expression. */
function passesOn(expression: Expression, given: boolean): boolean {
  switch (expression.kind) {
    case 'dereference':
    case 'compare':
    case 'text':
    case 'element':
    case 'field':
      return false;
    case 'offset':
      return given;
    default:
      return true;
  }
}
