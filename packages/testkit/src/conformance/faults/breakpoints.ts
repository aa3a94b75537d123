// Faults of breakpoints, one for each check of the same name.
import type { Fault } from './fault.js';

export const breakpointFaults: readonly Fault[] = [];
