// One instruction of LLVM IR that does not end its block.

import type { InstructionData, Operand, Operation, TypeShape } from '@sonde/llvm-ir';
import { lowerCall } from './lower-calls.js';
import { compareValue } from './lower-compare.js';
import { choose } from './lower-control.js';
import { floatBinary, floatCast, floatNegate } from './lower-floats.js';
import { unsupported } from './lower-function.js';
import { integerBinary, integerCast, powerOfTwo } from './lower-integers.js';
import { load, store } from './lower-memory.js';
import type { Lowering, Value } from './lowering.js';
import { scratchA, stackRegister, type Register } from './machine-code.js';

export function lowerOperation(
  lowering: Lowering,
  operation: Operation,
  { result, text }: InstructionData,
  isEntry: boolean,
): void {
  switch (operation.kind) {
    case 'binary': {
      const { operator, left, right } = operation;
      const isFloat = operator.startsWith('f');
      const words = isFloat
        ? floatBinary(lowering, operator, left, right)
        : integerBinary(lowering, operator, left, right);
      lowering.define(result, words, !isFloat && isCleanResult(lowering, operator, left, right));
      return;
    }
    case 'compare':
      if (result !== undefined && lowering.deferred.has(result)) return;
      // A vector of truths is refused with its operands.
      lowering.leaves(operation.left.type);
      lowering.define(result, [compareValue(lowering, operation)], true);
      return;
    case 'cast':
      lowerCast(lowering, operation, result);
      return;
    case 'negate':
      lowering.define(result, floatNegate(lowering, operation.value));
      return;
    case 'alloca':
      lowerAlloca(lowering, operation, result, isEntry);
      return;
    case 'load': {
      const { words, clean } = load(lowering, operation.type, operation.address);
      lowering.define(result, words, clean);
      return;
    }
    case 'store':
      store(lowering, operation.value, operation.address);
      return;
    case 'address':
      lowerAddress(lowering, operation, result);
      return;
    case 'select': {
      const yes = lowering.words(operation.whenTrue);
      const no = lowering.words(operation.whenFalse);
      lowering.define(result, choose(lowering, operation.condition, yes, no));
      return;
    }
    case 'phi':
      return;
    case 'call':
      lowerCall(lowering, operation, result);
      return;
    case 'extract':
    case 'insert':
      lowerAggregate(lowering, operation, result);
      return;
    case 'freeze':
      if (result !== undefined) lowering.values.set(result, lowering.value(operation.value));
      return;
    case 'va-arg': {
      const list = lowering.place(operation.list);
      const at = lowering.fresh();
      lowering.emit({ op: 'LD', rd: at, ...list });
      lowering.define('va-arg at', [at]);
      const pointer: Operand = { kind: 'local', type: { kind: 'pointer' }, name: 'va-arg at' };
      const { words, clean } = load(lowering, operation.type, pointer);
      const size = Math.ceil(lowering.context.layout.sizeOf(operation.type) / 4) * 4;
      lowering.emit({ op: 'ST', ...list, b: lowering.makeBy('ADD', at, size) });
      lowering.define(result, words, clean);
      return;
    }
    default:
      lowering.fail(unsupported(text));
  }
}

/** Nothing can have come into the bits above the width. */
function isCleanResult(lowering: Lowering, operator: string, left: Operand, right: Operand): boolean {
  const isClean = (operand: Operand): boolean => {
    if (operand.kind !== 'local') return lowering.constant(operand) !== undefined;
    const value = lowering.values.get(operand.name);
    return value?.kind === 'words' && value.clean;
  };
  if (operator === 'and') return isClean(left) || isClean(right);
  if (operator === 'or' || operator === 'xor') return isClean(left) && isClean(right);
  return operator === 'lshr' || operator === 'udiv' || operator === 'urem';
}

function lowerCast(
  lowering: Lowering,
  { operator, value, to }: Operation & { readonly kind: 'cast' },
  result: string | undefined,
): void {
  if (operator.startsWith('fp') || operator.endsWith('tofp')) {
    lowering.define(result, floatCast(lowering, operator, value, to));
    return;
  }
  const isSame = ['bitcast', 'ptrtoint', 'ptrtoaddr', 'inttoptr', 'addrspacecast'].includes(operator);
  if (isSame && lowering.bits(value.type) === lowering.bits(to)) {
    if (result !== undefined) lowering.values.set(result, lowering.value(value));
    return;
  }
  const { words, clean } = integerCast(lowering, operator, value, to);
  lowering.define(result, words, clean);
}

