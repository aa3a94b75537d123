// Checks of requests.
import type { Check } from '../check.js';

export const requestChecks: readonly Check[] = [];
