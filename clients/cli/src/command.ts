// What a command of the command line is: its options, its operands, what it does.

import type { Readable, Writable } from 'node:stream';
import type { Language, LaunchUse } from '@sonde/language';

export interface OptionSpec {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  /** How the value is called in the help. */
  readonly value?: string;
  /** May stand more than once; each value counts. Otherwise the last one does. */
  readonly repeats?: boolean;
  readonly help: string;
}

/** Standard streams, as far as commands use them; a test may give its own. */
export interface Streams {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly errors: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

export interface Surroundings {
  readonly languages: readonly Language[];
  readonly streams: Streams;
}

/** A command line that was understood. */
export interface Invocation extends Surroundings {
  /** What stands for itself: the program, a session. */
  readonly operands: readonly string[];
  /** What comes after the program and belongs to it. */
  readonly programArguments: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  /** All values of an option that repeats, in their order. */
  readonly texts: (name: string) => readonly string[];
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What stands behind the name in the help: `PROGRAM [ARGUMENT…]`. */
  readonly operands: string;
  /** The same, shorter, for the list of all commands. */
  readonly brief?: string;
  /**
   * `program`: a program, then its own arguments. Otherwise the smallest and largest number of operands.
   */
  readonly takes: 'program' | { readonly least: number; readonly most: number };
  /** Of one that takes a program: an option may say instead what to work on. */
  readonly programIsOptional?: true;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Takes launch options, those that have a meaning for this use. */
  readonly launches?: LaunchUse;
  /** Takes attach options. */
  readonly attaches?: true;
  /** Further paragraphs of the help. */
  readonly details?: string;
  run(invocation: Invocation): Promise<number>;
}

/** Options that several commands share, so that they read the same everywhere. */
export const commonOptions = {
  language: { type: 'string', value: 'LANGUAGE', help: 'the language, where the file name does not tell' },
  log: { type: 'string', value: 'FILE', help: 'write a log to this file; - means stderr' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The command line makes no sense: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    /** Whether the help of the command tells how to do better. */
    readonly isHelpOfUse = true,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
