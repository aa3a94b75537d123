// What has to happen when a block is left: its defers, the scope of its wild memory, pins that were lent for a call.

import type { Block, LocalScope, Value } from '@sonde/llvm-ir';

export interface Cleanup {
  /** What is left after it. */
  readonly outer: Cleanup | undefined;
  /** The debugger's scope in which it happens. */
  readonly scope: LocalScope | undefined;
  /** Writes its code at the end of the current block. */
  readonly run: () => void;
  /** Present where the code is written once for all ways out, and not on each of them. */
  readonly shared?: SharedCode;
  /** Where a function that returns from here goes on; made when first asked for. */
  returns?: Block;
}

/** Code that goes on where whoever came to it wants: at the exit whose number is in `selector`. */
export interface SharedCode {
  readonly entry: Block;
  readonly selector: Value;
  readonly exits: Block[];
}
