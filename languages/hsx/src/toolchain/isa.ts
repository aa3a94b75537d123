// The instructions of the machine: one table for the assembler, the disassembler and the machine itself.
//
// A word is `op[31:24] rd[23:20] rs1[19:16] rs2[15:12] imm[11:0]`; LDI32 has a second word.

/**
 * Which operands an instruction has, as MVASM writes them: `rd` a register that is written, `a` and `b` registers that
 * are read (rs1, rs2), `imm` 12 bits with a sign, `target` where to jump, `load` `[a+imm]`, `store` `[a+imm]` before `b`.
 */
export type OperandShape =
  | 'none'
  | 'rd-imm'
  | 'rd-wide'
  | 'rd-load'
  | 'store-b'
  | 'rd-a'
  | 'rd-a-b'
  | 'a-b'
  | 'a'
  | 'rd'
  | 'target'
  | 'call'
  | 'service'
  | 'code';

export interface Operation {
  readonly code: number;
  readonly mnemonic: string;
  readonly shape: OperandShape;
}

export const Op = {
  LDI: 0x01,
  LD: 0x02,
  ST: 0x03,
  MOV: 0x04,
  LDB: 0x06,
  LDH: 0x07,
  STB: 0x08,
  STH: 0x09,
  ADD: 0x10,
  SUB: 0x11,
  MUL: 0x12,
  DIV: 0x13,
  AND: 0x14,
  OR: 0x15,
  XOR: 0x16,
  NOT: 0x17,
  CMP: 0x20,
  JMP: 0x21,
  JZ: 0x22,
  JNZ: 0x23,
  CALL: 0x24,
  RET: 0x25,
  SVC: 0x30,
  LSL: 0x31,
  LSR: 0x32,
  ASR: 0x33,
  ADC: 0x34,
  SBC: 0x35,
  PUSH: 0x40,
  POP: 0x41,
  FADD: 0x50,
  FSUB: 0x51,
  FMUL: 0x52,
  FDIV: 0x53,
  I2F: 0x54,
  F2I: 0x55,
  LDI32: 0x60,
  BRK: 0x7f,
} as const;

const shapes: Readonly<Record<keyof typeof Op, OperandShape>> = {
  LDI: 'rd-imm',
  LD: 'rd-load',
  ST: 'store-b',
  MOV: 'rd-a',
  LDB: 'rd-load',
  LDH: 'rd-load',
  STB: 'store-b',
  STH: 'store-b',
  ADD: 'rd-a-b',
  SUB: 'rd-a-b',
  MUL: 'rd-a-b',
  DIV: 'rd-a-b',
  AND: 'rd-a-b',
  OR: 'rd-a-b',
  XOR: 'rd-a-b',
  NOT: 'rd-a',
  CMP: 'a-b',
  JMP: 'target',
  JZ: 'target',
  JNZ: 'target',
  CALL: 'call',
  RET: 'none',
  SVC: 'service',
  LSL: 'rd-a-b',
  LSR: 'rd-a-b',
  ASR: 'rd-a-b',
  ADC: 'rd-a-b',
  SBC: 'rd-a-b',
  PUSH: 'a',
  POP: 'rd',
  FADD: 'rd-a-b',
  FSUB: 'rd-a-b',
  FMUL: 'rd-a-b',
  FDIV: 'rd-a-b',
  I2F: 'rd-a',
  F2I: 'rd-a',
  LDI32: 'rd-wide',
  BRK: 'code',
};

export const operations: readonly Operation[] = Object.entries(Op).map(([mnemonic, code]) => ({
  code,
  mnemonic,
  shape: shapes[mnemonic as keyof typeof Op],
}));

const byCode = new Map(operations.map(operation => [operation.code, operation]));
const byMnemonic = new Map(operations.map(operation => [operation.mnemonic, operation]));

export const operationOf = (word: number): Operation | undefined => byCode.get(word >>> 24);
/** In capitals. */
export const operationNamed = (mnemonic: string): Operation | undefined => byMnemonic.get(mnemonic);

export interface Fields {
  readonly code: number;
  readonly rd: number;
  readonly rs1: number;
  readonly rs2: number;
  /** The lowest 12 bits, with a sign. */
  readonly imm: number;
  /** The same bits without one. */
  readonly immu: number;
}

export const fieldsOf = (word: number): Fields => ({
  code: word >>> 24,
  rd: (word >>> 20) & 15,
  rs1: (word >>> 16) & 15,
  rs2: (word >>> 12) & 15,
  imm: (word << 20) >> 20,
  immu: word & 0xfff,
});

/** `imm` is cut to 12 bits. */
export const encode = (code: number, rd = 0, rs1 = 0, rs2 = 0, imm = 0): number =>
  ((code << 24) | (rd << 20) | (rs1 << 16) | (rs2 << 12) | (imm & 0xfff)) >>> 0;

/** In bytes; words that are no instruction count as one. */
export const sizeOfInstruction = (word: number): number => (word >>> 24 === Op.LDI32 ? 8 : 4);

/** Where the linker puts the data of a program. */
export const dataBase = 0x4000;
/** Code and the data of a task have this many bytes each at most. */
export const spaceSize = 0x10000;
/** JMP, JZ and JNZ name an absolute address below this. */
export const jumpReach = 0x1000;
/** The registers of the first task are in its memory from here, 64 bytes. */
export const registerBank = 0x1000;
/** Where the stack pointer of the first task begins; it grows down. */
export const stackTop = 0xfffc;
export const stackSize = 0x1000;
/** By agreement of the compiler, not of the machine. */
export const framePointer = 7;
/** Holds a copy of the stack pointer after each stack operation. */
export const stackCopy = 15;

/** Bits of the status word. */
export const Flag = { Z: 1, C: 2, N: 4, V: 8 } as const;

/** What R0 holds after an error. */
export const ErrorCode = {
  unknownService: 0xffffff01,
  stackUnderflow: 0xffffff02,
  stackOverflow: 0xffffff03,
  memoryFault: 0xffffff04,
  divisionByZero: 0xffffff05,
  /** Ours: all tasks wait for one another. */
  deadlock: 0xffffff06,
} as const;
