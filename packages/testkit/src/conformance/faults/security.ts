// Faults of security, one for each check of the same name.
import type { Fault } from './fault.js';

export const securityFaults: readonly Fault[] = [];
