// Faults of capabilities, one for each check of the same name.
import type { Fault } from './fault.js';

export const capabilityFaults: readonly Fault[] = [];
