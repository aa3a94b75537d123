// What a machine shows beside its variables: registers, and scopes of its own.

import type { FrameId, NamedValue, Place, RawValue, Scope, TypeId } from '@sonde/engine';
import type { Machine, MachineChild, Word } from '../machine.js';
import { placeOf } from './places.js';

/** Makes values of words and places. */
export interface ValueMaker {
  describe(word: Word, declared: TypeId | undefined, textLimit?: number, place?: Place): RawValue;
  value(place: Place, type: TypeId, textLimit: number): RawValue;
}

/** Whatever one of the two throws costs only its own scope: `failed` makes that. */
export function machineScopes(
  machine: Machine,
  at: { readonly task: number; readonly serial: number; readonly id: FrameId },
  values: ValueMaker,
  failed: (error: unknown) => Scope,
): readonly Scope[] {
  const scopes: Scope[] = [];
  try {
    const registers = machine.registers?.(at.task, at.serial) ?? [];
    const variables = registers.map(({ name, word, type }): NamedValue => ({
      name,
      path: name,
      value: values.describe(word, type, undefined, { kind: 'register', frame: at.id, name }),
    }));
    if (variables.length > 0) scopes.push({ name: 'Registers', kind: 'registers', variables });
  } catch (error) {
    scopes.push(failed(error));
  }
  try {
    for (const { name, variables } of machine.scopes?.(at.task) ?? [])
      scopes.push({ name, kind: 'other', variables: variables.map(child => childValue(child, values)) });
  } catch (error) {
    scopes.push(failed(error));
  }
  return scopes;
}

export function childValue(
  { name, word, type, place, declared }: MachineChild,
  values: ValueMaker,
): NamedValue {
  const at = place === undefined ? undefined : placeOf(place);
  const inMemory = at?.kind === 'memory' && type !== undefined;
  return {
    name,
    value: inMemory ? values.value(at, type, 0) : values.describe(word, type, undefined, at),
    ...(declared === undefined ? {} : { declared }),
  };
}
