// How tests say where a breakpoint goes: by marker (`'#loop'`), by line, or either with a condition and the like.
import type { SourceBreakpoint } from '@sonde/dap';
import { lineOf } from './markers.js';

export type LineOrMarker = number | `#${string}`;

export type BreakpointPlace = LineOrMarker | (Omit<SourceBreakpoint, 'line'> & { readonly at: LineOrMarker });

export function sourceBreakpoint(file: string, place: BreakpointPlace): SourceBreakpoint {
  if (typeof place !== 'object') return { line: toLine(file, place) };
  const { at, ...rest } = place;
  return { line: toLine(file, at), ...rest };
}

export const toLine = (file: string, place: LineOrMarker): number =>
  typeof place === 'number' ? place : lineOf(file, place);
