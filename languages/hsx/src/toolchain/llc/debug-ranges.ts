// Where the values of optimised variables are: `#dbg_value` says what a variable is from there on, and that holds along
// every way through the code until another says otherwise, as long as the register is still its own.

import type { MetadataId } from '@sonde/llvm-ir';
import type { Location } from '../format/dbg.js';
import type { EmittedFunction } from './emit-assembly.js';
import { firstVirtual, type DebugValue } from './machine-code.js';
import type { PlacedFunction } from './place-frame.js';

export interface LocatedRange {
  readonly variable: MetadataId;
  readonly start: number;
  readonly end: number;
  readonly at: Location;
}

type State = ReadonlyMap<MetadataId, DebugValue>;

interface Stretch {
  readonly label: number | undefined;
  readonly first: number;
  readonly end: number;
  readonly next: number[];
}

export function valueRanges(emitted: EmittedFunction): readonly LocatedRange[] {
  const { instructions, placed } = emitted;
  if (!instructions.some(({ placed: { op } }) => op === 'DEBUG')) return [];
  const stretches = stretchesOf(emitted);
  const entries = entryStates(emitted, stretches);
  const open = new Map<MetadataId, { readonly start: number; readonly at: Location; readonly key: string }>();
  const found: LocatedRange[] = [];
  const close = (variable: MetadataId, end: number): void => {
    const range = open.get(variable);
    open.delete(variable);
    if (range !== undefined && end > range.start)
      found.push({ variable, start: range.start, end, at: range.at });
  };
  const show = (state: State, ordinal: number, origin: number | undefined): void => {
    for (const variable of new Set([...open.keys(), ...state.keys()])) {
      const value = state.get(variable);
      const at = value === undefined ? undefined : locationOf(value, placed, origin);
      const key = JSON.stringify(at);
      if (open.get(variable)?.key === key) continue;
      close(variable, ordinal);
      if (at !== undefined) open.set(variable, { start: ordinal, at, key });
    }
  };
  stretches.forEach((stretch, nth) => {
    const state = new Map(entries[nth]);
    for (let index = stretch.first; index < stretch.end; index++) {
      const { ordinal, placed: instruction } = instructions[index]!;
      if (instruction.op === 'DEBUG' && instruction.debug !== undefined)
        state.set(instruction.debug.variable, instruction.debug.value);
      else if (instruction.op !== 'LABEL') show(state, ordinal, instruction.origin);
    }
  });
  for (const variable of [...open.keys()]) close(variable, emitted.end);
  return found;
}

/** Pieces between labels, and where control goes from each. */
function stretchesOf({ instructions }: EmittedFunction): readonly Stretch[] {
  const starts = instructions.flatMap(({ placed: { op } }, index) =>
    op === 'LABEL' || index === 0 ? [index] : [],
  );
  const byLabel = new Map(
    starts.map((first, nth) => [
      instructions[first]!.placed.op === 'LABEL' ? instructions[first]!.placed.label : undefined,
      nth,
    ]),
  );
  return starts.map((first, nth) => {
    const end = starts[nth + 1] ?? instructions.length;
    const next: number[] = [];
    let flows = true;
    for (let index = first; index < end; index++) {
      const { op, label } = instructions[index]!.placed;
      if (op === 'JMP' || op === 'JZ' || op === 'JNZ') next.push(byLabel.get(label)!);
      if (op === 'JMP' || op === 'RET' || op === 'BRK') flows = false;
    }
    if (flows && nth + 1 < starts.length) next.push(nth + 1);
    return { label: instructions[first]!.placed.label, first, end, next };
  });
}

/** What holds at the beginning of each: what all ways there agree on. */
function entryStates({ instructions }: EmittedFunction, stretches: readonly Stretch[]): readonly State[] {
  const entries: (Map<MetadataId, DebugValue> | undefined)[] = stretches.map((_, nth) =>
    nth === 0 ? new Map() : undefined,
  );
  const pending = [0];
  for (let nth = pending.pop(); nth !== undefined; nth = pending.pop()) {
    const { first, end, next } = stretches[nth]!;
    const state = new Map(entries[nth]);
    for (let index = first; index < end; index++) {
      const { debug } = instructions[index]!.placed;
      if (debug !== undefined) state.set(debug.variable, debug.value);
    }
    for (const target of next) {
      const known = entries[target];
      if (known === undefined) {
        entries[target] = new Map(state);
        pending.push(target);
        continue;
      }
      const before = known.size;
      for (const [variable, value] of known) if (!isSame(value, state.get(variable))) known.delete(variable);
      if (known.size !== before) pending.push(target);
    }
  }
  return entries.map(state => state ?? new Map());
}

const isSame = (one: DebugValue, other: DebugValue | undefined): boolean =>
  other !== undefined && (one === other || JSON.stringify(one) === JSON.stringify(other));

/** At one instruction; undefined where the value is nowhere. */
function locationOf(
  value: DebugValue,
  { allocation }: PlacedFunction,
  origin: number | undefined,
): Location | undefined {
  if (value.kind === 'constant') return { kind: 'constant', words: value.words };
  if (value.kind !== 'registers' || value.registers.length !== 1) return undefined;
  const [register = 0] = value.registers;
  if (register < firstVirtual || origin === undefined) return undefined;
  const interval = allocation.intervals.get(register);
  // Written before this instruction, and not free for others yet.
  if (interval === undefined || interval.start >= 2 * origin || interval.end < 2 * origin) return undefined;
  const home = allocation.homes.get(register);
  if (home === undefined) return undefined;
  return home.kind === 'register'
    ? { kind: 'register', register: home.register }
    : { kind: 'frame', offset: home.slot.offset };
}
