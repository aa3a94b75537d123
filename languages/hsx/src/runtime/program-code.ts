// The code of one program as the interpreter reads it: decoded words, breakpoints written over them.
//
// The array covers all that a pc can be and a little more, and is filled up with words that stand for "no code here", so
// that the interpreter needs no look at the length.

import { operationOf, sizeOfInstruction, spaceSize } from '../toolchain/isa.js';
import type { HsxProgram } from './image.js';

/** Operations of the interpreter itself. None of them is an instruction of the machine. */
export const internal = { armed: 0x80, end: 0x81, unknown: 0x82 } as const;

const words = spaceSize / 4;

export class ProgramCode {
  /** As in the image. */
  readonly image: Uint32Array;
  /** Without breakpoints. */
  readonly original: Int32Array;
  /** With them. */
  readonly running: Int32Array;
  /** 1 where an instruction begins, by word. */
  readonly #begins: Uint8Array;
  /** Bytes. */
  readonly length: number;

  constructor(readonly program: HsxProgram) {
    this.image = program.code;
    this.length = program.code.length * 4;
    this.original = new Int32Array(words + 2).fill(internal.end << 24);
    program.code.forEach((word, at) => {
      this.original[at] = operationOf(word) === undefined ? internal.unknown << 24 : word;
    });
    this.#begins = new Uint8Array(words);
    for (let at = 0; at < program.code.length; at += sizeOfInstruction(program.code[at]!) / 4)
      this.#begins[at] = 1;
    this.running = this.original.slice();
  }

  beginsInstruction(pc: number): boolean {
    return pc % 4 === 0 && this.#begins[pc / 4] === 1;
  }

  arm(pc: number): void {
    if (pc >= 0 && pc < this.length && pc % 4 === 0) this.running[pc / 4] = internal.armed << 24;
  }

  disarm(pc: number): void {
    if (pc >= 0 && pc < this.length && pc % 4 === 0) this.running[pc / 4] = this.original[pc / 4]!;
  }
}
