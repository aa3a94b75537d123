// Faults that upstream's machine tells nobody: it leaves a number in R0, and the task at its instruction.

import {
  memoryFault,
  stackOverflow,
  stackUnderflow,
  divisionByZero,
  hex,
  type Fault,
} from '../../../runtime/faults.js';
import { ErrorCode, fieldsOf, Op, operationOf } from '../../../toolchain/isa.js';
import type { UpstreamRegisters } from './answers.js';

const accessSizes: Readonly<Record<number, number>> = {
  [Op.LD]: 4,
  [Op.ST]: 4,
  [Op.LDB]: 1,
  [Op.STB]: 1,
  [Op.LDH]: 2,
  [Op.STH]: 2,
};

/** Undefined when R0 holds no number of a fault. `word` is the instruction, where the code is known. */
export function silentFault(registers: UpstreamRegisters, word: number): Fault | undefined {
  const { regs, sp, stack_limit: limit } = registers;
  const code = regs[0]! >>> 0;
  const { rs1, imm, code: operation } = fieldsOf(word);
  const mnemonic = operationOf(word)?.mnemonic ?? hex(word, 8);
  // The number of the fault has taken the place of what R0 held.
  const isLost = rs1 === 0;
  switch (code) {
    case ErrorCode.stackOverflow:
      return stackOverflow(sp - 4, limit);
    case ErrorCode.stackUnderflow:
      return stackUnderflow(mnemonic, sp);
    case ErrorCode.memoryFault: {
      const size = accessSizes[operation];
      if (size === undefined || isLost)
        return { code, name: 'memory fault', message: `${mnemonic} goes beyond 64 KiB` };
      return memoryFault(mnemonic, size, (regs[rs1]! + imm) & 0xffff);
    }
    case ErrorCode.divisionByZero:
      return isLost
        ? { code, name: 'division by zero', message: 'the divisor is 0' }
        : divisionByZero(regs[rs1]! | 0);
    default:
      return undefined;
  }
}
