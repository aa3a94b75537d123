// Checks of the life of a session: its beginning, its stops, its end.
import type { Check } from '../check.js';
import { clientWishChecks } from './lifecycle/client-wishes.js';
import { endingChecks } from './lifecycle/ending.js';
import { initializationChecks } from './lifecycle/initialization.js';
import { launchChecks } from './lifecycle/launching.js';
import { stopChecks } from './lifecycle/stops.js';

export const lifecycleChecks: readonly Check[] = [
  ...initializationChecks,
  ...launchChecks,
  ...stopChecks,
  ...endingChecks,
  ...clientWishChecks,
];
