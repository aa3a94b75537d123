// What a program can do wrong, in words.

import { ErrorCode } from '../toolchain/isa.js';

export interface Fault {
  /** R0 has it when the task ends. */
  readonly code: number;
  readonly name: string;
  readonly message: string;
}

export const hex = (value: number, digits = 4): string =>
  `0x${(value >>> 0).toString(16).padStart(digits, '0')}`;

const bytes = (count: number): string => (count === 1 ? '1 byte' : `${count} bytes`);

export const deadlock: Fault = {
  code: ErrorCode.deadlock,
  name: 'deadlock',
  message: 'all tasks wait for messages that nobody is left to send',
};

export const memoryFault = (what: string, size: number, address: number): Fault => ({
  code: ErrorCode.memoryFault,
  name: 'memory fault',
  message: `${what} of ${bytes(size)} at ${hex(address)} goes beyond 64 KiB`,
});

export const stackOverflow = (sp: number, limit: number): Fault => ({
  code: ErrorCode.stackOverflow,
  name: 'stack overflow',
  message: sp < 0 ? `SP would fall below 0` : `SP ${hex(sp)} is below the limit ${hex(limit)}`,
});

export const stackUnderflow = (what: string, sp: number): Fault => ({
  code: ErrorCode.stackUnderflow,
  name: 'stack underflow',
  message: `${what} with SP ${hex(sp)}: the stack ends at 0x10000`,
});

export const divisionByZero = (dividend: number): Fault => ({
  code: ErrorCode.divisionByZero,
  name: 'division by zero',
  message: `${dividend} / 0`,
});

/** The machine has no codes of its own for those below; they count as faults of memory, which holds the code. */
export function outOfCode(pc: number, length: number): Fault {
  const reason =
    pc % 4 === 0
      ? `outside of the ${length} bytes of code`
      : 'not a multiple of 4, so no instruction begins there';
  return { code: ErrorCode.memoryFault, name: 'pc out of range', message: `pc ${hex(pc)} is ${reason}` };
}

/** Upstream prints a line and goes on behind it. */
export const unknownInstruction = (word: number): Fault => ({
  code: ErrorCode.memoryFault,
  name: 'unknown instruction',
  message: `${hex(word, 8)} is no instruction: there is no opcode ${hex(word >>> 24, 2)}`,
});

/** Upstream dies of it. */
export const noInteger = (value: number): Fault => ({
  code: ErrorCode.divisionByZero,
  name: 'no integer',
  message: `F2I of ${Number.isNaN(value) ? 'NaN' : value < 0 ? '-infinity' : 'infinity'}`,
});
