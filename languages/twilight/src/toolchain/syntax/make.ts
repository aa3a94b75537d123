// Trees that both syntax modes make in the same way.

import type { Span } from '@sonde/front-end';
import type {
  BlockTree,
  ExpressionTree,
  ItemParts,
  MethodCallTree,
  Name,
  PathTree,
  StatementTree,
} from './tree.js';
import type { TypeTree } from './type-tree.js';

export const pathOf = (at: Span, ...segments: readonly string[]): PathTree => ({
  segments: segments.map(text => ({ text, at })),
  at,
});

export const nameExpression = (name: Name): ExpressionTree => ({
  kind: 'path',
  path: { segments: [name], at: name.at },
  at: name.at,
});

export const namedType = (at: Span, name: string, args: readonly TypeTree[] = []): TypeTree => ({
  kind: 'named',
  path: pathOf(at, name),
  args,
  at,
});

export const callOf = (
  at: Span,
  segments: readonly string[],
  args: readonly ExpressionTree[],
): ExpressionTree => ({
  kind: 'call',
  callee: pathOf(at, ...segments),
  args,
  at,
});

export const methodCall = (
  at: Span,
  target: ExpressionTree,
  name: string,
  args: readonly ExpressionTree[] = [],
): MethodCallTree => ({ kind: 'methodCall', target, name: { text: name, at }, args, at });

/** `ctx.sender()` */
export const contextCall = (at: Span, object: string, name: string): ExpressionTree =>
  methodCall(at, { kind: 'path', path: pathOf(at, object), at }, name);

/** A block of one expression: arms of a match, of a conditional expression. */
export const blockOf = (result: ExpressionTree): BlockTree =>
  result.kind === 'block' ? result : { kind: 'block', statements: [], result, at: result.at };

export const statementOf = (expression: ExpressionTree): StatementTree => ({
  kind: 'expression',
  expression,
  at: expression.at,
});

/** The forms that end without a semicolon and have a value: at the end of a block they are its result in both modes. */
export const mayBeResult = (expression: ExpressionTree): boolean =>
  expression.kind === 'block' ||
  expression.kind === 'match' ||
  expression.kind === 'loop' ||
  (expression.kind === 'if' && expression.else !== undefined);

/** The forms that are statements without a semicolon. */
export const endsItself = (expression: ExpressionTree): boolean =>
  mayBeResult(expression) ||
  expression.kind === 'if' ||
  expression.kind === 'while' ||
  expression.kind === 'for';

export const block = (
  at: Span,
  statements: readonly StatementTree[],
  result?: ExpressionTree,
): BlockTree => ({
  kind: 'block',
  statements,
  ...(result === undefined ? {} : { result }),
  at,
});

/** A block from `start` to here, whose last statement is its result where that is a form with a value. */
export function blockWithTail(
  start: Span,
  statements: readonly StatementTree[],
  cursor: { from(start: Span): Span },
): BlockTree {
  const at = cursor.from(start);
  const last = statements.at(-1);
  if (last?.kind === 'expression' && mayBeResult(last.expression))
    return block(at, statements.slice(0, -1), last.expression);
  return block(at, statements);
}

/** `else if` is a block with an `if` in it. */
export const elseIf = (inner: ExpressionTree): BlockTree =>
  inner.kind === 'if' && inner.else === undefined
    ? block(inner.at, [statementOf(inner)])
    : block(inner.at, [], inner);

export const itemParts = (
  name: Name,
  at: Span,
  more: Partial<Pick<ItemParts, 'visibility' | 'attributes' | 'documentation'>> = {},
): ItemParts => ({
  name,
  visibility: more.visibility ?? 'private',
  attributes: more.attributes ?? [],
  ...(more.documentation === undefined ? {} : { documentation: more.documentation }),
  at,
});
