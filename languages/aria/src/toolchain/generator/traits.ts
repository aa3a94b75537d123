// What is true of expressions and statements as a whole: whether the collector may run, whether gc or wild memory occurs.

import { childrenOf, partsOf } from '../checker/children.js';
import type { Block, Expression, Statement, TypedFunction } from '../checker/typed-program.js';
import type { TypeLayout } from './type-layout.js';

const collecting: ReadonlySet<string> = new Set(['aria.gc', 'aria.gc_minor', 'yield', 'sleep']);

const known = new WeakMap<Expression, boolean>();

/** Whether objects may move while it is evaluated. */
export function mayCollect(expression: Expression): boolean {
  let answer = known.get(expression);
  if (answer === undefined) {
    const { kind } = expression;
    answer =
      kind === 'call' ||
      kind === 'call-indirect' ||
      kind === 'gc-new' ||
      kind === 'await' ||
      (kind === 'builtin' && collecting.has(expression.name)) ||
      childrenOf(expression).some(mayCollect);
    known.set(expression, answer);
  }
  return answer;
}

const someExpression = (expression: Expression, holds: (part: Expression) => boolean): boolean =>
  holds(expression) || childrenOf(expression).some(part => someExpression(part, holds));

function someIn(statement: Statement, holds: (part: Expression) => boolean): boolean {
  const { expressions, statements } = partsOf(statement);
  return (
    expressions.some(expression => someExpression(expression, holds)) ||
    statements.some(inner => someIn(inner, holds))
  );
}

/** Whether a gc pointer can be in any variable or value of the function. */
export function touchesGc({ parameters, locals, result, body }: TypedFunction, layout: TypeLayout): boolean {
  return (
    layout.holdsGc(result) ||
    [...parameters, ...locals].some(({ type }) => layout.holdsGc(type)) ||
    (body !== undefined &&
      someIn(body, ({ type }) => {
        // A future's value is awaited into a temporary.
        const held = type.kind === 'future' ? type.value : type;
        return held.kind !== 'void' && layout.holdsGc(held);
      }))
  );
}

const allocatesWild = (expression: Expression): boolean =>
  someExpression(
    expression,
    part => part.kind === 'wild-new' || (part.kind === 'builtin' && part.name === 'aria.alloc'),
  );

/** Whether wild memory is allocated in this very block, and not in one inside of it. */
export const holdsWild = (block: Block): boolean =>
  block.statements.some(statement => {
    const direct = partsOf(statement).expressions.some(allocatesWild);
    if (statement.kind === 'for') return false;
    return direct || (statement.kind === 'if' && chainHoldsWild(statement));
  });

/** The conditions of `else if` are evaluated in the block around the whole chain. */
function chainHoldsWild({ otherwise }: Extract<Statement, { kind: 'if' }>): boolean {
  if (otherwise?.kind !== 'if') return false;
  return allocatesWild(otherwise.condition) || chainHoldsWild(otherwise);
}

/** What the head of a C-style for allocates lives as long as the loop. */
export const headHoldsWild = ({ initial, condition, step }: Extract<Statement, { kind: 'for' }>): boolean =>
  [...(initial ? partsOf(initial).expressions : []), condition, step].some(
    part => part !== undefined && allocatesWild(part),
  );

/** Functions of the program that are called or referred to somewhere. */
export function mentions(statement: Statement, target: TypedFunction): boolean {
  return someIn(
    statement,
    part => (part.kind === 'call' || part.kind === 'function') && part.function === target,
  );
}

/** What functions that are compiled apart use of the others: functions of C, and those of the program as values. */
export function usedFromOutside(functions: readonly TypedFunction[]): readonly TypedFunction[] {
  const found = new Set<TypedFunction>();
  for (const { body } of functions) {
    if (body === undefined) continue;
    someIn(body, part => {
      if ((part.kind === 'call' || part.kind === 'function') && !part.function.jit) found.add(part.function);
      return false;
    });
  }
  return [...found];
}

/** Where a function brings in another at run time, if it does. */
export function firstLoad({ body }: TypedFunction): Expression['at'] | undefined {
  let at: Expression['at'] | undefined;
  if (body !== undefined) {
    someIn(body, part => {
      if (part.kind !== 'builtin' || part.name !== 'jit_load') return false;
      at = part.at;
      return true;
    });
  }
  return at;
}
