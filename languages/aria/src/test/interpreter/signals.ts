// The ways in which a program stops doing what comes next.

/** The program did something that ends it: a division by zero, an index outside of its array. */
import type { Span } from '@sonde/native-compiler';
export class Trap extends Error {
  constructor(
    message: string,
    readonly at: Span,
  ) {
    super(message);
  }
}

/** An unwrapped result had failed: the function around fails with the same code. */
export class Failing extends Error {
  constructor(readonly code: bigint) {
    super(`failed with ${code}`);
  }
}

/** `exit(n)`. */
export class ProgramExit extends Error {
  constructor(readonly status: bigint) {
    super(`exit(${status})`);
  }
}

/** It ran for so long that it may never end. */
export class StepLimit extends Error {}
