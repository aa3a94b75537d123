// Checked arithmetic: ints give Results, and errors go through whole chains.

import { failure, isResult, list, success, type ListValue, type MapValue, type Value } from './values.js';

const [smallest, greatest] = [-(1n << 63n), (1n << 63n) - 1n];

const checked = (value: bigint): Value =>
  value < smallest || value > greatest ? failure('integer overflow') : success(value);

export function arithmetic(operator: string, left: Value, right: Value): Value {
  if (isResult(left) || isResult(right)) {
    if (isResult(left) && !left.ok) return left;
    if (isResult(right) && !right.ok) return right;
    const inner = arithmetic(operator, opened(left), opened(right));
    return isResult(inner) ? inner : success(inner);
  }
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (typeof left === 'object' && left.kind === 'list')
    return list([...left.items, ...(right as ListValue).items]);
  if (typeof left === 'object' && left.kind === 'map')
    return { kind: 'map', entries: new Map([...left.entries, ...(right as MapValue).entries]) };
  if (typeof left === 'bigint' && typeof right === 'bigint') return ofInts(operator, left, right);
  return ofFloats(operator, Number(left), Number(right));
}

const opened = (value: Value): Value => (isResult(value) && value.ok ? value.value : value);

function ofInts(operator: string, left: bigint, right: bigint): Value {
  switch (operator) {
    case '+':
      return checked(left + right);
    case '-':
      return checked(left - right);
    case '*':
      return checked(left * right);
    case '/':
      return right === 0n ? failure('division by zero') : success(Number(left) / Number(right));
    default:
      return right === 0n ? failure('division by zero') : checked(left % right);
  }
}

function ofFloats(operator: string, left: number, right: number): Value {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? failure('division by zero') : success(left / right);
    default:
      return right === 0 ? failure('division by zero') : success(left % right);
  }
}

export function negated(value: Value): Value {
  if (isResult(value)) return value.ok ? wrapped(negated(value.value)) : value;
  return typeof value === 'bigint' ? checked(-value) : -(value as number);
}

const wrapped = (value: Value): Value => (isResult(value) ? value : success(value));

export function intDivision(left: bigint, right: bigint): Value {
  return right === 0n ? failure('division by zero') : checked(left / right);
}

export function compared(operator: string, left: Value, right: Value): boolean {
  const [a, b] = typeof left === 'string' ? [bytes(left), bytes(right as string)] : [left!, right!];
  switch (operator) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    default:
      return a >= b;
  }
}

/** Texts are compared by their bytes. */
const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
