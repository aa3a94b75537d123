// Functions that LLVM knows by itself.

import type { Operand, Operation } from '@sonde/llvm-ir';
import { callRuntime } from './lower-calls.js';
import { compareValue, truth } from './lower-compare.js';
import { choose } from './lower-control.js';
import { floatBinary, floatMagnitude, floatName } from './lower-floats.js';
import { integerBinary, shiftWords, withCarry } from './lower-integers.js';
import { copyBytes, fillBytes, mostInline } from './lower-memory.js';
import type { Lowering } from './lowering.js';
import { frameRegister, scratchA, stackRegister, type Register } from './machine-code.js';

type Call = Operation & { readonly kind: 'call' };

const ignored =
  /^(?:lifetime\.|dbg\.|assume|va_end|donothing|experimental\.noalias|prefetch|invariant\.|sideeffect|annotation\.|var\.annotation)/;

const orders: Readonly<Record<string, string>> = { smax: 'sgt', smin: 'slt', umax: 'ugt', umin: 'ult' };

export function callIntrinsic(
  lowering: Lowering,
  call: Call,
  name: string,
  result: string | undefined,
): void {
  const base = name.slice('llvm.'.length);
  if (ignored.test(base)) return;
  const operands = call.arguments.map(({ operand }) => operand);
  const words = lower(lowering, call, base, operands);
  if (words === undefined) lowering.fail(`the intrinsic ${name} is not supported`);
  lowering.define(result, words);
}

function lower(lowering: Lowering, call: Call, name: string, operands: readonly Operand[]) {
  const [first, second, third] = operands;
  // The name without the types behind it.
  const plain = name.replace(/(?:\.(?:p\d+|i\d+|f\d+|sl_\w+|s_\w+))+$/, '');
  switch (plain) {
    case 'memcpy':
    case 'memcpy.inline':
    case 'memmove':
      copy(lowering, plain === 'memmove' ? 'memmove' : 'memcpy', first!, second!, third!);
      return [];
    case 'memset':
    case 'memset.inline':
      fill(lowering, first!, second!, third!);
      return [];
    case 'va_start':
      lowering.emit({ op: 'ST', ...lowering.place(first!), b: variadicArea(lowering) });
      return [];
    case 'va_copy':
      copyBytes(lowering, lowering.place(first!), lowering.place(second!), 4);
      return [];
    case 'stacksave': {
      const rd = lowering.fresh();
      lowering.move(rd, stackRegister);
      return [rd];
    }
    case 'stackrestore':
      lowering.result.hasDynamicFrame = true;
      lowering.move(scratchA, lowering.word(first!));
      lowering.emit({ op: 'CALL', symbol: '__hsx_shrink' });
      return [];
    case 'ptrmask':
      return [lowering.make('AND', lowering.word(first!), lowering.word(second!))];
    case 'expect':
    case 'expect.with.probability':
    case 'launder.invariant.group':
    case 'ssa.copy':
    case 'threadlocal.address':
      return lowering.words(first!);
    case 'is.constant':
      return [lowering.number(0)];
    case 'objectsize':
      return [lowering.number(-1), lowering.number(-1)].slice(0, lowering.wordCount(call.result));
    case 'trap':
    case 'ubsantrap':
      lowering.emit({ op: 'CALL', symbol: '__hsx_trap' });
      return [];
    case 'debugtrap':
      lowering.emit({ op: 'BRK', imm: 254 });
      lowering.startBlock(lowering.newLabel());
      return [];
    default:
      return lowerNumeric(lowering, call, plain, operands);
  }
}

function lowerNumeric(lowering: Lowering, call: Call, name: string, operands: readonly Operand[]) {
  const [first, second, third] = operands;
  const { result } = call;
  const order = orders[name];
  if (order !== undefined) return select(lowering, order, first!, second!, first!, second!);
  const bits =
    first === undefined || lowering.shape(first.type).kind !== 'integer' ? 0 : lowering.bits(first.type);
  switch (name) {
    case 'abs': {
      const zero: Operand = { kind: 'zero', type: first!.type };
      const negative = integerBinary(lowering, 'sub', zero, first!);
      return choose(lowering, compareOf('slt', first!, zero), negative, lowering.words(first!));
    }
    case 'bswap':
    case 'ctpop':
    case 'ctlz':
    case 'cttz':
    case 'bitreverse':
      return bitwise(lowering, name, first!, bits);
    case 'fshl':
    case 'fshr':
      return funnel(lowering, name, [first!, second!, third!], bits);
    case 'uadd.sat':
    case 'usub.sat':
    case 'sadd.sat':
    case 'ssub.sat':
      return saturated(lowering, name, first!, second!, bits);
    case 'uadd.with.overflow':
    case 'usub.with.overflow':
    case 'sadd.with.overflow':
    case 'ssub.with.overflow':
    case 'umul.with.overflow':
    case 'smul.with.overflow':
      return withOverflow(lowering, name, first!, second!, bits);
    case 'scmp':
    case 'ucmp': {
      const sign = name === 'scmp' ? 's' : 'u';
      const more = compareOf(`${sign}gt`, first!, second!);
      const less = compareOf(`${sign}lt`, first!, second!);
      const word = lowering.make('SUB', compareValue(lowering, more), compareValue(lowering, less));
      return lowering.wordCount(result) === 1 ? [word] : [word, lowering.makeBy('ASR', word, 31)];
    }
    default:
      return lowerFloat(lowering, name, operands);
  }
}

