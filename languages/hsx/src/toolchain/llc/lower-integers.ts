// Arithmetic on integers of any width, and the casts between them.

import type { Operand, TypeShape } from '@sonde/llvm-ir';
import { callRuntime } from './lower-calls.js';
import type { Lowering } from './lowering.js';
import type { Register } from './machine-code.js';

export function integerBinary(
  lowering: Lowering,
  operator: string,
  left: Operand,
  right: Operand,
): Register[] {
  switch (operator) {
    case 'add':
    case 'sub':
      return withCarry(lowering, operator === 'add', lowering.words(left), lowering.words(right));
    case 'and':
    case 'or':
    case 'xor':
      return wordwise(lowering, operator.toUpperCase(), lowering.words(left), lowering.words(right));
    case 'mul':
      return multiply(lowering, left, right);
    case 'shl':
    case 'lshr':
    case 'ashr':
      return shift(lowering, operator, left, right);
    default:
      return divide(lowering, operator, left, right);
  }
}

function wordwise(lowering: Lowering, op: string, left: readonly Register[], right: readonly Register[]) {
  return left.map((word, index) => lowering.make(op, word, right[index]!));
}

/** The carry passes from word to word in the flags, so nothing that changes them may come between. */
export function withCarry(
  lowering: Lowering,
  isAdd: boolean,
  left: readonly Register[],
  right: readonly Register[],
): Register[] {
  const [first, next] = isAdd ? ['ADD', 'ADC'] : ['SUB', 'SBC'];
  return left.map((word, index) => lowering.make(index === 0 ? first : next, word, right[index]!));
}

function multiply(lowering: Lowering, left: Operand, right: Operand): Register[] {
  const bits = lowering.bits(left.type);
  if (bits <= 32) {
    const power = powerOfTwo(lowering.constant(right));
    if (power !== undefined) return [lowering.makeBy('LSL', lowering.word(left), power)];
    return [lowering.make('MUL', lowering.word(left), lowering.word(right))];
  }
  if (bits > 64) lowering.fail(`multiplication of ${String(bits)}-bit integers is not supported`);
  return callRuntime(lowering, '__hsx_mul64', [...lowering.words(left), ...lowering.words(right)], 2);
}

export function powerOfTwo(value: bigint | undefined): number | undefined {
  if (value === undefined || value <= 0n || (value & (value - 1n)) !== 0n) return undefined;
  return value.toString(2).length - 1;
}

function shift(lowering: Lowering, operator: string, left: Operand, right: Operand): Register[] {
  const bits = lowering.bits(left.type);
  const op = operator === 'shl' ? 'LSL' : operator === 'lshr' ? 'LSR' : 'ASR';
  const extended =
    operator === 'shl'
      ? lowering.words(left)
      : operator === 'lshr'
        ? lowering.zeroExtendedWords(left)
        : lowering.signExtendedWords(left);
  const known = lowering.constant(right);
  if (bits <= 32) {
    // The type of the amount may be narrower than a word, and then has anything above.
    return [lowering.make(op, extended[0]!, lowering.zeroExtended(right))];
  }
  if (known !== undefined) return shiftWords(lowering, op, extended, Number(known % BigInt(bits)));
  if (bits > 64) lowering.fail(`variable shifts of ${String(bits)}-bit integers are not supported`);
  const name = { LSL: '__hsx_shl64', LSR: '__hsx_shr64', ASR: '__hsx_sar64' }[op];
  return callRuntime(lowering, name, [...extended, lowering.zeroExtended(right)], 2);
}

/** By a known number of bits. */
export function shiftWords(
  lowering: Lowering,
  op: string,
  words: readonly Register[],
  amount: number,
): Register[] {
  const whole = Math.floor(amount / 32);
  const rest = amount % 32;
  const count = words.length;
  const fill = (): Register =>
    op === 'ASR' ? lowering.makeBy('ASR', words[count - 1]!, 31) : lowering.number(0);
  const at = (index: number): Register | undefined => words[index];
  return words.map((_, index) => {
    const from = op === 'LSL' ? index - whole : index + whole;
    const near = at(from);
    if (near === undefined) return fill();
    if (rest === 0) return near;
    const main = op === 'LSL' ? 'LSL' : from === count - 1 ? op : 'LSR';
    const shifted = lowering.makeBy(main, near, rest);
    const neighbour = at(op === 'LSL' ? from - 1 : from + 1);
    if (neighbour === undefined) return shifted;
    const carried = lowering.makeBy(op === 'LSL' ? 'LSR' : 'LSL', neighbour, 32 - rest);
    return lowering.make('OR', shifted, carried);
  });
}

function divide(lowering: Lowering, operator: string, left: Operand, right: Operand): Register[] {
  const bits = lowering.bits(left.type);
  const isSigned = operator.startsWith('s');
  const isRemainder = operator.endsWith('rem');
  if (bits > 64) lowering.fail(`division of ${String(bits)}-bit integers is not supported`);
  const power = isSigned ? undefined : powerOfTwo(lowering.constant(right));
  if (power !== undefined && bits <= 32) {
    const value = lowering.zeroExtended(left);
    return [
      isRemainder ? lowering.makeBy('AND', value, 2 ** power - 1) : lowering.makeBy('LSR', value, power),
    ];
  }
  const [dividend, divisor] = isSigned
    ? [lowering.signExtendedWords(left), lowering.signExtendedWords(right)]
    : [lowering.zeroExtendedWords(left), lowering.zeroExtendedWords(right)];
  if (bits > 32) {
    return callRuntime(lowering, `__hsx_${operator}64`, [...dividend, ...divisor], 2);
  }
  // DIV is signed: right for all unsigned values that do not reach its sign bit.
  const known = lowering.constant(right);
  const isPlain = isSigned || bits < 32 || (known !== undefined && known === 0n);
  if (!isPlain) return callRuntime(lowering, `__hsx_${operator}32`, [dividend[0]!, divisor[0]!], 1);
  const quotient = lowering.make('DIV', dividend[0]!, divisor[0]!);
  if (!isRemainder) return [quotient];
  return [lowering.make('SUB', dividend[0]!, lowering.make('MUL', quotient, divisor[0]!))];
}

/** `trunc`, `zext`, `sext`, between integers and pointers of any width. */
export function integerCast(
  lowering: Lowering,
  operator: string,
  operand: Operand,
  to: TypeShape,
): { readonly words: readonly Register[]; readonly clean: boolean } {
  const count = lowering.wordCount(to);
  const from = lowering.bits(operand.type);
  const target = lowering.bits(to);
  if (operator === 'sext') {
    const words = lowering.signExtendedWords(operand);
    const known = Array.from({ length: count - words.length }, () =>
      lowering.makeBy('ASR', words.at(-1)!, 31),
    );
    return { words: [...words, ...known], clean: target % 32 === 0 };
  }
  if (target > from) {
    const words = lowering.zeroExtendedWords(operand);
    const zeros = Array.from({ length: count - words.length }, () => lowering.number(0));
    return { words: [...words, ...zeros], clean: true };
  }
  return { words: lowering.words(operand).slice(0, count), clean: target % 32 === 0 };
}
