// The debug interface of the machine, under the names of its specification.
//
// A debugger that lives in the same thread as the machine implements it (machine-debugger.ts); the debug adapter reaches
// the machine through the VM engine, which runs it in a thread of its own. Both sit on the same patched opcodes.

/** A breakpoint on a line; the program stops there when the condition, an expression of the language, is true. */
export interface DebugBreakpoint {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly condition?: string;
}

export interface DebugFrame {
  readonly functionName: string;
  /** Empty, and line and column 0, for code without a source map. */
  readonly file: string;
  readonly line: number;
  /** From 0, as in the source map. */
  readonly column: number;
  readonly frameId: number;
}

export interface DebugVariable {
  readonly name: string;
  readonly type: string;
  /** For people. */
  readonly value: string;
  /** Of values with members: `getVariables` lists them under this number too. */
  readonly variablesReference?: number;
}

export enum DebugCommand {
  CONTINUE,
  STEP_OVER,
  STEP_IN,
  STEP_OUT,
  /** Ends the debugging session, and the program with it. */
  STOP,
}

export enum DebugEvent {
  BREAKPOINT_HIT,
  STEP_COMPLETE,
  EXCEPTION,
  EXIT,
  /** Ctrl+C or SIGINT. */
  USER_BREAK,
}

export interface DebugStatus {
  readonly event: DebugEvent;
  readonly threadId: number;
  readonly exceptionMessage?: string;
}

export interface DebugInterface {
  /** Replaces all breakpoints. */
  setBreakpoints(breakpoints: readonly DebugBreakpoint[]): void;
  /** Sets the suspended machine going, or ends it. */
  sendCommand(command: DebugCommand): void;
  /** Top first. */
  getStackTrace(): readonly DebugFrame[];
  /** Of a frame, or the members behind a `variablesReference`. */
  getVariables(frameId: number): readonly DebugVariable[];
  /** The value for people; undefined when the text makes no sense there. */
  evaluate(expression: string, frameId: number): string | undefined;
  /** Called by the machine's driver when something happened; the machine is suspended until a command comes. */
  onDebugEvent(status: DebugStatus): void;
}
