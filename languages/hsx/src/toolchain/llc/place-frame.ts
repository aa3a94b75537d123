// Lays out the frame and puts registers and offsets into the instructions.

import { allocateRegisters, type Allocation, type Home } from './allocate-registers.js';
import { coalesceCopies } from './coalesce-copies.js';
import { CannotCompile } from './compile-problem.js';
import { tidyJumps } from './tidy-jumps.js';
import {
  firstVirtual,
  frameRegister,
  scratchA,
  scratchAddress,
  scratchB,
  type Instruction,
  type MachineFunction,
  type Register,
} from './machine-code.js';

/** An instruction of the machine, or a LABEL or DEBUG between them. */
export type PlacedInstruction = Instruction & {
  /** Index in the code before registers were given out; absent for what the frame needs. */
  readonly origin?: number;
};

export interface PlacedFunction {
  readonly code: MachineFunction;
  readonly instructions: readonly PlacedInstruction[];
  readonly allocation: Allocation;
  /** In bytes, without the saved frame pointer. */
  readonly frameSize: number;
}

/** Frames of more words than this are made by the library in a loop. */
const mostPushes = 10;

const reaches = (offset: number): boolean => offset >= -2048 && offset <= 2047;

export function placeFunction(code: MachineFunction): PlacedFunction {
  coalesceCopies(code);
  const allocation = allocateRegisters(code);
  const frameSize = layoutFrame(code, allocation);
  const placed = new Placement(code, allocation, frameSize);
  return { code, instructions: tidyJumps(placed.run()), allocation, frameSize };
}

/** Spilled words come first, because instructions must reach them without touching the flags; the largest come last. */
function layoutFrame({ objects, symbol }: MachineFunction, { slots }: Allocation): number {
  let size = 0;
  for (const slot of slots) {
    size += 4;
    slot.offset = -size;
  }
  if (size > 2048) throw new CannotCompile(`the function '${symbol}' needs too many temporary values`);
  for (const object of [...objects].sort((left, right) => left.size - right.size)) {
    const align = Math.max(1, object.align);
    size = Math.ceil((size + object.size) / align) * align;
    object.offset = -size;
  }
  return Math.ceil(size / 8) * 8;
}

class Placement {
  readonly #out: PlacedInstruction[] = [];

  constructor(
    private readonly code: MachineFunction,
    private readonly allocation: Allocation,
    private readonly frameSize: number,
  ) {}

  run(): PlacedInstruction[] {
    this.#prologue();
    let origin = 0;
    for (const block of this.code.blocks) {
      this.#out.push({ op: 'LABEL', label: block.label, origin });
      for (const instruction of block.instructions) {
        this.#place(instruction, origin);
        origin += 1;
      }
    }
    return this.#out;
  }

