// Arithmetic on types that are not known yet: decided as soon as they are, or at the end of the function, where numbers are ints.

import type { Span } from '@sonde/native-compiler';
import type { Inference } from './inference.js';
import {
  floatType,
  intType,
  isNamed,
  mathError,
  prune,
  resultOf,
  stringType,
  typeName,
  type NamedType,
  type Type,
} from './types.js';

export interface Arithmetic {
  readonly operator: '+' | '-' | '*' | '/' | '%' | 'negate';
  readonly operands: readonly { readonly type: Type; readonly at: Span }[];
  readonly result: Type;
  readonly at: Span;
}

/** Decides what can be decided; `force` takes what is left for ints. */
export function solveArithmetic(inference: Inference, force = false): void {
  const { pending } = inference;
  for (let progress = true; progress && pending.length > 0;) {
    progress = false;
    for (const entry of [...pending]) {
      if (!pending.includes(entry) || !decided(inference, entry, false)) continue;
      pending.splice(pending.indexOf(entry), 1);
      progress = true;
    }
    // One at a time, because the others may follow from it.
    const [oldest] = pending;
    if (progress || !force || oldest === undefined) continue;
    decided(inference, oldest, true);
    pending.shift();
    progress = true;
  }
}

function decided(inference: Inference, entry: Arithmetic, force: boolean): boolean {
  const { operator, operands, result, at } = entry;
  if (!force && asInts(entry)) forceOperands(inference, entry);
  const inner = operands.map(({ type }) => stripped(type));
  const wrapped = operands.some(({ type }) => isNamed(type, 'Result'));
  const give = (type: Type): boolean => {
    inference.expect(type, result, at);
    return true;
  };
  if (operator === '+' && inner.some(type => type === stringType)) {
    operands.forEach(operand => inference.expect(stringType, operand.type, operand.at));
    return give(stringType);
  }
  const whole =
    operator === '+' ? inner.find(type => isNamed(type, 'List') || isNamed(type, 'Map')) : undefined;
  if (whole !== undefined) {
    operands.forEach(operand => inference.expect(whole, operand.type, operand.at));
    return give(whole);
  }
  const odd = inner.findIndex(type => type.kind !== 'variable' && type !== intType && type !== floatType);
  if (odd >= 0) {
    const sign = operator === 'negate' ? '-' : operator;
    inference.error(operands[odd]!.at, `${sign} does not take a ${typeName(inner[odd]!)}`);
    return give(inference.fresh());
  }
  const open = inner.filter(type => type.kind === 'variable');
  const isFloat = inner.some(type => type === floatType);
  if (open.length > 0 && !force && !asInts(entry)) return false;
  for (const type of open) inference.expect(isFloat ? floatType : intType, type, at);
  const number: NamedType = isFloat || operator === '/' ? floatType : intType;
  const isChecked = wrapped || number === intType || operator === '/' || operator === '%';
  return give(isChecked ? resultOf(number, mathError) : number);
}

/** A Result of plain numbers says that they are ints: sums of floats are plain. */
const asInts = ({ operator, operands, result }: Arithmetic): boolean =>
  operator !== '/' &&
  isNamed(result, 'Result') &&
  operands.every(({ type }) => !isNamed(type, 'Result') && prune(type) !== floatType);

/** Operands that are sums themselves are ints, too; else they would be taken for plain numbers. */
function forceOperands(inference: Inference, { operands }: Arithmetic): void {
  const { pending } = inference;
  for (const { type } of operands) {
    const inner = pending.find(({ result }) => prune(result) === prune(type));
    if (inner === undefined || prune(type).kind !== 'variable') continue;
    forceOperands(inference, inner);
    pending.splice(pending.indexOf(inner), 1);
    decided(inference, inner, true);
  }
}

/** What is in a Result: chains of arithmetic hand errors on. */
function stripped(type: Type): Type {
  const whole = prune(type);
  return whole.kind === 'named' && whole.name === 'Result' ? prune(whole.args[0]!) : whole;
}
