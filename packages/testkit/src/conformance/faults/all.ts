// All faults: one for each check, and a check without one fails the build.
import type { Fault } from './fault.js';
import { breakpointFaults } from './breakpoints.js';
import { capabilityFaults } from './capabilities.js';
import { eventFaults } from './events.js';
import { inputFaults } from './malformed-input.js';
import { lifecycleFaults } from './lifecycle.js';
import { memoryFaults } from './memory.js';
import { motionFaults } from './motion.js';
import { processFaults } from './process.js';
import { requestFaults } from './requests.js';
import { reverseFaults } from './reverse.js';
import { securityFaults } from './security.js';
import { sessionFaults } from './session.js';
import { valueFaults } from './values.js';
import { wireFaults } from './wire.js';

export const allFaults: readonly Fault[] = [
  ...wireFaults,
  ...inputFaults,
  ...securityFaults,
  ...processFaults,
  ...lifecycleFaults,
  ...requestFaults,
  ...capabilityFaults,
  ...breakpointFaults,
  ...motionFaults,
  ...valueFaults,
  ...memoryFaults,
  ...eventFaults,
  ...sessionFaults,
  ...reverseFaults,
];
