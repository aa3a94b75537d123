// Activations: of the program's functions, and of the machine itself where it calls functions on its own.

import type { ByteText } from '../toolchain/format/ngo.js';
import type { BuiltInFrame } from './built-in-frames.js';
import type { CodeUnit, LoadedFunction } from './code-units.js';
import type { Processor } from './processor.js';
import type { Value } from './values.js';

/** What the machine does while it calls functions of the program: it goes on when one of them returns. */
export interface Work {
  readonly name: BuiltInFrame;
  /** Values that only it knows. */
  readonly holds: readonly (readonly Value[])[];
  /** Answers with what brings its own state back to here, any number of times. Absent: it has none. */
  save?(): () => void;
  resume(processor: Processor, result: Value): void;
}

/** Never on top between two instructions: the machine's work goes on with the return of the function above it. */
export interface WorkFrame {
  readonly serial: number;
  readonly pc: number;
  readonly work: Work;
  readonly weight: number;
}

export interface CodeFrame {
  readonly serial: number;
  pc: number;
  readonly work: undefined;
  readonly unit: CodeUnit;
  /** Added to the numbers of globals. */
  readonly globalBase: number;
  /** Those of the module; code of a debugger brings more. */
  readonly strings: readonly ByteText[];
  readonly function: LoadedFunction;
  /** Jumps count from here. */
  readonly start: number;
  readonly end: number;
  readonly locals: Value[];
  /** The serial of the activation that the locals belong to. */
  readonly localsOf: number;
  /** Where its operands begin. */
  readonly height: number;
  /** References to its locals may outlive it. */
  captured: boolean;
  /** They belong to another activation: nothing is given back when this one ends, which may be without RETURN. */
  readonly borrowed: boolean;
  readonly epoch: number;
  /** The epoch of `journal` in which it was entered. */
  readonly enteredAt: number;
  /** What it takes together with all below it, in bytes. */
  readonly weight: number;
}

export type Frame = CodeFrame | WorkFrame;
