// Faults of breakpoints, one for each check of the same name.
import { kindFaults } from './breakpoints/conditions-and-kinds.js';
import { dataFaults } from './breakpoints/data.js';
import { exceptionFaults } from './breakpoints/exceptions.js';
import { sourceFaults } from './breakpoints/sources.js';
import type { Fault } from './fault.js';

export const breakpointFaults: readonly Fault[] = [
  ...sourceFaults,
  ...kindFaults,
  ...exceptionFaults,
  ...dataFaults,
];
