// Checks of motion.
import type { Check } from '../check.js';

export const motionChecks: readonly Check[] = [];
