// Faults of values, one for each check of the same name.
import type { Fault } from './fault.js';

export const valueFaults: readonly Fault[] = [];