  #prologue(): void {
    this.#out.push({ op: 'PUSH', a: frameRegister }, { op: 'MOV', rd: frameRegister, a: 15 });
    const words = this.frameSize / 4;
    if (words <= mostPushes) {
      for (let count = 0; count < words; count += 1) this.#out.push({ op: 'PUSH', a: scratchA });
      return;
    }
    this.#out.push(
      words > 2047 ? { op: 'LDI32', rd: scratchA, imm: words } : { op: 'LDI', rd: scratchA, imm: words },
    );
    this.#out.push({ op: 'CALL', symbol: '__hsx_grow' });
  }

  #epilogue(origin: number, location: Instruction['location']): void {
    const words = this.frameSize / 4;
    const push = (instruction: Instruction) => this.#out.push({ ...instruction, origin, location });
    if (words > mostPushes || this.code.hasDynamicFrame) {
      push({ op: 'MOV', rd: scratchA, a: frameRegister });
      push({ op: 'CALL', symbol: '__hsx_shrink' });
    } else for (let count = 0; count < words; count += 1) push({ op: 'POP', rd: scratchA });
    push({ op: 'POP', rd: frameRegister });
    push({ op: 'RET' });
  }

  #home(register: Register | undefined): Home | undefined {
    return register === undefined || register < firstVirtual
      ? undefined
      : this.allocation.homes.get(register);
  }

  #place(instruction: Instruction, origin: number): void {
    const { op, location } = instruction;
    const push = (placed: Instruction) => this.#out.push({ ...placed, origin, location });
    if (op === 'LEAVE') {
      this.#epilogue(origin, location);
      return;
    }
    if (op === 'DEBUG') {
      push(instruction);
      return;
    }
    const read = (register: Register | undefined, scratch: Register): Register | undefined => {
      const home = this.#home(register);
      if (home === undefined) return register;
      if (home.kind === 'register') return home.register;
      push({ op: 'LD', rd: scratch, a: frameRegister, imm: home.slot.offset });
      return scratch;
    };
    const target = this.#home(instruction.rd);
    if (op === 'MOV' && this.#move(instruction, origin)) return;
    const a = read(instruction.a, scratchA);
    const b = instruction.b === instruction.a ? a : read(instruction.b, scratchB);
    const rd =
      target === undefined ? instruction.rd : target.kind === 'register' ? target.register : scratchA;
    // A result that nobody reads may still set the flags.
    const written =
      instruction.rd !== undefined && instruction.rd >= firstVirtual && target === undefined ? scratchA : rd;
    if (op === 'FRAME') this.#address(written!, instruction, push);
    else if (instruction.object !== undefined) this.#access({ ...instruction, rd: written, a, b }, push);
    else push({ ...instruction, rd: written, a, b });
    if (target?.kind === 'slot') push({ op: 'ST', a: frameRegister, imm: target.slot.offset, b: scratchA });
  }

  /** Copies to and from memory need no register of their own. */
  #move({ rd, a, location }: Instruction, origin: number): boolean {
    const from = this.#home(a);
    const to = this.#home(rd);
    const isDead = rd !== undefined && rd >= firstVirtual && to === undefined;
    if (isDead) return true;
    const push = (placed: Instruction) => this.#out.push({ ...placed, origin, location });
    const source = from?.kind === 'register' ? from.register : a;
    const target = to?.kind === 'register' ? to.register : rd;
    if (from?.kind === 'slot' && to?.kind === 'slot' && from.slot === to.slot) return true;
    if (from?.kind === 'slot' && to?.kind !== 'slot') {
      push({ op: 'LD', rd: target, a: frameRegister, imm: from.slot.offset });
      return true;
    }
    if (to?.kind === 'slot' && from?.kind !== 'slot') {
      push({ op: 'ST', a: frameRegister, imm: to.slot.offset, b: source });
      return true;
    }
    if (from?.kind === 'slot' || to?.kind === 'slot') return false;
    if (source !== target) push({ op: 'MOV', rd: target, a: source });
    return true;
  }

  #address(rd: Register, { object, imm = 0 }: Instruction, push: (placed: Instruction) => void): void {
    const offset = object!.offset + imm;
    push(
      offset >= -2048 && offset <= 2047
        ? { op: 'LDI', rd: scratchAddress, imm: offset }
        : { op: 'LDI32', rd: scratchAddress, imm: offset },
    );
    push({ op: 'ADD', rd, a: frameRegister, b: scratchAddress });
  }

  #access(instruction: Instruction, push: (placed: Instruction) => void): void {
    const { object, imm = 0, ...rest } = instruction;
    const offset = object!.offset + imm;
    if (reaches(offset)) {
      push({ ...rest, a: frameRegister, imm: offset });
      return;
    }
    push({ op: 'LDI32', rd: scratchAddress, imm: offset });
    push({ op: 'ADD', rd: scratchAddress, a: frameRegister, b: scratchAddress });
    push({ ...rest, a: scratchAddress, imm: 0 });
  }
}
