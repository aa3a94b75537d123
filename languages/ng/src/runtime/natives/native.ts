// What a native function looks like, and how it gets at its arguments.

import type { ByteText } from '../../toolchain/format/ngo.js';
import type { Processor } from '../processor.js';
import { Composite, ProgramError, type Value } from '../values.js';

export type NativeAnswer =
  | {
      readonly value: Value;
      readonly waiting?: undefined;
      /** Functions of the program that are called once the value is in its place. */
      readonly after?: () => void;
    }
  /** Nothing was done; it is called again with the same arguments. */
  | { readonly waiting: 'input' | 'output' };

export type Native = (processor: Processor, args: readonly Value[]) => NativeAnswer;

export type Natives = Readonly<Record<string, Native>>;

/** One that needs nothing but its arguments. */
export const pure =
  (compute: (args: readonly Value[]) => Value): Native =>
  (_, args) => ({ value: compute(args) });

export function argument(name: string, args: readonly Value[], nth: number): Value {
  if (nth >= args.length) throw new ProgramError(`${name}() requires at least ${nth + 1} argument(s)`);
  return args[nth];
}

export const refuseArgument = (name: string, nth: number, wanted: string): ProgramError =>
  new ProgramError(`${name}() requires ${wanted} at argument ${nth + 1}`);

export function textArgument(
  name: string,
  args: readonly Value[],
  nth: number,
  wanted = 'a string',
): ByteText {
  const value = argument(name, args, nth);
  if (typeof value !== 'string') throw refuseArgument(name, nth, wanted);
  return value;
}

export function arrayArgument(name: string, args: readonly Value[], nth: number): readonly Value[] {
  const value = argument(name, args, nth);
  if (!(value instanceof Composite) || value.kind !== 'array') throw refuseArgument(name, nth, 'an array');
  return value.parts.items;
}
