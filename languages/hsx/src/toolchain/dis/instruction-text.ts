// One instruction as text, in the words that the assembler takes.

import { fieldsOf, operationOf, sizeOfInstruction, spaceSize } from '../isa.js';

/** The name of what is at an address, `main` or `main+0x8`; undefined where nothing is known. */
export type SymbolAt = (address: number, space: 'code' | 'data') => string | undefined;

export interface InstructionParts {
  /** `.word` for what is no instruction. */
  readonly mnemonic: string;
  readonly operands: string;
  /** Where it jumps or calls, if the word alone says so. */
  readonly target?: number;
  /** In bytes. */
  readonly size: number;
}

const hex = (value: number, digits = 4): string => `0x${value.toString(16).padStart(digits, '0')}`;

/** `next` is the word behind it, which LDI32 needs; `pc` its own address. */
export function instructionParts(
  word: number,
  next: number | undefined,
  pc: number,
  symbolAt: SymbolAt = () => undefined,
): InstructionParts {
  const operation = operationOf(word);
  const { rd, rs1, rs2, imm, immu } = fieldsOf(word);
  const size = sizeOfInstruction(word);
  if (operation === undefined || (size === 8 && next === undefined))
    return { mnemonic: '.word', operands: hex(word, 8), size: 4 };
  const { mnemonic, shape } = operation;
  const named = (address: number, space: 'code' | 'data'): string => {
    const name = symbolAt(address, space);
    return name === undefined ? '' : ` <${name}>`;
  };
  const memory = `[R${rs1}${offsetText(imm)}]`;
  const made = (operands: string, target?: number): InstructionParts => ({
    mnemonic,
    operands,
    size,
    ...(target === undefined ? {} : { target }),
  });
  switch (shape) {
    case 'none':
      return made('');
    case 'a':
      return made(`R${rs1}`);
    case 'rd':
      return made(`R${rd}`);
    case 'rd-a':
      return made(`R${rd}, R${rs1}`);
    case 'a-b':
      return made(`R${rs1}, R${rs2}`);
    case 'rd-a-b':
      return made(`R${rd}, R${rs1}, R${rs2}`);
    case 'rd-imm':
      return made(`R${rd}, ${imm}`);
    case 'rd-wide':
      return made(`R${rd}, ${hex(next!, 8)}${named(next!, 'data')}`);
    case 'rd-load':
      return made(`R${rd}, ${memory}`);
    case 'store-b':
      return made(`${memory}, R${rs2}`);
    case 'target':
      return made(`${hex(immu)}${named(immu, 'code')}`, immu);
    case 'call': {
      if (rs1 !== 0) return made(`[R${rs1}${offsetText(imm * 4)}]`);
      // Words from the instruction itself, not from the next one, and not absolute.
      const target = (pc + imm * 4) & (spaceSize - 1);
      return made(`${hex(target)}${named(target, 'code')}`, target);
    }
    case 'service':
      return made(`MOD=${hex(immu >> 8, 1)}, FN=${hex(immu & 0xff, 1)}`);
    case 'code':
      return made(String(immu & 0xff));
  }
}

const offsetText = (offset: number): string =>
  offset === 0 ? '' : offset < 0 ? String(offset) : `+${offset}`;

/** `CALL 0x0074 <twice>`, `LD R1, [R7-4]`. */
export function instructionText(
  word: number,
  next: number | undefined,
  pc: number,
  symbolAt?: SymbolAt,
): string {
  const { mnemonic, operands } = instructionParts(word, next, pc, symbolAt);
  return operands === '' ? mnemonic : `${mnemonic} ${operands}`;
}
