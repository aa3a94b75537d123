// Variables of one function: in which instructions they are in sight, and where they are kept.

import type { DebugData, MetadataId } from '@sonde/llvm-ir';
import type { DbgVariable, Location, WordLocation } from '../../format/dbg.js';
import type { DebugPlaces } from './debug-places.js';
import type { DebugTypeList } from './debug-type-list.js';
import { trackedValues } from './debug-values.js';
import type { EmittedFunction } from '../emit-assembly.js';
import type { LoweredFunction } from '../lower-function.js';
import type { DebugValue } from '../machine-code.js';

interface Range {
  readonly start: number;
  readonly end: number;
}

type Located = Range & { readonly at: Location };

export function variablesOf(
  lowered: LoweredFunction,
  emitted: EmittedFunction,
  debug: DebugData,
  places: DebugPlaces,
  types: DebugTypeList,
): DbgVariable[] {
  const scopes = scopeRanges(emitted, places);
  const locations = new Map<MetadataId, Located[]>();
  const framed = frameRange(emitted);
  for (const { variable, object, offset, isIndirect } of lowered.declared) {
    const at: Location =
      typeof object === 'string'
        ? { kind: 'symbol', symbol: object, offset }
        : { kind: isIndirect ? 'indirect' : 'frame', offset: object.offset + offset };
    locations.set(variable, [{ ...framed, at }]);
  }
  for (const [variable, found] of valueRanges(emitted)) {
    if (!locations.has(variable)) locations.set(variable, found);
  }
  return [...locations].flatMap(([id, found]): DbgVariable[] => {
    const variable = debug.variables.get(id);
    if (variable === undefined || variable.isArtificial) return [];
    const whole = { start: emitted.start, end: emitted.end };
    const scope = variable.scope === undefined ? whole : (scopes.get(variable.scope) ?? whole);
    return [
      {
        name: variable.name,
        type: types.requiredIndexOf(variable.type),
        ...(variable.position === undefined ? {} : { position: variable.position }),
        line: variable.line,
        scope: debug.subprograms.has(variable.scope!) ? whole : scope,
        locations: found,
      },
    ];
  });
}

/** Between the prologue and the end: before and behind it the frame pointer is another's. */
function frameRange({ instructions, start, end }: EmittedFunction): Range {
  const first = instructions.find(({ placed }) => placed.op === 'LABEL')?.ordinal ?? start;
  return { start: first, end };
}

/** From the first to the last instruction that stands in a block. */
function scopeRanges({ instructions }: EmittedFunction, places: DebugPlaces): Map<MetadataId, Range> {
  const found = new Map<MetadataId, Range>();
  instructions.forEach(({ ordinal, placed }, index) => {
    if (placed.op === 'LABEL' || placed.op === 'DEBUG') return;
    const end = instructions.slice(index + 1).find(one => one.ordinal > ordinal)?.ordinal ?? ordinal + 1;
    for (const scope of places.scopesFrom(places.placeOf(placed.location)?.scope)) {
      const known = found.get(scope);
      found.set(scope, { start: known?.start ?? ordinal, end });
    }
  });
  return found;
}

/** Where values that have no memory of their own are, instruction by instruction. */
function valueRanges(emitted: EmittedFunction): Map<MetadataId, Located[]> {
  const found = new Map<MetadataId, Located[]>();
  const tracked = trackedValues(emitted);
  if (tracked === undefined) return found;
  const { instructions, end } = emitted;
  instructions.forEach(({ ordinal, placed }, index) => {
    if (placed.op === 'LABEL' || placed.op === 'DEBUG') return;
    const next = instructions[index + 1]?.ordinal ?? end;
    for (const [variable, value] of tracked[index]!) {
      const at = locationOf(value, emitted, placed.origin);
      const ranges = found.get(variable) ?? [];
      found.set(variable, ranges);
      if (at === undefined) continue;
      const last = ranges.at(-1);
      const isSame = last?.end === ordinal && JSON.stringify(last.at) === JSON.stringify(at);
      if (isSame) ranges[ranges.length - 1] = { ...last, end: next };
      else ranges.push({ start: ordinal, end: next, at });
    }
  });
  return found;
}

function locationOf(
  value: DebugValue,
  emitted: EmittedFunction,
  origin: number | undefined,
): Location | undefined {
  if (value.kind === 'constant') return { kind: 'constant', words: value.words };
  if (value.kind !== 'registers' || origin === undefined) return undefined;
  const { homes, intervals } = emitted.placed.allocation;
  const parts: WordLocation[] = [];
  for (const register of value.registers) {
    const home = homes.get(register);
    const interval = intervals.get(register);
    if (home === undefined || interval === undefined) return undefined;
    // Written before this instruction, and kept at least until it.
    if (interval.start >= 2 * origin || interval.end < 2 * origin) return undefined;
    parts.push(
      home.kind === 'register'
        ? { kind: 'register', register: home.register }
        : { kind: 'frame', offset: home.slot.offset },
    );
  }
  return parts.length === 1 ? parts[0] : { kind: 'split', parts };
}
