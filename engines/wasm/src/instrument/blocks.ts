// Basic blocks of a function, with what running them costs.

import type { Instruction } from '@sonde/wasm';

/** What an instruction costs: a whole number of at least one, so that no two instructions share a position. */
export type CostOf = (instruction: Instruction) => number;

export interface BlockPlan {
  /** What is charged, by the index of the first instruction that it is for; less than nothing where more was charged before. */
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

interface Block {
  readonly first: number;
  total: number;
  /** What is charged ahead for the rest of another block, which is not reached from this one. */
  readonly instead?: { readonly of: Block; readonly total: number };
}

/**
 * Blocks end at branches and calls, and begin where branches lead: the cost of one is paid at its beginning. Behind a check whose
 * failure never comes back, as that of an index or of an overflow, the block goes on: who fails gets back what was paid for the rest.
 */
export function planBlocks(instructions: readonly Instruction[], costOf: CostOf): BlockPlan {
  const dead = deadInstructions(instructions);
  const ends = endsOf(instructions, dead);
  const blocks: Block[] = [];
  const blockOf: (Block | undefined)[] = [];
  const prefixes: number[] = [];
  /** Blocks with a check, by the index of the `end` behind which they go on. */
  const goingOn = new Map<number, Block>();
  let open: Block | undefined;
  let instead: Block['instead'];
  instructions.forEach((instruction, index) => {
    if (dead[index] === true) {
      open = goingOn.get(index);
      prefixes.push(0);
      return;
    }
    if (open === undefined) {
      open = { first: index, total: 0, ...(instead === undefined ? {} : { instead }) };
      blocks.push(open);
    }
    instead = undefined;
    blockOf[index] = open;
    prefixes.push(open.total);
    open.total += costOf(instruction);
    const check = ends.checks.get(index);
    if (check !== undefined) {
      goingOn.set(check, open);
      instead = { of: open, total: open.total };
    }
    if (endsBlock.has(instruction.name) || ends.joins.has(index)) open = undefined;
  });
  return {
    costs: new Map(
      blocks.map(({ first, total, instead: other }) => [
        first,
        other === undefined ? total : total - (other.of.total - other.total),
      ]),
    ),
    corrections: prefixes.map((prefix, index) => prefix - (blockOf[index]?.total ?? 0)),
    dead,
  };
}

interface Ends {
  /** Each `end` that is come to on several ways. */
  readonly joins: ReadonlySet<number>;
  /** Each `if` without `else` that is left only where its condition is false, with its `end`. */
  readonly checks: ReadonlyMap<number, number>;
}

function endsOf(instructions: readonly Instruction[], dead: readonly boolean[]): Ends {
  const joins = new Set<number>();
  const checks = new Map<number, number>();
  const open: { readonly first: number; name: string; isTarget: boolean }[] = [];
  instructions.forEach(({ name, immediate }, index) => {
    if (opensBlock(name)) open.push({ first: index, name, isTarget: false });
    else if (name === 'else') open.at(-1)!.name = name;
    else if (name === 'end') {
      const ended = open.pop();
      if (ended?.name === 'if' && dead[index] === true && !ended.isTarget) checks.set(ended.first, index);
      else if (ended === undefined || (ended.name !== 'loop' && (ended.isTarget || ended.name !== 'block')))
        joins.add(index);
    } else if (dead[index] !== true)
      for (const depth of depthsOf(immediate)) {
        const target = open.at(-1 - depth);
        if (target !== undefined) target.isTarget = true;
      }
  });
  return { joins, checks };
}

const depthsOf = (immediate: Instruction['immediate']): readonly number[] =>
  immediate.kind === 'labels'
    ? [...immediate.depths, immediate.otherwise]
    : immediate.kind === 'label'
      ? [immediate.depth]
      : [];

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
