// Faults of values, one for each check of the same name.
import type { Fault } from './fault.js';
import { expressionFaults } from './values/expressions.js';
import { partFaults } from './values/parts.js';
import { stackFaults } from './values/stack.js';
import { variableFaults } from './values/variables.js';

export const valueFaults: readonly Fault[] = [
  ...stackFaults,
  ...variableFaults,
  ...expressionFaults,
  ...partFaults,
];
