// Which value each variable has before each instruction, as far as the compiler said so on every way that leads there.

import type { MetadataId } from '@sonde/llvm-ir';
import type { EmittedFunction } from '../emit-assembly.js';
import { endsFlow, type DebugValue } from '../machine-code.js';

type State = ReadonlyMap<MetadataId, DebugValue>;

/** By index of the emitted instructions; undefined where nothing was said at all. */
export function trackedValues({ instructions }: EmittedFunction): State[] | undefined {
  if (!instructions.some(({ placed }) => placed.op === 'DEBUG')) return undefined;
  // The state at each label is what all jumps to it and the code before it agree on.
  const atLabel = new Map<number, State>();
  let states: State[] = [];
  for (let changed = true; changed;) {
    changed = false;
    states = [];
    let current: State | undefined = new Map();
    const arrive = (label: number, state: State) => {
      const known = atLabel.get(label);
      const met = known === undefined ? state : agreed(known, state);
      if (known !== undefined && met.size === known.size) return;
      atLabel.set(label, met);
      changed = true;
    };
    for (const { placed } of instructions) {
      if (placed.op === 'LABEL') {
        if (current !== undefined) arrive(placed.label!, current);
        current = atLabel.get(placed.label!);
      }
      states.push(current ?? new Map());
      if (placed.op === 'LABEL' || current === undefined) continue;
      if (placed.op === 'DEBUG') {
        const next: Map<MetadataId, DebugValue> = new Map(current);
        next.set(placed.debug!.variable, placed.debug!.value);
        current = next;
        continue;
      }
      if (placed.label !== undefined) arrive(placed.label, current);
      if (endsFlow(placed)) current = undefined;
    }
  }
  return states;
}

function agreed(left: State, right: State): State {
  return new Map([...left].filter(([variable, value]) => isSame(value, right.get(variable))));
}

function isSame(left: DebugValue, right: DebugValue | undefined): boolean {
  if (left === right) return true;
  if (left.kind === 'registers' && right?.kind === 'registers') {
    return left.registers.every((register, index) => register === right.registers[index]);
  }
  if (left.kind === 'constant' && right?.kind === 'constant') {
    return left.words.every((word, index) => word === right.words[index]);
  }
  return false;
}
