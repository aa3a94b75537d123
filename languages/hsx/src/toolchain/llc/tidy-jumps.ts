// Removes jumps to what follows anyway, and turns a jump over a jump round.

import type { PlacedInstruction } from './place-frame.js';

export function tidyJumps(instructions: readonly PlacedInstruction[]): PlacedInstruction[] {
  const out: PlacedInstruction[] = [];
  instructions.forEach((instruction, index) => {
    const { op, label } = instruction;
    const following = labelsBehind(instructions, index);
    if (op === 'JMP' && following.has(label!)) return;
    if (op === 'JMP') {
      const before = out.at(-1);
      const isConditional = before?.op === 'JZ' || before?.op === 'JNZ';
      if (isConditional && following.has(before.label!)) {
        out[out.length - 1] = { ...before, op: before.op === 'JZ' ? 'JNZ' : 'JZ', label };
        return;
      }
    }
    out.push(instruction);
  });
  return out;
}

function labelsBehind(instructions: readonly PlacedInstruction[], index: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at = index + 1; at < instructions.length; at += 1) {
    const { op, label } = instructions[at]!;
    if (op === 'LABEL') found.add(label!);
    else if (op !== 'DEBUG') break;
  }
  return found;
}
