// Operators between two values. They have no precedence and lean to the right, so a long sum is a deep tree: the way
// down its right side is a loop here, not a recursion.

import type { BinaryOperator, Expression, ExpressionOf } from '../ast.js';
import type { Type } from '../checker/types.js';
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
      return () => {
        markPart(body, span);
        body.code.emit('EQ');
        body.code.emit('NOT');
      };
    case '<=':
      return orderedOrEqual(body, expression, 'LT', 'GT');
    case '>=':
      return orderedOrEqual(body, expression, 'GT', 'LT');
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

/**
 * Not greater is the same as less or equal, unless a number is not a number. So only values that are no fractions are
 * compared once; for others both comparisons are made.
 */
function orderedOrEqual(
  body: Body,
  expression: ExpressionOf<'binary'>,
  wanted: 'LT' | 'GT',
  opposite: 'LT' | 'GT',
): Rest {
  const { code } = body;
  const { left, right, span } = expression;
  const once = (): void => {
    markPart(body, span);
    code.emit(opposite);
    code.emit('NOT');
  };
  if (isNoFraction(checkedType(body, left)) || isNoFraction(checkedType(body, right))) return once;
  if (!body.temporaries)
    return isRepeatable(left) && isRepeatable(right) ? twice(body, expression, wanted) : once;
  const [first, second] = [body.scope.temporary(), body.scope.temporary()];
  code.emit('STORE_LOCAL', first);
  return () => {
    code.emit('STORE_LOCAL', second);
    markPart(body, span);
    code.emit(wanted);
    const unordered = code.emitJump('JUMP_IF_FALSE');
    code.emit('PUSH_BOOL', 1);
    const end = code.emitJump('JUMP');
    code.land(unordered);
    code.emit('LOAD_LOCAL', first);
    code.emit('LOAD_LOCAL', second);
    code.emit('EQ');
    code.land(end);
  };
}

/** Where no slot may be used: the operands are evaluated a second time. */
function twice(body: Body, { left, right, span }: ExpressionOf<'binary'>, wanted: 'LT' | 'GT'): Rest {
  const { code } = body;
  return () => {
    markPart(body, span);
    code.emit(wanted);
    const unordered = code.emitJump('JUMP_IF_FALSE');
    code.emit('PUSH_BOOL', 1);
    const end = code.emitJump('JUMP');
    code.land(unordered);
    emitExpression(body, left);
    emitExpression(body, right);
    code.emit('EQ');
    code.land(end);
  };
}

/** Nothing happens by evaluating it, and it is not long. */
function isRepeatable(expression: Expression): boolean {
  switch (expression.kind) {
    case 'integer':
    case 'float':
    case 'string':
    case 'boolean':
    case 'unit':
    case 'name':
      return true;
    case 'member':
      return expression.args === undefined && isRepeatable(expression.of);
    case 'index':
      return isRepeatable(expression.of) && isRepeatable(expression.index);
    case 'unary':
      return expression.operator !== 'move' && isRepeatable(expression.operand);
    default:
      return false;
  }
}

function isNoFraction(type: Type | undefined): boolean {
  if (type?.kind !== 'primitive') return false;
  return !type.name.startsWith('f');
}

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
