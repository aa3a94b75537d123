// Compares. The machine jumps on zero only, so every order is brought to a word that is zero or not.

import type { Operand, Operation } from '@sonde/llvm-ir';
import { floatOrder, orderMask } from './lower-floats.js';
import type { Lowering } from './lowering.js';
import type { Register } from './machine-code.js';

type Compare = Operation & { readonly kind: 'compare' };

/** Which state of the zero flag means that the condition holds. */
export type Condition = 'JZ' | 'JNZ';

const swapped: Readonly<Record<string, string>> = { ugt: 'ult', ule: 'uge', sgt: 'slt', sle: 'sge' };

interface Ordered {
  readonly predicate: string;
  readonly left: readonly Register[];
  readonly right: readonly Register[];
}

const signBit = 0x80000000 | 0;

/** Sets the flags; nothing may change them before the jump. */
export function emitCompare(lowering: Lowering, { isFloat, predicate, left, right }: Compare): Condition {
  if (isFloat) {
    const order = floatOrder(lowering, left, right);
    lowering.makeBy('AND', order, orderMask(predicate));
    return 'JNZ';
  }
  if (predicate === 'eq' || predicate === 'ne') {
    emitDifference(lowering, left, right);
    return predicate === 'eq' ? 'JZ' : 'JNZ';
  }
  const sign = signTest(lowering, predicate, left, right);
  if (sign !== undefined) {
    emitSign(lowering, sign.word);
    return sign.isNegative ? 'JNZ' : 'JZ';
  }
  const ordered = order(lowering, predicate, left, right);
  emitSubtraction(lowering, ordered);
  const zero = lowering.number(0);
  lowering.make('SBC', zero, zero);
  // Zero without a borrow: left is not below right.
  return ordered.predicate.endsWith('lt') ? 'JNZ' : 'JZ';
}

/** 0 or 1. */
export function compareValue(lowering: Lowering, compare: Compare): Register {
  const { isFloat, predicate, left, right } = compare;
  if (isFloat) {
    const order = floatOrder(lowering, left, right);
    return truth(lowering, lowering.makeBy('AND', order, orderMask(predicate)), true);
  }
  if (predicate === 'eq' || predicate === 'ne') {
    return truth(lowering, difference(lowering, left, right), predicate === 'ne');
  }
  const sign = signTest(lowering, predicate, left, right);
  if (sign !== undefined) {
    const bit = lowering.makeBy('LSR', sign.word, 31);
    return sign.isNegative ? bit : lowering.makeBy('XOR', bit, 1);
  }
  const ordered = order(lowering, predicate, left, right);
  emitSubtraction(lowering, ordered);
  const zero = lowering.number(0);
  const carry = lowering.make('ADC', zero, zero);
  return ordered.predicate.endsWith('lt') ? lowering.makeBy('XOR', carry, 1) : carry;
}

/** 1 where the word is not zero (or is, when `whenSet` is false): the carry of a compare says it. */
export function truth(lowering: Lowering, word: Register, whenSet: boolean): Register {
  const zero = lowering.number(0);
  if (!whenSet) {
    lowering.emit({ op: 'CMP', a: zero, b: word });
    return lowering.make('ADC', zero, zero);
  }
  lowering.emit({ op: 'CMP', a: word, b: lowering.number(1) });
  return lowering.make('ADC', zero, zero);
}

/** Flags of a word that is zero exactly where both are equal. */
function emitDifference(lowering: Lowering, left: Operand, right: Operand): void {
  const [first, second] = comparable(lowering, left, right, false);
  if (first.length === 1) lowering.emit({ op: 'CMP', a: first[0], b: second[0] });
  else combine(lowering, first, second);
}

function difference(lowering: Lowering, left: Operand, right: Operand): Register {
  const [first, second] = comparable(lowering, left, right, false);
  return combine(lowering, first, second);
}

function combine(lowering: Lowering, left: readonly Register[], right: readonly Register[]): Register {
  return left
    .map((word, index) => lowering.make('XOR', word, right[index]!))
    .reduce((all, word) => lowering.make('OR', all, word));
}

/** `x < 0` and what is the same as that. */
function signTest(lowering: Lowering, predicate: string, left: Operand, right: Operand) {
  if (!predicate.startsWith('s')) return undefined;
  const bits = lowering.bits(left.type);
  const known = lowering.constant(right);
  if (known === undefined) return undefined;
  const value = BigInt.asIntN(bits, known);
  const isNegative = (predicate === 'slt' && value === 0n) || (predicate === 'sle' && value === -1n);
  const isNot = (predicate === 'sge' && value === 0n) || (predicate === 'sgt' && value === -1n);
  if (!isNegative && !isNot) return undefined;
  const top = lowering.words(left).at(-1)!;
  const rest = bits % 32;
  return { word: rest === 0 ? top : lowering.makeBy('LSL', top, 32 - rest), isNegative };
}

/** The sign bit goes to the carry, and the carry to a word. */
function emitSign(lowering: Lowering, word: Register): void {
  const zero = lowering.number(0);
  lowering.make('ADD', word, word);
  lowering.make('ADC', zero, zero);
}

/** Brings all orders to `lt` and `ge` of numbers without a sign. */
function order(lowering: Lowering, predicate: string, left: Operand, right: Operand): Ordered {
  const isSigned = predicate.startsWith('s');
  const other = swapped[predicate];
  const [first, second] =
    other === undefined
      ? comparable(lowering, left, right, isSigned)
      : [...comparable(lowering, left, right, isSigned)].reverse();
  return { predicate: other ?? predicate, left: first, right: second };
}

function emitSubtraction(lowering: Lowering, { left, right }: Ordered): void {
  if (left.length === 1) {
    lowering.emit({ op: 'CMP', a: left[0], b: right[0] });
    return;
  }
  left.forEach((word, index) => lowering.make(index === 0 ? 'SUB' : 'SBC', word, right[index]!));
}

/** Words of both with nothing above their width; with the sign bit turned round where it counts, so that order is kept. */
function comparable(lowering: Lowering, left: Operand, right: Operand, isSigned: boolean) {
  if (!isSigned) return [lowering.zeroExtendedWords(left), lowering.zeroExtendedWords(right)] as const;
  return [turned(lowering, left), turned(lowering, right)] as const;
}

function turned(lowering: Lowering, operand: Operand): readonly Register[] {
  const known = lowering.constant(operand);
  if (known !== undefined) {
    const bits = lowering.bits(operand.type);
    const count = lowering.wordCount(operand.type);
    const value = BigInt.asUintN(32 * count, BigInt.asIntN(bits, known)) ^ (1n << BigInt(32 * count - 1));
    return Array.from({ length: count }, (_, index) =>
      lowering.number(Number((value >> BigInt(32 * index)) & 0xffffffffn)),
    );
  }
  const words = lowering.signExtendedWords(operand);
  return [...words.slice(0, -1), lowering.makeBy('XOR', words.at(-1)!, signBit)];
}