function lowerAlloca(
  lowering: Lowering,
  { type, count, align = 1 }: Operation & { readonly kind: 'alloca' },
  result: string | undefined,
  isEntry: boolean,
): void {
  if (result === undefined) return;
  const size = lowering.context.layout.sizeOf(type);
  const known = count === undefined ? 1n : lowering.constant(count);
  const room = align > 8 ? align : 0;
  const aligned = (address: Register): Register =>
    room === 0 ? address : lowering.makeBy('AND', lowering.makeBy('ADD', address, align - 1), -align);
  if (known !== undefined && isEntry) {
    if (size * Number(known) > 0xffff)
      lowering.fail('a local variable is larger than the memory of the machine');
    const symbol = lowering.context.staticPlace(lowering.source.name, size * Number(known), align);
    if (symbol !== undefined) {
      lowering.values.set(result, { kind: 'symbol', symbol, offset: 0 });
      return;
    }
    const object = lowering.newObject(size * Number(known) + room, Math.min(align, 8));
    const value: Value = { kind: 'frame', object, offset: 0 };
    if (room === 0) lowering.values.set(result, value);
    else lowering.define(result, [aligned(lowering.address(value))]);
    return;
  }
  lowering.result.hasDynamicFrame = true;
  const bytes =
    count === undefined ? lowering.number(size) : scaled(lowering, lowering.zeroExtended(count), size);
  const rounded = lowering.makeBy('AND', lowering.makeBy('ADD', bytes, 7 + room), -8);
  lowering.move(scratchA, lowering.makeBy('LSR', rounded, 2));
  lowering.emit({ op: 'CALL', symbol: '__hsx_grow' });
  const address = lowering.fresh();
  lowering.move(address, stackRegister);
  lowering.define(result, [aligned(address)]);
}

function scaled(lowering: Lowering, word: Register, size: number): Register {
  if (size === 1) return word;
  const power = powerOfTwo(BigInt(size));
  return power === undefined ? lowering.makeBy('MUL', word, size) : lowering.makeBy('LSL', word, power);
}

function lowerAddress(
  lowering: Lowering,
  { source, base, indices }: Operation & { readonly kind: 'address' },
  result: string | undefined,
): void {
  if (result === undefined) return;
  const { fixed, scaled: parts } = lowering.context.offsetOf(source, indices);
  const start = lowering.value(base);
  if (parts.length === 0) {
    lowering.values.set(
      result,
      start.kind === 'words'
        ? { kind: 'offset', base: start.words[0]!, offset: fixed }
        : { ...start, offset: start.offset + fixed },
    );
    return;
  }
  const origin: Value =
    start.kind === 'words'
      ? { kind: 'offset', base: start.words[0]!, offset: fixed }
      : { ...start, offset: start.offset + fixed };
  // The known part stays outside, so that loads and stores can take it as their offset.
  const [first, offset] =
    origin.kind === 'offset' ? [origin.base, origin.offset] : [lowering.address(origin), 0];
  const sum = parts.reduce((address, { index, size }) => {
    if (size === 0) return address;
    return lowering.make('ADD', address, scaled(lowering, indexWord(lowering, index), size));
  }, first);
  lowering.values.set(result, { kind: 'offset', base: sum, offset });
}

/** Indices have a sign. */
function indexWord(lowering: Lowering, index: Operand): Register {
  return lowering.signExtendedWords(index)[0]!;
}

function lowerAggregate(
  lowering: Lowering,
  operation: Operation & { readonly kind: 'extract' | 'insert' },
  result: string | undefined,
): void {
  const words = lowering.words(operation.aggregate);
  const { start, type } = partOf(lowering, operation.aggregate.type, operation.path);
  const count = lowering.wordCount(type);
  if (operation.kind === 'extract') lowering.define(result, words.slice(start, start + count));
  else {
    const inserted = lowering.words(operation.value);
    lowering.define(result, [...words.slice(0, start), ...inserted, ...words.slice(start + count)]);
  }
}

function partOf(lowering: Lowering, whole: TypeShape, path: readonly number[]) {
  let start = 0;
  let type = whole;
  for (const index of path) {
    const shape = lowering.shape(type);
    if (shape.kind === 'struct') {
      for (const field of shape.fields.slice(0, index)) start += lowering.wordCount(field);
      type = shape.fields[index] ?? lowering.fail('a field that is not there');
    } else if (shape.kind === 'array') {
      start += index * lowering.wordCount(shape.element);
      type = shape.element;
    } else lowering.fail('a part of something that has none');
  }
  return { start, type };
}
