// Checks of requests: how they are answered, whatever they are about.
import type { Check } from '../check.js';
import { cancelChecks } from './requests/cancelling.js';
import { expressionChecks } from './requests/expressions.js';
import { replyChecks } from './requests/replies.js';
import { staleChecks } from './requests/stale.js';
import { toleranceChecks } from './requests/tolerance.js';
import { wrongStateChecks } from './requests/wrong-state.js';

export const requestChecks: readonly Check[] = [
  ...toleranceChecks,
  ...wrongStateChecks,
  ...staleChecks,
  ...replyChecks,
  ...expressionChecks,
  ...cancelChecks,
];
