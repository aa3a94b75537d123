// Where the instructions of a module begin: a breakpoint anywhere else would change what they do.

import { codeSize, functionBases } from './address-space.js';
import { eachOpcode } from './instructions.js';
import type { NgoModule } from './ngo.js';

const known = new WeakMap<NgoModule, Uint8Array>();

/** Nothing begins behind an unknown instruction of a function. */
export function beginsInstruction(module: NgoModule, address: number): boolean {
  const starts = known.get(module) ?? startsOf(module);
  known.set(module, starts);
  return starts[address] === 1;
}

function startsOf(module: NgoModule): Uint8Array {
  const starts = new Uint8Array(codeSize(module));
  functionBases(module).forEach((base, index) => {
    eachOpcode(module.functions[index]!.code, (_, offset) => {
      starts[base + offset] = 1;
    });
  });
  return starts;
}
