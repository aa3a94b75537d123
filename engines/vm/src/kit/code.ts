// Code of a stack machine: plain data, so that it can be cloned into a thread and written to a file.

export interface StackCode {
  /** Name and operand; an address is the number of an instruction. */
  readonly instructions: readonly (readonly [string, number])[];
  readonly texts: readonly string[];
  /** How many global variables there are. */
  readonly globals: number;
  readonly functions: readonly StackFunction[];
  /** The first is the program itself; `start` is the number of the function that holds its top level. */
  readonly modules: readonly { readonly name: string; readonly start: number }[];
  /** Inner ones come first. */
  readonly handlers: readonly Handler[];
  /** For error messages: sorted by address; empty without debug information. */
  readonly positions: readonly { readonly address: number; readonly text: string }[];
}

export interface StackFunction {
  readonly name: string;
  readonly start: number;
  readonly parameters: number;
  /** Variables, the parameters among them. */
  readonly locals: number;
  readonly module: number;
}

/** Errors raised from `from` up to `to` go on at `target`, with their value in the slot. */
export interface Handler {
  readonly from: number;
  readonly to: number;
  readonly target: number;
  readonly slot: number;
}
