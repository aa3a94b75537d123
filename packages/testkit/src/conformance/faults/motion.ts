// Faults of motion, one for each check of the same name.
import type { Fault } from './fault.js';

export const motionFaults: readonly Fault[] = [];
