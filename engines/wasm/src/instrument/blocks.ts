// Basic blocks of a function, with what running them costs.

import type { Instruction } from '@sonde/wasm';

/** What an instruction costs: a whole number of at least one, so that no two instructions share a position. */
export type CostOf = (instruction: Instruction) => number;

export interface BlockPlan {
  /** By the index of its first instruction. */
  readonly costs: ReadonlyMap<number, number>;
  /** For each instruction: the cost of those before it in its block, less that of the block. */
  readonly corrections: readonly number[];
  /** Instructions that can never run. */
  readonly dead: readonly boolean[];
}

const endsBlock = new Set<string>([
  'loop',
  'if',
  'else',
  'end',
  'br',
  'br_if',
  'br_table',
  'return',
  'unreachable',
  'call',
  'call_indirect',
]);

const neverGoesOn = new Set<string>(['br', 'br_table', 'return', 'unreachable']);

export const opensBlock = (name: string): boolean => name === 'block' || name === 'loop' || name === 'if';

/** Blocks end at branches and calls, and begin where branches lead: the cost of one is paid at its beginning. */
export function planBlocks(instructions: readonly Instruction[], costOf: CostOf): BlockPlan {
  const dead = deadInstructions(instructions);
  const costs = new Map<number, number>();
  const corrections: number[] = [];
  for (let first = 0; first < instructions.length;) {
    const prefixes: number[] = [];
    let total = 0;
    let next = first;
    for (; next < instructions.length && (next === first || dead[next] === dead[first]); next++) {
      const instruction = instructions[next]!;
      prefixes.push(total);
      total += costOf(instruction);
      if (endsBlock.has(instruction.name)) {
        next++;
        break;
      }
    }
    if (dead[first] !== true) costs.set(first, total);
    for (const prefix of prefixes) corrections.push(prefix - total);
    first = next;
  }
  return { costs, corrections, dead };
}

/** Behind what never goes on, up to where branches lead. */
export function deadInstructions(instructions: readonly Instruction[]): readonly boolean[] {
  const dead: boolean[] = [];
  // How many blocks were opened since the code became dead; -1 when it is not.
  let nested = -1;
  for (const { name } of instructions) {
    if (nested === 0 && (name === 'end' || name === 'else')) {
      // Nothing falls into it, but branches lead behind it.
      nested = -1;
      dead.push(true);
      continue;
    }
    dead.push(nested >= 0);
    if (nested >= 0) {
      if (opensBlock(name)) nested++;
      if (name === 'end') nested--;
    } else if (neverGoesOn.has(name)) nested = 0;
  }
  return dead;
}
