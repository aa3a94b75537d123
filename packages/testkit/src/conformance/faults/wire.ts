// Faults of wire, one for each check of the same name.
import type { Fault } from './fault.js';

export const wireFaults: readonly Fault[] = [];
