// Checks of breakpoints.
import type { Check } from '../check.js';

export const breakpointChecks: readonly Check[] = [];
