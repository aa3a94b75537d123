// Checks of input: messages that arrive in an unusual way, and input that is no message at all.
import type { Check } from '../check.js';
import { argumentChecks } from './input/arguments.js';
import { bodyChecks } from './input/bodies.js';
import { frameChecks } from './input/frames.js';
import { lengthChecks } from './input/lengths.js';

export const inputChecks: readonly Check[] = [
  ...frameChecks,
  ...lengthChecks,
  ...bodyChecks,
  ...argumentChecks,
];
