// Machine code as MVASM text; remembers where each line of it came from.

import { isStore, scratchB, type Instruction } from './machine-code.js';
import { farJump, type CodeLayout } from './code-layout.js';
import type { PlacedFunction, PlacedInstruction } from './place-frame.js';

/** The n-th instruction line of the text. */
export interface EmittedInstruction {
  readonly ordinal: number;
  readonly placed: PlacedInstruction;
}

export interface EmittedFunction {
  readonly placed: PlacedFunction;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Also LABEL and DEBUG, with the ordinal of what follows. */
  readonly instructions: readonly EmittedInstruction[];
}

export class AssemblyText {
  readonly lines: string[] = [];
  /** Symbols that are used. */
  readonly used = new Set<string>();
  ordinal = 0;

  write(line: string): void {
    this.lines.push(line);
  }

  instruction(text: string): void {
    this.lines.push(`  ${text}`);
    this.ordinal += 1;
  }
}

export function emitFunction(
  text: AssemblyText,
  placed: PlacedFunction,
  layout: Pick<CodeLayout, 'isShort'>,
): EmittedFunction {
  const start = text.ordinal;
  const { symbol } = placed.code;
  text.write(`${symbol}:`);
  const instructions: EmittedInstruction[] = [];
  const targets = new Set(placed.instructions.flatMap(({ op, label }) => (op === 'LABEL' ? [] : [label])));
  for (const instruction of placed.instructions) {
    instructions.push({ ordinal: text.ordinal, placed: instruction });
    if (instruction.op === 'DEBUG') continue;
    if (instruction.op === 'LABEL') {
      if (targets.has(instruction.label)) text.write(`${labelName(symbol, instruction.label!)}:`);
      continue;
    }
    emitInstruction(text, symbol, instruction, layout.isShort(instruction));
  }
  return { placed, start, end: text.ordinal, instructions };
}

const labelName = (symbol: string, label: number): string => `${symbol}$${String(label)}`;

function emitInstruction(
  text: AssemblyText,
  owner: string,
  instruction: Instruction,
  isShort: boolean,
): void {
  const { op, label, symbol } = instruction;
  if (op === 'JMP' || op === 'JZ' || op === 'JNZ') {
    const target = labelName(owner, label!);
    if (isShort) {
      text.instruction(`${op} ${target}`);
      return;
    }
    text.used.add(farJump);
    text.instruction(`LDI32 R${String(scratchB)}, ${target}`);
    text.instruction(`${op} ${farJump}`);
    return;
  }
  if (symbol !== undefined) text.used.add(symbol);
  if (op === 'CALL' && symbol !== undefined && !isShort) {
    text.instruction(`LDI32 R${String(scratchB)}, ${symbol}`);
    text.instruction(`CALL [R${String(scratchB)}]`);
    return;
  }
  text.instruction(instructionText(instruction));
}

const register = (number: number | undefined): string => `R${String(number ?? 0)}`;

function instructionText({ op, rd, a, b, imm = 0, symbol }: Instruction): string {
  const memory = `[${register(a)}${imm === 0 ? '' : `+${String(imm)}`}]`;
  if (isStore(op)) return `${op} ${memory}, ${register(b)}`;
  switch (op) {
    case 'LD':
    case 'LDB':
    case 'LDH':
      return `${op} ${register(rd)}, ${memory}`;
    case 'LDI':
      return `LDI ${register(rd)}, ${String(imm)}`;
    case 'LDI32':
      return `LDI32 ${register(rd)}, ${symbol === undefined ? String(imm) : reference(symbol, imm)}`;
    case 'MOV':
    case 'NOT':
    case 'I2F':
    case 'F2I':
      return `${op} ${register(rd)}, ${register(a)}`;
    case 'CMP':
      return `CMP ${register(a)}, ${register(b)}`;
    case 'CALL':
      return symbol === undefined ? `CALL [${register(a)}]` : `CALL ${symbol}`;
    case 'PUSH':
      return `PUSH ${register(a)}`;
    case 'POP':
      return `POP ${register(rd)}`;
    case 'RET':
      return 'RET';
    case 'BRK':
      return `BRK ${String(imm)}`;
    default:
      return `${op} ${register(rd)}, ${register(a)}, ${register(b)}`;
  }
}

export function reference(symbol: string, offset: number): string {
  if (offset === 0) return symbol;
  return offset > 0 ? `${symbol}+${String(offset)}` : `${symbol}-${String(-offset)}`;
}
