// Operators between two values. They have no precedence and lean to the right, so a long sum is a deep tree: the way
// down its right side is a loop here, not a recursion.

import type { BinaryOperator, Expression, ExpressionOf, Span } from '../ast.js';
import { markPart, type Body } from './body.js';
import { emitExpression } from './expressions.js';
import { refusal } from './refusal.js';
import { checkedType } from './value-types.js';

const instructions: Readonly<Partial<Record<BinaryOperator, string>>> = {
  '+': 'ADD',
  '-': 'SUB',
  '*': 'MUL',
  '/': 'DIV',
  '%': 'MOD',
  '==': 'EQ',
  '<': 'LT',
  '>': 'GT',
  '<<': 'LSHIFT',
  '>>': 'RSHIFT',
};

/** Written when the right operand is on the stack. */
type Rest = () => void;

export function emitBinary(body: Body, expression: ExpressionOf<'binary'>): void {
  const rests: Rest[] = [];
  let at: Expression = expression;
  while (at.kind === 'binary') {
    emitExpression(body, at.left);
    rests.push(between(body, at));
    at = at.right;
  }
  emitExpression(body, at);
  for (const rest of rests.reverse()) rest();
}

/** What goes between the operands; answers what goes behind them. */
function between(body: Body, expression: ExpressionOf<'binary'>): Rest {
  const { operator, span } = expression;
  const instruction = instructions[operator];
  if (instruction !== undefined)
    return () => {
      markPart(body, span);
      body.code.emit(instruction);
    };
  if (body.upstreamCompatible) return () => notImplemented(expression);
  switch (operator) {
    case '!=':
      return opposite(body, span, 'EQ');
    // Right also where a number is not a number: the machine refuses to say which of two is greater then.
    case '<=':
      return opposite(body, span, 'GT');
    case '>=':
      return opposite(body, span, 'LT');
    case '&&':
      return and(body, expression);
    case '||':
      return or(body, expression);
    default:
      return () => notImplemented(expression);
  }
}

function notImplemented(expression: ExpressionOf<'binary'>): never {
  throw refusal(
    'Binary op not implemented',
    expression,
    `The language knows the operator ${expression.operator}, but has no code for it.`,
  );
}

const opposite =
  (body: Body, span: Span, comparison: 'EQ' | 'GT' | 'LT'): Rest =>
  () => {
    markPart(body, span);
    body.code.emit(comparison);
    body.code.emit('NOT');
  };

function and(body: Body, { right }: ExpressionOf<'binary'>): Rest {
  const { code } = body;
  const isFalse = code.emitJump('JUMP_IF_FALSE');
  return () => {
    emitAsBoolean(body, right);
    const end = code.emitJump('JUMP');
    code.land(isFalse);
    code.emit('PUSH_BOOL', 0);
    code.land(end);
  };
}

function or(body: Body, { right }: ExpressionOf<'binary'>): Rest {
  const { code } = body;
  const isFalse = code.emitJump('JUMP_IF_FALSE');
  code.emit('PUSH_BOOL', 1);
  const end = code.emitJump('JUMP');
  code.land(isFalse);
  return () => {
    emitAsBoolean(body, right);
    code.land(end);
  };
}

/** What is on the stack becomes true or false; only values without a known type can be anything else. */
function emitAsBoolean(body: Body, expression: Expression): void {
  const type = checkedType(body, expression);
  if (type?.kind === 'primitive' && type.name === 'bool') return;
  body.code.emit('NOT');
  body.code.emit('NOT');
}
