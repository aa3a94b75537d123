// Which of the wanted probes can be placed: where an instruction begins that may run.

import { instructionsOf, type WasmModule } from '@sonde/wasm';
import { deadInstructions } from './blocks.js';

/** Ordinals by offset, in the order of the code. */
export function placeProbes(module: WasmModule, wanted: readonly number[]): ReadonlyMap<number, number> {
  const offsets = new Set(wanted);
  const placed = new Map<number, number>();
  if (offsets.size === 0) return placed;
  for (const body of module.functions) {
    const instructions = instructionsOf(module, body);
    const dead = deadInstructions(instructions);
    instructions.forEach(({ offset }, index) => {
      if (offsets.has(offset) && dead[index] !== true) placed.set(offset, placed.size);
    });
  }
  return placed;
}
