// Faults of memory, one for each check of the same name.
import type { Fault } from './fault.js';

export const memoryFaults: readonly Fault[] = [];
