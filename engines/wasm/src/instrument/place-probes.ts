// Which of the wanted probes can be placed: where an instruction begins that may run.

import { instructionsOf, type WasmModule } from '@sonde/wasm';
import { deadInstructions } from './blocks.js';

export interface PlacedProbes {
  /** Ordinals by offset, in the order of the code. */
  readonly ordinals: ReadonlyMap<number, number>;
  /** Functions that have some, by index, numbered in the order of the code. */
  readonly functions: ReadonlyMap<number, number>;
}

/** `bare`: functions that get none. */
export function placeProbes(
  module: WasmModule,
  wanted: readonly number[],
  bare: ReadonlySet<number>,
): PlacedProbes {
  const offsets = new Set(wanted);
  const placed = new Map<number, number>();
  const functions = new Map<number, number>();
  if (offsets.size === 0) return { ordinals: placed, functions };
  for (const body of module.functions) {
    if (bare.has(body.index)) continue;
    const instructions = instructionsOf(module, body);
    const dead = deadInstructions(instructions);
    instructions.forEach(({ offset }, index) => {
      if (!offsets.has(offset) || dead[index] === true) return;
      placed.set(offset, placed.size);
      if (!functions.has(body.index)) functions.set(body.index, functions.size);
    });
  }
  return { ordinals: placed, functions };
}
