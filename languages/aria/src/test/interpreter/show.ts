// Values as plain data, to be compared with what a debugger shows.

import type { AriaType, TypedProgram } from '../../toolchain/checker/typed-program.js';
import { textOf } from './arithmetic.js';
import type { Address, Composite, Outcome } from './values.js';
import { readable, type Value } from './values.js';

export type PlainValue =
  /** Integers, tbb (`ERR`), floats, bools, as `println` writes them. */
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'enum'; readonly value: bigint; readonly member?: string }
  | { readonly kind: 'struct'; readonly fields: readonly (readonly [string, PlainValue])[] }
  | { readonly kind: 'array'; readonly elements: readonly PlainValue[] }
  | { readonly kind: 'result'; readonly err: bigint; readonly value?: PlainValue }
  /** Of any kind. What it points to, unless it points nowhere, or pointers were followed far enough. */
  | {
      readonly kind: 'pointer';
      readonly state: 'null' | 'valid' | 'dangling' | 'outside';
      readonly target?: PlainValue;
    }
  /** Functions and futures. */
  | { readonly kind: 'opaque' };

/** Objects may point at each other in circles. */
const deepestPointer = 2;

export function show(
  value: Value,
  type: AriaType,
  program: TypedProgram,
  pointers = deepestPointer,
): PlainValue {
  switch (type.kind) {
    case 'integer':
    case 'tbb':
    case 'float':
    case 'bool':
      return { kind: 'scalar', text: textOf(value as bigint, type) };
    case 'string':
      return { kind: 'string', text: readable(value as string) };
    case 'enum': {
      const member = program.enums.get(type.name)!.members.find(candidate => candidate.value === value);
      return { kind: 'enum', value: value as bigint, ...(member ? { member: member.name } : {}) };
    }
    case 'struct': {
      const { fields } = program.structs.get(type.name)!;
      const { slots } = value as Composite;
      return {
        kind: 'struct',
        fields: fields.map((field, index) => [
          field.name,
          show(slots[index]!.value, field.type, program, pointers),
        ]),
      };
    }
    case 'array':
      return {
        kind: 'array',
        elements: (value as Composite).slots.map(slot => show(slot.value, type.element, program, pointers)),
      };
    case 'result': {
      const outcome = value as Outcome;
      if (type.value.kind === 'void') return { kind: 'result', err: outcome.err };
      return { kind: 'result', err: outcome.err, value: show(outcome.value, type.value, program, pointers) };
    }
    case 'pointer':
    case 'reference':
    case 'gc':
    case 'wild':
      return showPointer(value as Address | null, type.target, program, pointers);
    case 'function':
    case 'future':
    case 'void':
      return { kind: 'opaque' };
  }
}

function showPointer(
  value: Address | null,
  target: AriaType,
  program: TypedProgram,
  pointers: number,
): PlainValue {
  if (value === null) return { kind: 'pointer', state: 'null' };
  const { allocation, list, index } = value;
  if (allocation && (allocation.freed || !allocation.scope.active)) {
    return { kind: 'pointer', state: 'dangling' };
  }
  const slot = list[index];
  if (!slot) return { kind: 'pointer', state: 'outside' };
  if (pointers === 0) return { kind: 'pointer', state: 'valid' };
  return { kind: 'pointer', state: 'valid', target: show(slot.value, target, program, pointers - 1) };
}
