// Lets values be made in the register that a call or a return wants them in, and used in the one that they arrive in.

import { readsOf, writeOf } from './live-intervals.js';
import {
  argumentRegisters,
  firstVirtual,
  type Instruction,
  type MachineFunction,
  type Register,
} from './machine-code.js';

/** Looking further costs more than it finds. */
const farthest = 40;

const isPassing = (register: Register | undefined): register is Register =>
  register !== undefined && register <= argumentRegisters;

export function coalesceCopies({ blocks, registers }: MachineFunction): void {
  const reads = new Uint32Array(registers);
  const writes = new Uint32Array(registers);
  for (const { instructions } of blocks) {
    for (const instruction of instructions) {
      for (const register of readsOf(instruction)) reads[register]! += 1;
      const written = writeOf(instruction);
      if (written !== undefined) writes[written]! += 1;
      // Variables of the source stay where a debugger can follow them.
      const value = instruction.debug?.value;
      if (value?.kind === 'registers') for (const register of value.registers) reads[register]! += 2;
    }
  }
  const isTemporary = (register: Register | undefined): register is Register =>
    register !== undefined && register >= firstVirtual && reads[register] === 1 && writes[register] === 1;
  for (const { instructions } of blocks) {
    for (let index = instructions.length - 1; index >= 0; index -= 1) {
      const { op, rd, a } = instructions[index]!;
      if (op !== 'MOV') continue;
      if (isPassing(rd) && isTemporary(a)) makeIn(instructions, index, a, rd);
      else if (isPassing(a) && isTemporary(rd)) useIn(instructions, index, rd, a);
    }
  }
}

const touches = ({ op, rd, a, b }: Instruction, register: Register): boolean =>
  op === 'CALL' || rd === register || a === register || b === register;

/** `MOV passing, value` at `index`: whatever makes the value makes it there. */
function makeIn(instructions: Instruction[], index: number, value: Register, passing: Register): void {
  for (let at = index - 1; at >= Math.max(0, index - farthest); at -= 1) {
    const instruction = instructions[at]!;
    if (writeOf(instruction) === value) {
      if (instruction.op === 'MOV' && instruction.a === passing) return;
      instructions[at] = { ...instruction, rd: passing };
      instructions.splice(index, 1);
      return;
    }
    if (touches(instruction, passing)) return;
  }
}

/** `MOV value, passing` at `index`: the one who reads the value reads it there. */
function useIn(instructions: Instruction[], index: number, value: Register, passing: Register): void {
  for (let at = index + 1; at < Math.min(instructions.length, index + farthest); at += 1) {
    const instruction = instructions[at]!;
    if (readsOf(instruction).includes(value)) {
      const { a, b } = instruction;
      instructions[at] = { ...instruction, a: a === value ? passing : a, b: b === value ? passing : b };
      instructions.splice(index, 1);
      return;
    }
    if (instruction.op === 'CALL' || instruction.rd === passing) return;
  }
}
