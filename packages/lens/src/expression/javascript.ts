// The back end "JavaScript in a VM thread": expression programs compiled to a function.
//
// Imports nothing of Node, so that it can run on the thread of a machine. Integers of up to 32 bits are numbers;
// wider ones are numbers as long as they and the result are exact, and bigints otherwise.

import type { Expression, ExpressionOperation, Scalar, TypeTable, ValueKind } from '@sonde/engine';
import { JavaScriptWriter } from './javascript-writer.js';
import { runtime, type Runtime } from './javascript-runtime.js';
import { checkProgram } from './program-limits.js';

/**
 * What a compiled program asks of the machine it runs in. A word is a value as the machine holds it; only the machine
 * looks inside.
 */
export interface ProgramAccess {
  slot(slot: number): unknown;
  global(index: number): unknown;
  /** One byte. A read of a memory place is one, and so is each element of it that is indexed. */
  memory(space: string, offset: bigint | number): unknown;
  named?(name: string): unknown;
  register?(name: string): unknown;
  /** The memory that the pointers of the activation count in, for machines that keep variables there; little-endian. */
  readonly home?: DataView | undefined;
  /** Where in it a variable lies; below zero for one that is elsewhere. */
  slotAt?(slot: number): number;
  globalAt?(index: number): number;
  /** The word as a scalar, integers as bigint or number; undefined for objects. */
  scalar(word: unknown): Scalar | undefined;
  /** Undefined when there is none of that name. */
  field?(word: unknown, name: string): unknown;
  /** Undefined when there is no such element. */
  index?(word: unknown, at: number): unknown;
  length?(word: unknown): number | undefined;
  /** Only for machines whose scalars leave it open: a float that happens to be whole counts as an integer else. */
  kind?(word: unknown): ValueKind | undefined;
  /** Runs code of the machine in the activation, without effects, and answers with a word. */
  run?(code: unknown): unknown;
}

/** What compiled programs can do; the rest needs memory and types, and so a stop. */
export const javascriptOperations: ReadonlySet<ExpressionOperation> = new Set<ExpressionOperation>([
  'constant',
  'read',
  'field',
  'index',
  'length',
  'integer',
  'float',
  'compare',
  'and',
  'or',
  'not',
  'select',
  'let',
  'bound',
  'convert',
  'kindOf',
  'concat',
  'format',
  'fail',
  'run',
]);

/** Besides, where variables lie in byte memory. */
export const memoryOperations: readonly ExpressionOperation[] = ['deref', 'addressOf'];

export type CompiledProgram = (access: ProgramAccess) => Scalar | { readonly word: unknown };

/**
 * Compiles a program. Throws a Failure with code `not-supported` for what only a stop can do, at once or, for the text
 * of an object, when the program runs; other failures of a run are the program's and have code `bad-expression`.
 * `types` lets it tell floats from integers in what it reads. With `memory`, variables may lie in the memory of the
 * activation, where they are read by their types.
 */
export function compileToJavaScript(
  program: Expression,
  options: { readonly types?: TypeTable; readonly memory?: boolean } = {},
): CompiledProgram {
  checkProgram(program);
  const writer = new JavaScriptWriter(options.types, options.memory === true);
  const body = writer.write(program);
  // The text is made of our own words, checked numbers and quoted strings only.
  // oxlint-disable-next-line typescript/no-implied-eval
  const make = new Function('rt', 'codes', body) as (
    support: Runtime,
    codes: readonly unknown[],
  ) => CompiledProgram;
  return make(runtime, writer.codes);
}