function lowerFloat(
  lowering: Lowering,
  name: string,
  operands: readonly Operand[],
): readonly Register[] | undefined {
  const [first, second, third] = operands;
  if (first === undefined || lowering.shape(first.type).kind !== 'float') return undefined;
  const kind = floatName(lowering, first.type);
  const count = kind === 'f64' ? 2 : 1;
  switch (name) {
    case 'fabs':
      return floatMagnitude(lowering, first);
    case 'fmuladd': {
      const product = lowering.fresh();
      const temporary = `fmuladd ${String(product)}`;
      lowering.define(temporary, floatBinary(lowering, 'fmul', first, second!));
      return floatBinary(lowering, 'fadd', { kind: 'local', type: first.type, name: temporary }, third!);
    }
    case 'copysign': {
      const magnitude = floatMagnitude(lowering, first);
      const sign = lowering.makeBy(
        'AND',
        lowering.words(second!).at(-1)!,
        kind === 'f16' ? 0x8000 : 0x80000000,
      );
      return [...magnitude.slice(0, -1), lowering.make('OR', magnitude.at(-1)!, sign)];
    }
    case 'sqrt':
    case 'floor':
    case 'ceil':
    case 'trunc':
    case 'round':
    case 'rint':
    case 'nearbyint':
      if (kind === 'f16') return undefined;
      return callRuntime(lowering, kind === 'f32' ? `${name}f` : name, lowering.words(first), count);
    case 'minnum':
    case 'maxnum':
      if (kind === 'f16') return undefined;
      return callRuntime(
        lowering,
        `${name === 'minnum' ? 'fmin' : 'fmax'}${kind === 'f32' ? 'f' : ''}`,
        [...lowering.words(first), ...lowering.words(second!)],
        count,
      );
    default:
      return undefined;
  }
}

type Compare = Operation & { readonly kind: 'compare' };

const compareOf = (predicate: string, left: Operand, right: Operand): Compare => ({
  kind: 'compare',
  isFloat: false,
  predicate,
  left,
  right,
});

function select(
  lowering: Lowering,
  predicate: string,
  left: Operand,
  right: Operand,
  whenTrue: Operand,
  whenFalse: Operand,
): Register[] {
  const yes = lowering.words(whenTrue);
  const no = lowering.words(whenFalse);
  return choose(lowering, compareOf(predicate, left, right), yes, no);
}

function copy(lowering: Lowering, name: string, to: Operand, from: Operand, size: Operand): void {
  const known = lowering.constant(size);
  if (known !== undefined && known <= BigInt(mostInline)) {
    copyBytes(lowering, lowering.place(to, mostInline), lowering.place(from, mostInline), Number(known));
    return;
  }
  callRuntime(lowering, name, [lowering.word(to), lowering.word(from), lowering.word(size)], 0);
}

function fill(lowering: Lowering, to: Operand, byte: Operand, size: Operand): void {
  const known = lowering.constant(size);
  const value = lowering.constant(byte);
  if (known !== undefined && value !== undefined && known <= BigInt(mostInline)) {
    if (known === 0n) return;
    const place = lowering.place(to, mostInline);
    fillBytes(lowering, place, lowering.number(Number(value & 0xffn) * 0x01010101), Number(known));
    return;
  }
  callRuntime(lowering, 'memset', [lowering.word(to), lowering.zeroExtended(byte), lowering.word(size)], 0);
}

/** Behind the named arguments that are on the stack. */
function variadicArea(lowering: Lowering): Register {
  const named = lowering.source.parameters.reduce(
    (sum, { type }) => sum + lowering.wordCount(lowering.context.typeOf(type)),
    0,
  );
  return lowering.makeBy('ADD', frameRegister, 8 + 4 * Math.max(0, named - 3));
}

