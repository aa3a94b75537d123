// Numbers of one type where those of another are wanted. What keeps every value goes without saying; the rest is said.

import type { Body } from './body.js';
import { wholeLiteral } from './check-literals.js';
import { foldInteger } from './fold.js';
import type { Binary, Expression } from './typed-program.js';
import { largest, sameType, smallest, type AriaType, type IntegerType } from './types.js';

/** Integers become any integer, flt32 becomes flt64; undefined for all else, tbb included: their ERR has no place there. */
export function convertNumber(body: Body, value: Expression, wanted: AriaType): Expression | undefined {
  const { type, at } = value;
  if (type.kind === 'float' && wanted.kind === 'float' && wanted.bits > type.bits) {
    return { kind: 'convert', operand: value, type: wanted, at };
  }
  if (type.kind !== 'integer' || wanted.kind !== 'integer') return undefined;
  if (value.kind === 'integer') return wholeLiteral(value.value, 'number', wanted, at);
  if (!fits(body, value, wanted)) warnLoss(body, at, type, wanted);
  return { kind: 'convert', operand: value, type: wanted, at };
}

/** The type in which an operator works on two others; undefined where the program has to choose. */
export function commonNumber(left: AriaType, right: AriaType): AriaType | undefined {
  if (sameType(left, right)) return left;
  if (left.kind === 'integer' && right.kind === 'integer') {
    if (left.bits === right.bits) return undefined;
    return left.bits > right.bits ? left : right;
  }
  if (left.kind === 'float' && right.kind === 'float') return left.bits > right.bits ? left : right;
  return undefined;
}

function warnLoss(body: Body, at: Expression['at'], from: IntegerType, to: IntegerType): void {
  const loss =
    from.bits > to.bits
      ? `${from.name} is narrowed to ${to.name}`
      : `${from.name} becomes ${to.name}, which has ${to.signed ? 'no values as large' : 'no negative values'}`;
  body.names.problems.warning(at, `${loss}; write (${to.name})x to say that it is meant`);
}

const holds = (wanted: IntegerType, type: IntegerType): boolean =>
  smallest(type) >= smallest(wanted) && largest(type) <= largest(wanted);

const holdsValue = (wanted: IntegerType, value: bigint): boolean =>
  value >= smallest(wanted) && value <= largest(wanted);

/** Whether nothing is lost, as far as a reader of the program would worry: counters of loops and lengths are small. */
function fits(body: Body, value: Expression, wanted: IntegerType): boolean {
  if (value.type.kind !== 'integer') return false;
  if (holds(wanted, value.type)) return true;
  switch (value.kind) {
    case 'integer':
      return holdsValue(wanted, value.value);
    case 'variable':
      return value.variable.role === 'counter' || constantFits(body, value.variable.name, wanted);
    case 'convert': {
      const from = value.operand.type;
      return from.kind === 'integer' && holds(value.type, from) && fits(body, value.operand, wanted);
    }
    case 'negate':
    case 'complement':
      return fits(body, value.operand, wanted);
    case 'binary':
      return arithmeticFits(body, value, wanted);
    case 'conditional':
      return fits(body, value.then, wanted) && fits(body, value.otherwise, wanted);
    case 'builtin':
      return value.name === 'len' && wanted.bits >= 32;
    default:
      return false;
  }
}

function arithmeticFits(body: Body, { operator, left, right }: Binary, wanted: IntegerType): boolean {
  if (right.kind === 'integer' && holdsValue(wanted, right.value)) {
    // What is left of a division, and what a mask lets through, is not larger than the number on the right.
    const negative = left.type.kind === 'integer' && left.type.signed && !wanted.signed;
    if (operator === '%' && !negative) return true;
    if (operator === '&' && right.value >= 0n) return true;
  }
  if (operator === '<<' || operator === '>>') return fits(body, left, wanted);
  return fits(body, left, wanted) && fits(body, right, wanted);
}

/** A constant whose value is known now. */
function constantFits(body: Body, name: string, wanted: IntegerType): boolean {
  const initial = body.constant(name);
  const value = initial && foldInteger(initial, body.names, body.constant);
  return value !== undefined && holdsValue(wanted, value);
}
