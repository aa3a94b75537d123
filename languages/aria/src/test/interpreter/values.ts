// Values while a program is interpreted. Memory is lists of slots; an address is a list and a place in it.

import type { AriaType, TypedFunction, TypedProgram } from '../../toolchain/checker/typed-program.js';
import type { Coroutine } from './coroutines.js';

/** What a wild pointer leads to: memory until it is freed, or a variable until its scope is left. */
export interface Allocation {
  freed: boolean;
  readonly scope?: { readonly active: boolean };
}

export interface Slot {
  value: Value;
}

/** A struct's fields or an array's elements. Copied whenever it becomes another value. */
export class Composite {
  constructor(readonly slots: Slot[]) {}
}

export class Address {
  constructor(
    readonly list: Slot[],
    readonly index: number,
    readonly allocation?: Allocation,
  ) {}
}

export class Outcome {
  constructor(
    readonly err: bigint,
    readonly value: Value,
  ) {}
}

export class FunctionValue {
  constructor(readonly target: TypedFunction) {}
}

/**
 * bigint: integers, tbb, enums; number: floats; string: one character per byte; null: NULL, and the value of void.
 */
export type Value =
  | bigint
  | number
  | boolean
  | string
  | null
  | Composite
  | Address
  | Outcome
  | FunctionValue
  | Coroutine;

export function zeroOf(type: AriaType, program: TypedProgram): Value {
  switch (type.kind) {
    case 'integer':
    case 'tbb':
    case 'enum':
      return 0n;
    case 'float':
      return 0;
    case 'bool':
      return false;
    case 'string':
      return '';
    case 'array':
      return new Composite(
        Array.from({ length: type.length }, () => ({ value: zeroOf(type.element, program) })),
      );
    case 'struct':
      return new Composite(
        program.structs.get(type.name)!.fields.map(field => ({ value: zeroOf(field.type, program) })),
      );
    case 'result':
      return new Outcome(0n, zeroOf(type.value, program));
    case 'void':
    case 'pointer':
    case 'reference':
    case 'gc':
    case 'wild':
    case 'future':
    case 'function':
      return null;
  }
}

/** A value of its own: what is in it can be changed without changing the original. */
export function copyOf(value: Value): Value {
  if (value instanceof Composite) {
    return new Composite(value.slots.map(slot => ({ value: copyOf(slot.value) })));
  }
  return value instanceof Outcome ? new Outcome(value.err, copyOf(value.value)) : value;
}

/** Writes a value where one is kept, so that pointers into a struct or an array still point into it. */
export function store(slot: Slot, value: Value): void {
  if (slot.value instanceof Composite && value instanceof Composite) {
    slot.value.slots.forEach((part, index) => {
      store(part, value.slots[index]!.value);
    });
  } else slot.value = value;
}

const utf8 = new TextDecoder();

/** Bytes as the interpreter keeps texts: one character each. */
export const fromBytes = (bytes: Uint8Array): string => {
  let text = '';
  for (let start = 0; start < bytes.length; start += 4096) {
    text += String.fromCharCode(...bytes.subarray(start, start + 4096));
  }
  return text;
};

export const toBytes = (text: string): Uint8Array =>
  Uint8Array.from(text, character => character.charCodeAt(0));

/** As people read it. */
export const readable = (text: string): string => utf8.decode(toBytes(text));
