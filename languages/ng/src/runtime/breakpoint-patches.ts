// Breakpoints in the code itself: DEBUG_BREAK written over the opcode, the original kept aside.

import { debugBreak } from '../toolchain/format/opcodes.js';

export class BreakpointPatches {
  readonly #originals = new Map<number, number>();

  constructor(private readonly code: Uint8Array) {}

  set(address: number): void {
    const original = this.code[address];
    if (original === undefined || this.#originals.has(address)) return;
    this.#originals.set(address, original);
    this.code[address] = debugBreak;
  }

  clear(address: number): void {
    const original = this.#originals.get(address);
    if (original === undefined) return;
    this.#originals.delete(address);
    this.code[address] = original;
  }

  clearAll(): void {
    for (const address of [...this.#originals.keys()]) this.clear(address);
  }

  has(address: number): boolean {
    return this.#originals.has(address);
  }

  /** The code without patches, for those who read it. */
  originalAt(address: number): number | undefined {
    return this.#originals.get(address) ?? this.code[address];
  }

  /** Runs with the original in place, as when the breakpoint is passed. */
  without<T>(address: number, run: () => T): T {
    const original = this.#originals.get(address);
    if (original === undefined) return run();
    this.code[address] = original;
    try {
      return run();
    } finally {
      if (this.#originals.has(address)) this.code[address] = debugBreak;
    }
  }
}
