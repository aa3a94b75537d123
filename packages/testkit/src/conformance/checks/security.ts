// Checks of security.
import type { Check } from '../check.js';

export const securityChecks: readonly Check[] = [];
