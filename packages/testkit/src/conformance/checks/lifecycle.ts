// Checks of lifecycle.
import type { Check } from '../check.js';

export const lifecycleChecks: readonly Check[] = [];
