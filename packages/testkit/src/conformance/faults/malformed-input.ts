// Faults of malformed-input, one for each check of the same name.
import type { Fault } from './fault.js';

export const inputFaults: readonly Fault[] = [];
