// All checks, in the order in which they are reported.
import type { Check } from '../check.js';
import { breakpointChecks } from './breakpoints.js';
import { capabilityChecks } from './capabilities.js';
import { eventChecks } from './events.js';
import { inputChecks } from './malformed-input.js';
import { lifecycleChecks } from './lifecycle.js';
import { memoryChecks } from './memory.js';
import { motionChecks } from './motion.js';
import { processChecks } from './process.js';
import { requestChecks } from './requests.js';
import { reverseChecks } from './reverse.js';
import { securityChecks } from './security.js';
import { sessionChecks } from './session.js';
import { valueChecks } from './values.js';
import { wireChecks } from './wire.js';

export const allChecks: readonly Check[] = [
  ...wireChecks,
  ...inputChecks,
  ...securityChecks,
  ...processChecks,
  ...lifecycleChecks,
  ...requestChecks,
  ...capabilityChecks,
  ...breakpointChecks,
  ...motionChecks,
  ...valueChecks,
  ...memoryChecks,
  ...eventChecks,
  ...sessionChecks,
  ...reverseChecks,
];
