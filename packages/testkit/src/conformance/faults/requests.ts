// Faults of requests, one for each check of the same name.
import type { Fault } from './fault.js';

export const requestFaults: readonly Fault[] = [];
