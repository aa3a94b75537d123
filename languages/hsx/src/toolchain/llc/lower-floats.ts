// Floating point. The machine has `half` only; the run-time library does `float` and `double`.

import type { Operand, TypeShape } from '@sonde/llvm-ir';
import { callRuntime } from './lower-calls.js';
import type { Lowering } from './lowering.js';
import type { Register } from './machine-code.js';

const names: Readonly<Record<string, string>> = { half: 'f16', float: 'f32', double: 'f64' };

/** `f16`, `f32` or `f64`, as the library spells it. */
export function floatName(lowering: Lowering, type: TypeShape): string {
  const shape = lowering.shape(type);
  const name = shape.kind === 'float' ? names[shape.name] : undefined;
  return name ?? lowering.fail(`this floating-point type is not supported`);
}

const wordsOf = (name: string): number => (name === 'f64' ? 2 : 1);

export function floatBinary(lowering: Lowering, operator: string, left: Operand, right: Operand): Register[] {
  const name = floatName(lowering, left.type);
  const operation = operator.slice(1);
  if (name === 'f16') return [halfBinary(lowering, operation, left, right)];
  const words = [...lowering.words(left), ...lowering.words(right)];
  return callRuntime(lowering, `__hsx_${name}_${operation}`, words, wordsOf(name));
}

function halfBinary(lowering: Lowering, operation: string, left: Operand, right: Operand): Register {
  const first = lowering.word(left);
  const second = lowering.word(right);
  if (operation === 'rem') {
    return callRuntime(lowering, '__hsx_f16_rem', [masked(lowering, first), masked(lowering, second)], 1)[0]!;
  }
  if (operation !== 'div') return lowering.make(`F${operation.toUpperCase()}`, first, second);
  // FDIV by zero gives zero; IEEE wants infinity or no number.
  const result = lowering.fresh();
  const special = lowering.newLabel();
  const done = lowering.newLabel();
  lowering.makeBy('LSL', second, 17);
  lowering.emit({ op: 'JZ', label: special });
  lowering.startBlock(lowering.newLabel());
  lowering.emit({ op: 'FDIV', rd: result, a: first, b: second });
  lowering.emit({ op: 'JMP', label: done });
  lowering.startBlock(special);
  const words = [masked(lowering, first), masked(lowering, second)];
  lowering.move(result, callRuntime(lowering, '__hsx_f16_div0', words, 1)[0]!);
  lowering.startBlock(done);
  return result;
}

const masked = (lowering: Lowering, word: Register): Register => lowering.cleaned(word, 16);

const floatWords = (lowering: Lowering, operand: Operand): readonly Register[] =>
  lowering.bits(operand.type) === 16 ? [lowering.zeroExtended(operand)] : lowering.words(operand);

export function floatNegate(lowering: Lowering, operand: Operand): Register[] {
  const words = lowering.words(operand);
  const sign = lowering.bits(operand.type) === 16 ? 0x8000 : 0x80000000;
  return [...words.slice(0, -1), lowering.makeBy('XOR', words.at(-1)!, sign)];
}

export function floatMagnitude(lowering: Lowering, operand: Operand): Register[] {
  const words = lowering.words(operand);
  const mask = lowering.bits(operand.type) === 16 ? 0x7fff : 0x7fffffff;
  return [...words.slice(0, -1), lowering.makeBy('AND', words.at(-1)!, mask)];
}

/** One bit of: 1 less, 2 equal, 4 greater, 8 not ordered. */
export function floatOrder(lowering: Lowering, left: Operand, right: Operand): Register {
  const words = [...floatWords(lowering, left), ...floatWords(lowering, right)];
  return callRuntime(lowering, `__hsx_${floatName(lowering, left.type)}_order`, words, 1)[0]!;
}

/** Which of those bits make a predicate true. */
export function orderMask(predicate: string): number {
  if (predicate === 'true' || predicate === 'false') return predicate === 'true' ? 15 : 0;
  if (predicate === 'ord' || predicate === 'uno') return predicate === 'ord' ? 7 : 8;
  const orders: Readonly<Record<string, number>> = { eq: 2, gt: 4, ge: 6, lt: 1, le: 3, ne: 5 };
  return (orders[predicate.slice(1)] ?? 0) | (predicate.startsWith('u') ? 8 : 0);
}

export function floatCast(lowering: Lowering, operator: string, operand: Operand, to: TypeShape): Register[] {
  switch (operator) {
    case 'fpext':
    case 'fptrunc': {
      const [from, into] = [floatName(lowering, operand.type), floatName(lowering, to)];
      return callRuntime(lowering, `__hsx_${from}_to_${into}`, floatWords(lowering, operand), wordsOf(into));
    }
    case 'fptosi':
    case 'fptoui':
      return toInteger(lowering, operator === 'fptosi', operand, to);
    default:
      return fromInteger(lowering, operator === 'sitofp', operand, to);
  }
}

function toInteger(lowering: Lowering, isSigned: boolean, operand: Operand, to: TypeShape): Register[] {
  const bits = lowering.bits(to);
  if (bits > 64) lowering.fail('conversions to integers of more than 64 bits are not supported');
  const name = floatName(lowering, operand.type);
  if (name === 'f16') {
    // Its largest number fits a word, so the sign of the result does not matter.
    const low = lowering.fresh();
    lowering.emit({ op: 'F2I', rd: low, a: lowering.word(operand) });
    return bits > 32 ? [low, lowering.makeBy('ASR', low, 31)] : [low];
  }
  const width = bits > 32 ? 64 : 32;
  // All values of a narrow type, signed or not, are values of a signed word.
  const sign = isSigned || bits < 32 ? 'i' : 'u';
  return callRuntime(
    lowering,
    `__hsx_${name}_to_${sign}${String(width)}`,
    lowering.words(operand),
    width / 32,
  );
}

function fromInteger(lowering: Lowering, isSigned: boolean, operand: Operand, to: TypeShape): Register[] {
  const bits = lowering.bits(operand.type);
  if (bits > 64) lowering.fail('conversions from integers of more than 64 bits are not supported');
  const name = floatName(lowering, to);
  const words = isSigned ? lowering.signExtendedWords(operand) : lowering.zeroExtendedWords(operand);
  if (name === 'f16' && (isSigned ? bits <= 32 : bits < 32)) {
    const rd = lowering.fresh();
    lowering.emit({ op: 'I2F', rd, a: words[0]! });
    return [rd];
  }
  const sign = isSigned || bits < 32 ? 'i' : 'u';
  const width = bits > 32 ? 64 : 32;
  return callRuntime(lowering, `__hsx_${sign}${String(width)}_to_${name}`, words, wordsOf(name));
}
