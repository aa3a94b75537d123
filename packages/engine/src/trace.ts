// What was executed: the last instructions of a thread, as an engine that keeps them tells them.

import type { Address } from './address.js';
import type { SourceLocation } from './source.js';
import type { NamedValue } from './value.js';

export interface TracedInstruction {
  readonly address: Address;
  readonly text?: string;
  /** The function that it belongs to. */
  readonly symbol?: string;
  readonly location?: SourceLocation;
  /** Registers that it changed, as they were afterwards, where the machine notes them. */
  readonly changed?: readonly NamedValue[];
}

/** `always`: the machine keeps its last instructions by itself. Otherwise they are kept from when somebody asks for it. */
export type TraceRecording = 'always' | 'on' | 'off';

export interface TracePage {
  readonly recording: TraceRecording;
  /** How many are kept. */
  readonly total: number;
  /** The latest first. */
  readonly instructions: readonly TracedInstruction[];
}
