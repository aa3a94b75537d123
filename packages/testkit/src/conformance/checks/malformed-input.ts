// Checks of malformed-input.
import type { Check } from '../check.js';

export const inputChecks: readonly Check[] = [];
