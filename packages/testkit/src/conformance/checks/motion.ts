// Checks of motion: each step goes where it should, and the program shows it.
import type { Check } from '../check.js';
import { jumpChecks } from './motion/jumps.js';
import { reverseMotionChecks } from './motion/reverse.js';
import { stepChecks } from './motion/steps.js';
import { threadMotionChecks } from './motion/threads.js';

export const motionChecks: readonly Check[] = [
  ...stepChecks,
  ...reverseMotionChecks,
  ...jumpChecks,
  ...threadMotionChecks,
];
