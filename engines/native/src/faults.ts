// Faults: exception filters of a language that stop in functions which its runtime calls when something goes wrong.

/** How an argument of such a function is read: a C string, or a number of 64 bits. */
export interface FaultArgument {
  /** From 1. */
  readonly argument: number;
  readonly as: 'text' | 'int' | 'float';
}

export interface Fault {
  /** The id of the exception filter. */
  readonly filter: string;
  /** The function, called only when it happens. */
  readonly symbol: string;
  /** As exceptions are named. */
  readonly name: string;
  /** What happened: texts and arguments, put together. */
  readonly message: readonly (string | FaultArgument)[];
  /**
   * The function that raises SIGABRT behind it, and ignores that: what ends a call that the debugger made. Elsewhere nobody
   * is told of the signal.
   */
  readonly signalledBy?: string;
  /** It returns: the stop is then told behind it, in the function that went wrong. */
  readonly returns?: boolean;
}
