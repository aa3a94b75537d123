// What ng-trace has to tell, whatever form it is told in.

import type { Diagnostic } from '@sonde/language';
import type { DebugFrame, DebugVariable } from '../../runtime/debug/debug-interface.js';

export interface Watched {
  readonly expression: string;
  readonly result:
    | { readonly kind: 'value'; readonly value: DebugVariable }
    | { readonly kind: 'problem'; readonly problem: string };
}

/** The program was halted. */
export interface TracedStop {
  readonly kind: 'breakpoint' | 'error' | 'interrupt';
  /** The error, or why a condition could not be decided. */
  readonly message?: string;
  /** Top first; of a breakpoint only the top. */
  readonly stack: readonly DebugFrame[];
  readonly parameters: readonly DebugVariable[];
  readonly locals: readonly DebugVariable[];
  /** Only for code outside all functions, whose variables they are. */
  readonly globals: readonly DebugVariable[];
  readonly watched: readonly Watched[];
}

/** Each answers with text for standard error. */
export interface TraceReport {
  stop(stop: TracedStop): string;
  /** About a breakpoint: it could not be set, or is somewhere else. */
  breakpoint(text: string, note: string): string;
  diagnostic(diagnostic: Diagnostic): string;
  /** What the program itself wrote to standard error. */
  errorOutput(data: string | Uint8Array): string | Uint8Array;
}

/** Of a long stack the ends tell the story. */
export interface CutStack {
  readonly top: readonly DebugFrame[];
  readonly left: number;
  readonly bottom: readonly DebugFrame[];
}

const shownAtTop = 20;
const shownAtBottom = 5;

export function cutStack(stack: readonly DebugFrame[]): CutStack {
  const left = stack.length - shownAtTop - shownAtBottom;
  if (left <= 1) return { top: stack, left: 0, bottom: [] };
  return { top: stack.slice(0, shownAtTop), left, bottom: stack.slice(-shownAtBottom) };
}
