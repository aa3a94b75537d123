// How many bytes instructions take.

import { opcodes, type OperandKind } from '../toolchain/format/opcodes.js';

const operandSizes: Readonly<Record<OperandKind, number>> = {
  u8: 1,
  i8: 1,
  u16: 2,
  i16: 2,
  i32: 4,
  u32: 4,
  f32: 4,
  i64: 8,
  u64: 8,
  f64: 8,
  string: 2,
  function: 2,
  type: 2,
  import: 2,
  target: 4,
  // These two go on behind the count.
  flags: 2,
  cases: 2,
};

/** By opcode; a count behind which more follows is included, what follows is not. */
export const fixedSizes: Uint8Array = new Uint8Array(256).fill(1);
/** By opcode: how many bytes follow per one of the count. */
export const repeatedSizes: Uint8Array = new Uint8Array(256);

for (const { code, operands } of opcodes) {
  fixedSizes[code] = 1 + operands.reduce((sum, kind) => sum + operandSizes[kind], 0);
  repeatedSizes[code] = operands.includes('flags') ? 1 : operands.includes('cases') ? 6 : 0;
}

export function instructionSize(code: Uint8Array, at: number): number {
  const opcode = code[at]!;
  const repeated = repeatedSizes[opcode]!;
  const fixed = fixedSizes[opcode]!;
  if (repeated === 0) return fixed;
  return fixed + repeated * ((code[at + 1] ?? 0) | ((code[at + 2] ?? 0) << 8));
}

/** The largest is PUSH_I64; instructions that repeat check themselves. */
export const largestFixedSize = 9;
