// Which jumps and calls reach their targets directly.
//
// JMP, JZ and JNZ name addresses below 4 KiB only, CALL words near itself. A far jump loads the address into R13 and goes through
// `__hsx_far`, which lies in reach and returns to that address; a far call loads it and calls through the register. All begin as
// far ones. Shortening some only brings everything closer, so what fits once fits for good.

import { jumpReach } from '../isa.js';
import type { PlacedFunction, PlacedInstruction } from './place-frame.js';

export interface CodeLayout {
  readonly isShort: (instruction: PlacedInstruction) => boolean;
  /** By symbol: at most so far from the beginning. */
  readonly addresses: ReadonlyMap<string, number>;
  readonly end: number;
}

const callReach = 2047 * 4;

const isJump = (op: string): boolean => op === 'JMP' || op === 'JZ' || op === 'JNZ';

export const farJump = '__hsx_far';

/** `functions` in the order of their code, the first at `base`; `known` are addresses of other code that will not move. */
export function layOutCode(
  functions: readonly PlacedFunction[],
  base: number,
  known: ReadonlyMap<string, number>,
): CodeLayout {
  const short = new Set<PlacedInstruction>();
  const isShort = (instruction: PlacedInstruction): boolean => short.has(instruction);
  for (;;) {
    const { addresses, labels, places, end } = measure(functions, base, isShort);
    const before = short.size;
    for (const { instruction, at, owner } of places) {
      if (short.has(instruction)) continue;
      if (isJump(instruction.op)) {
        if (labels.get(owner)!.get(instruction.label!)! < jumpReach) short.add(instruction);
        continue;
      }
      const target = addresses.get(instruction.symbol!) ?? known.get(instruction.symbol!);
      if (target !== undefined && Math.abs(target - at) <= callReach - 8) short.add(instruction);
    }
    if (short.size === before) return { isShort, addresses, end };
  }
}

export function sizeOfPlaced({ op, symbol }: PlacedInstruction, isShort: boolean): number {
  if (op === 'LABEL' || op === 'DEBUG') return 0;
  if (op === 'LDI32') return 8;
  if (isJump(op) || (op === 'CALL' && symbol !== undefined)) return isShort ? 4 : 12;
  return 4;
}

function measure(
  functions: readonly PlacedFunction[],
  base: number,
  isShort: (instruction: PlacedInstruction) => boolean,
) {
  const addresses = new Map<string, number>();
  const labels = new Map<PlacedFunction, Map<number, number>>();
  const places: {
    readonly instruction: PlacedInstruction;
    readonly at: number;
    readonly owner: PlacedFunction;
  }[] = [];
  let at = base;
  for (const owner of functions) {
    addresses.set(owner.code.symbol, at);
    const own = new Map<number, number>();
    labels.set(owner, own);
    for (const instruction of owner.instructions) {
      const { op, label, symbol } = instruction;
      if (op === 'LABEL') own.set(label!, at);
      else if (isJump(op) || (op === 'CALL' && symbol !== undefined)) places.push({ instruction, at, owner });
      at += sizeOfPlaced(instruction, isShort(instruction));
    }
  }
  return { addresses, labels, places, end: at };
}
