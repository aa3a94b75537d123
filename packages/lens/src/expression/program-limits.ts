// Limits of expression programs, checked before one runs: a program may come from another process or be badly made.

import { operandsOf, type Expression } from '@sonde/engine';
import { wrongExpression } from './arithmetic.js';

export const maxDepth = 1_000;
export const maxNodes = 100_000;
const maxBits = 4_096;

/**
 * Throws a Failure for a program that is too large or badly made. Without recursion, so that a deep one cannot overflow
 * the stack; nodes that are shared count each time, since they run each time.
 */
export function checkProgram(program: Expression): void {
  const waiting: { readonly node: Expression; readonly depth: number }[] = [{ node: program, depth: 1 }];
  for (let nodes = 1; ; nodes++) {
    const next = waiting.pop();
    if (next === undefined) return;
    if (next.depth > maxDepth) throw wrongExpression('the expression is nested too deeply');
    if (nodes > maxNodes) throw wrongExpression('the expression is too large');
    checkWidths(next.node);
    for (const operand of operandsOf(next.node)) waiting.push({ node: operand, depth: next.depth + 1 });
  }
}

function checkWidths(node: Expression): void {
  const bits =
    node.op === 'integer'
      ? node.kind.bits
      : node.op === 'convert' && node.to.kind === 'integer'
        ? node.to.bits
        : 0;
  if (!Number.isInteger(bits) || bits < 0 || bits > maxBits)
    throw wrongExpression(`integers of ${bits} bits cannot be computed with`);
}

/** Operators with one operand; the others need both. */
export const isUnary = (operator: string): boolean => operator === 'neg' || operator === 'not';

export function secondOperand(node: Extract<Expression, { op: 'integer' | 'float' }>): Expression {
  if (node.b === undefined) throw wrongExpression(`'${node.operator}' needs two operands`);
  return node.b;
}