function bitwise(lowering: Lowering, name: string, operand: Operand, bits: number): Register[] | undefined {
  if (bits > 64) return undefined;
  const width = bits > 32 ? 64 : 32;
  const words = lowering.zeroExtendedWords(operand);
  if (name === 'ctpop') return countOnes(lowering, words);
  if (name === 'bswap' || name === 'bitreverse') {
    const turned = [...words]
      .reverse()
      .map(word => (name === 'bswap' ? swapBytes : reverseBits)(lowering, word));
    return width === bits ? turned : shiftWords(lowering, 'LSR', turned, width - bits);
  }
  const found = callRuntime(lowering, `__hsx_${name}${String(width)}`, words, 1);
  const above = width - bits;
  let count = found[0]!;
  if (name === 'ctlz' && above > 0) count = lowering.makeBy('SUB', count, above);
  if (name === 'cttz' && above > 0) {
    const limit = lowering.number(bits);
    const temporary = lowering.fresh();
    lowering.move(temporary, count);
    const done = lowering.newLabel();
    lowering.emit({ op: 'CMP', a: count, b: limit });
    const zero = lowering.number(0);
    lowering.make('SBC', zero, zero);
    lowering.emit({ op: 'JNZ', label: done });
    lowering.startBlock(lowering.newLabel());
    lowering.move(temporary, limit);
    lowering.startBlock(done);
    count = temporary;
  }
  return bits > 32 ? [count, lowering.number(0)] : [count];
}

/** Exchanges neighbours of `size` bits; `mask` has the lower ones. */
function exchange(lowering: Lowering, word: Register, size: number, mask: number): Register {
  const low = lowering.makeBy('LSL', lowering.makeBy('AND', word, mask), size);
  const high = lowering.makeBy('AND', lowering.makeBy('LSR', word, size), mask);
  return lowering.make('OR', low, high);
}

function swapBytes(lowering: Lowering, word: Register): Register {
  const swapped = exchange(lowering, word, 8, 0x00ff00ff);
  return lowering.make('OR', lowering.makeBy('LSL', swapped, 16), lowering.makeBy('LSR', swapped, 16));
}

function reverseBits(lowering: Lowering, word: Register): Register {
  const pairs = exchange(lowering, exchange(lowering, word, 1, 0x55555555), 2, 0x33333333);
  return swapBytes(lowering, exchange(lowering, pairs, 4, 0x0f0f0f0f));
}

function countOnes(lowering: Lowering, words: readonly Register[]): Register[] {
  const counts = words.map(word => {
    const half = lowering.makeBy('AND', lowering.makeBy('LSR', word, 1), 0x55555555);
    const pairs = lowering.make('SUB', word, half);
    const low = lowering.makeBy('AND', pairs, 0x33333333);
    const fours = lowering.make(
      'ADD',
      low,
      lowering.makeBy('AND', lowering.makeBy('LSR', pairs, 2), 0x33333333),
    );
    const bytes = lowering.makeBy(
      'AND',
      lowering.make('ADD', fours, lowering.makeBy('LSR', fours, 4)),
      0x0f0f0f0f,
    );
    return lowering.makeBy('LSR', lowering.makeBy('MUL', bytes, 0x01010101), 24);
  });
  const sum = counts.reduce((all, one) => lowering.make('ADD', all, one));
  return words.length === 1 ? [sum] : [sum, lowering.number(0)];
}

/** Shifts two numbers as one: only known amounts and whole words need no help. */
function funnel(
  lowering: Lowering,
  name: string,
  operands: readonly Operand[],
  bits: number,
): Register[] | undefined {
  const [high, low, amount] = operands;
  if (high === undefined || low === undefined || amount === undefined || bits > 64) return undefined;
  const known = lowering.constant(amount);
  if (known !== undefined) {
    const by = Number(known % BigInt(bits));
    if (by === 0) return [...lowering.words(name === 'fshl' ? high : low)];
    const left = name === 'fshl' ? by : bits - by;
    const above = shiftWords(lowering, 'LSL', lowering.words(high), left);
    const below = shiftWords(lowering, 'LSR', lowering.zeroExtendedWords(low), bits - left);
    return above.map((word, index) => lowering.make('OR', word, below[index]!));
  }
  if (bits === 32) {
    const [by, a, b] = [lowering.word(amount), lowering.word(high), lowering.word(low)];
    // The machine takes amounts modulo 32; the other side goes one bit first, so that 32 works as well.
    const other = lowering.makeBy('XOR', by, 31);
    if (name === 'fshl') {
      const below = lowering.make('LSR', lowering.makeBy('LSR', b, 1), other);
      return [lowering.make('OR', lowering.make('LSL', a, by), below)];
    }
    const above = lowering.make('LSL', lowering.makeBy('LSL', a, 1), other);
    return [lowering.make('OR', lowering.make('LSR', b, by), above)];
  }
  if (bits !== 64) return undefined;
  const words = [...lowering.words(high), ...lowering.words(low), lowering.word(amount)];
  return callRuntime(lowering, `__hsx_${name}${String(bits)}`, words, bits / 32);
}

