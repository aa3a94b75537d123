// Addresses of code: DWARF in WebAssembly counts from the contents of the code section, everything else from the module.

import type { CodeRange } from '../debug-data.js';

export class CodeSpace {
  /** Where the contents of the code section are in the module. */
  constructor(private readonly section: CodeRange) {}

  /** Undefined where no code is: linkers leave such addresses for what they removed. */
  offsetOf(address: number): number | undefined {
    const offset = address + this.section.start;
    // The section begins with the number of functions, so that 0 is never an address of code.
    return address > 0 && offset < this.section.end ? offset : undefined;
  }

  range(from: number, to: number): CodeRange | undefined {
    const start = this.offsetOf(from);
    if (start === undefined || to <= from) return undefined;
    return { start, end: Math.min(to + this.section.start, this.section.end) };
  }
}
