// What an expression asks the machine to run: a module that the compiler made for it, and what to make of its result.

import type { TwilightValue } from '../../toolchain/toolchain.js';

/** A module of one function, whose parameters are variables of the frame. */
export interface ExpressionFunction {
  readonly code: string;
  /** The text of its `.meta`. */
  readonly meta: string;
  readonly function: string;
  /** Name of its type. */
  readonly result: string;
  /** Slots of the variables, by the order of the parameters. */
  readonly slots: readonly number[];
}

/** A key of a map, or the index of an element: known, or the next part of what the function gives. */
export type EntryKey = { readonly known: TwilightValue } | 'computed';

export type ExpressionCode =
  | {
      readonly kind: 'value';
      readonly run: ExpressionFunction;
      /** What it writes to storage is kept. */
      readonly changes: boolean;
    }
  /** Where an entry of storage is. */
  | {
      readonly kind: 'entry';
      readonly variable: string;
      readonly keys: readonly EntryKey[];
      /** Behind the keys: of a vector. */
      readonly index: EntryKey | undefined;
      /** Gives all keys that are not known; absent where all are. */
      readonly run: ExpressionFunction | undefined;
    };
