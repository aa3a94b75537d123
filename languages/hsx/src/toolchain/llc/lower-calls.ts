// Calls: where arguments and results go.
//
// All arguments are words in a row. The first three are in R1 to R3, the others on the stack, the first of them lowest. What is
// variadic is always on the stack, and 64-bit numbers of it at even places, because `va_arg` looks for them there. The stack is
// aligned to 8 bytes at each call. Results are in R0 to R3.

import { readTypeShape, type CallArgument, type Operation } from '@sonde/llvm-ir';
import { callIntrinsic } from './lower-intrinsics.js';
import { copyBytes } from './lower-memory.js';
import type { Lowering } from './lowering.js';
import { argumentRegisters, scratchA, scratchB, type Register } from './machine-code.js';

type Call = Operation & { readonly kind: 'call' };

const mostResultWords = 4;

export function lowerCall(lowering: Lowering, call: Call, result: string | undefined): void {
  const { callee } = call;
  if (callee.kind === 'assembly') {
    // An empty one only keeps compilers from moving code.
    if (/^asm(?: sideeffect)?(?: alignstack)? "", "(?:~\{memory\})?"/.test(callee.text)) return;
    lowering.fail('inline assembly is not supported; write it in an .mvasm file');
  }
  if (callee.kind === 'global' && callee.name.startsWith('llvm.')) {
    callIntrinsic(lowering, call, callee.name, result);
    return;
  }
  if (callee.kind === 'global' && callee.name === '__hsx_div') {
    const [dividend, divisor] = call.arguments.map(({ operand }) => lowering.word(operand));
    lowering.define(result, [lowering.make('DIV', dividend!, divisor!)]);
    return;
  }
  const fixed = call.arguments.slice(0, call.fixed ?? call.arguments.length);
  const variadic = call.arguments.slice(fixed.length);
  const words = fixed.flatMap(argument => argumentWords(lowering, argument));
  const stack: (Register | undefined)[] = words.splice(argumentRegisters);
  for (const argument of variadic) {
    const isWide = lowering
      .leaves(argument.operand.type)
      .some(({ type }) => lowering.context.layout.alignOf(type) >= 8);
    if (isWide && stack.length % 2 === 1) stack.push(undefined);
    stack.push(...argumentWords(lowering, argument));
  }
  const value = lowering.value(callee);
  const target =
    value.kind === 'symbol' && value.offset === 0
      ? { symbol: value.symbol }
      : { register: value.kind === 'words' ? value.words[0]! : lowering.address(value) };
  const count = lowering.wordCount(call.result);
  if (count > mostResultWords) lowering.fail('a result of this size cannot be returned in registers');
  lowering.define(result, emitCall(lowering, target, words, stack, count));
}

function argumentWords(lowering: Lowering, { operand, attributes }: CallArgument): readonly Register[] {
  const byValue = attributes.find(attribute => attribute.startsWith('byval('));
  if (byValue !== undefined) {
    const type = readTypeShape(byValue.slice('byval('.length, -1));
    const { layout } = lowering.context;
    const object = lowering.newObject(layout.sizeOf(type), layout.alignOf(type));
    copyBytes(lowering, { object, imm: 0 }, lowering.place(operand), object.size);
    return [lowering.address({ kind: 'frame', object, offset: 0 })];
  }
  // Both sides agree that what is above a narrow type is anything.
  return lowering.words(operand);
}

/** A function of the run-time library. */
export function callRuntime(
  lowering: Lowering,
  symbol: string,
  words: readonly Register[],
  results: number,
): Register[] {
  const registers = words.slice(0, argumentRegisters);
  return emitCall(lowering, { symbol }, registers, words.slice(argumentRegisters), results);
}

function emitCall(
  lowering: Lowering,
  target: { readonly symbol: string } | { readonly register: Register },
  registers: readonly Register[],
  stack: readonly (Register | undefined)[],
  results: number,
): Register[] {
  const pushed = stack.length % 2 === 0 ? stack : [...stack, undefined];
  for (const word of [...pushed].reverse()) lowering.emit({ op: 'PUSH', a: word ?? scratchA });
  registers.forEach((word, index) => {
    lowering.move(1 + index, word);
  });
  if ('symbol' in target) lowering.emit({ op: 'CALL', symbol: target.symbol });
  else {
    lowering.move(scratchB, target.register);
    lowering.emit({ op: 'CALL', a: scratchB });
  }
  for (let count = 0; count < pushed.length; count += 1) lowering.emit({ op: 'POP', rd: scratchA });
  return Array.from({ length: results }, (_, index) => {
    const rd = lowering.fresh();
    lowering.move(rd, index);
    return rd;
  });
}
