// Values and their types: integers of 32 bits and texts, as the machine holds them and the debugger is told of them.

import { typeId, type TypeDescription, type TypeId } from '@sonde/engine';
import { ProgramError, type StackMachine } from '@sonde/engine-vm/kit';

export type Value = number | string;

/** The name of the one byte memory. */
export const memory = 'memory';

export const isFalse = (value: Value): boolean => value === 0 || value === '';

/** An error is a value like any other; what stands before its colon is its name. */
export const error = (name: string, message: string): ProgramError<Value> =>
  new ProgramError(`${name}: ${message}`);

export function int(value: Value | undefined): number {
  if (typeof value !== 'number') throw error('TypeError', `a number is needed, not "${value}"`);
  return value;
}

export function text(value: Value | undefined): string {
  if (typeof value !== 'string') throw error('TypeError', `a text is needed, not ${value}`);
  return value;
}

const textMost = 256 * 1024 * 1024;

/** Makes a text whose length is known, unless it would be too long. */
export function joined({ host }: StackMachine<Value>, length: number, make: () => string): string {
  const most = Math.min(textMost, host.memoryLimit);
  if (length > most) throw error('OutOfMemory', `a text has at most ${most} characters`);
  return make();
}

const ids = { value: typeId(1), int: typeId(2), text: typeId(3), byte: typeId(4), memory: typeId(5) };

const all: readonly (readonly [TypeId, TypeDescription])[] = [
  // Variables hold anything; each value says what it is.
  [ids.value, { kind: 'dynamic', name: 'value' }],
  [ids.int, { kind: 'integer', name: 'int', size: 4, signed: true }],
  [ids.text, { kind: 'string', name: 'text' }],
  [ids.byte, { kind: 'integer', name: 'byte', size: 1, signed: false }],
  [ids.memory, { kind: 'array', name: 'mem', element: ids.byte }],
];

export const types = { ...ids, all };
