// Faults of lifecycle, one for each check of the same name.
import type { Fault } from './fault.js';

export const lifecycleFaults: readonly Fault[] = [];
