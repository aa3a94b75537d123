// Checks of values.
import type { Check } from '../check.js';

export const valueChecks: readonly Check[] = [];