function saturated(lowering: Lowering, name: string, left: Operand, right: Operand, bits: number) {
  const overflowing = withOverflow(lowering, name.replace('.sat', '.with.overflow'), left, right, bits);
  if (overflowing === undefined) return undefined;
  const sum = overflowing.slice(0, -1);
  const flag = overflowing.at(-1)!;
  const isAdd = name.slice(1).startsWith('add');
  const edge = name.startsWith('u')
    ? sum.map(() => lowering.number(isAdd ? -1 : 0))
    : signedEdge(lowering, left, bits);
  return choose(lowering, flag, edge, sum);
}

/** The largest number, or the smallest where the left operand is negative. */
function signedEdge(lowering: Lowering, left: Operand, bits: number): Register[] {
  const words = lowering.signExtendedWords(left);
  const sign = lowering.makeBy('ASR', words.at(-1)!, 31);
  const ones = lowering.number(-1);
  const rest = bits % 32 === 0 ? 32 : bits % 32;
  return words.map((_, index) =>
    lowering.make('XOR', sign, index === words.length - 1 ? lowering.number(2 ** (rest - 1) - 1) : ones),
  );
}

/** The words of the result, and behind them 1 where it does not fit. */
function withOverflow(lowering: Lowering, name: string, left: Operand, right: Operand, bits: number) {
  const isSigned = name.startsWith('s');
  const extend = (operand: Operand) =>
    isSigned ? lowering.signExtendedWords(operand) : lowering.zeroExtendedWords(operand);
  const first = extend(left);
  const second = extend(right);
  const operation = name.slice(1, 4);
  if (operation === 'mul') return multiplyWithOverflow(lowering, isSigned, first, second, bits);
  const isAdd = operation === 'add';
  const zero = lowering.number(0);
  const sum = withCarry(lowering, isAdd, first, second);
  if (bits % 32 !== 0) return [...sum, overflowOfNarrow(lowering, isSigned, sum.at(-1)!, bits % 32)];
  const carry = lowering.make('ADC', zero, zero);
  if (!isSigned) return [...sum, isAdd ? carry : lowering.makeBy('XOR', carry, 1)];
  // It overflows where the sign of the result is the sign of neither side.
  const [x, y, r] = [first.at(-1)!, second.at(-1)!, sum.at(-1)!];
  const differs = lowering.make('XOR', r, x);
  const other = isAdd ? lowering.make('XOR', r, y) : lowering.make('XOR', x, y);
  return [...sum, lowering.makeBy('LSR', lowering.make('AND', differs, other), 31)];
}

function overflowOfNarrow(lowering: Lowering, isSigned: boolean, top: Register, bits: number): Register {
  const back = isSigned ? lowering.signed(top, bits) : lowering.cleaned(top, bits);
  return truth(lowering, lowering.make('XOR', top, back), true);
}

function multiplyWithOverflow(
  lowering: Lowering,
  isSigned: boolean,
  left: readonly Register[],
  right: readonly Register[],
  bits: number,
): Register[] | undefined {
  if (bits > 64) return undefined;
  if (bits > 32) {
    if (bits !== 64) return undefined;
    const sign = isSigned ? 's' : 'u';
    const words = callRuntime(lowering, `__hsx_${sign}mulo64`, [...left, ...right], 3);
    return words;
  }
  const widen = (word: Register) => [word, isSigned ? lowering.makeBy('ASR', word, 31) : lowering.number(0)];
  const [low, high] = callRuntime(lowering, '__hsx_mul64', [...widen(left[0]!), ...widen(right[0]!)], 2);
  const back = isSigned ? lowering.signed(low!, bits) : lowering.cleaned(low!, bits);
  const upper = isSigned ? lowering.makeBy('ASR', back, 31) : lowering.number(0);
  const wrong = lowering.make('OR', lowering.make('XOR', low!, back), lowering.make('XOR', high!, upper));
  return [low!, truth(lowering, wrong, true)];
}
