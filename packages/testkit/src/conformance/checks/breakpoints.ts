// Checks of breakpoints: what is declared works, and the program shows it.
import type { Check } from '../check.js';
import { conditionChecks } from './breakpoints/conditions.js';
import { dataBreakpointChecks } from './breakpoints/data.js';
import { exceptionBreakpointChecks } from './breakpoints/exceptions.js';
import { codeBreakpointChecks } from './breakpoints/functions-and-instructions.js';
import { modeChecks } from './breakpoints/modes.js';
import { sourceBreakpointChecks } from './breakpoints/sources.js';

export const breakpointChecks: readonly Check[] = [
  ...sourceBreakpointChecks,
  ...conditionChecks,
  ...codeBreakpointChecks,
  ...exceptionBreakpointChecks,
  ...dataBreakpointChecks,
  ...modeChecks,
];
