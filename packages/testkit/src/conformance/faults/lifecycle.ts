// Faults of the life of a session, one for each check of it.
import type { Fault } from './fault.js';
import { clientWishFaults } from './lifecycle/client-wishes.js';
import { startFaults } from './lifecycle/starting.js';
import { stopAndEndFaults } from './lifecycle/stops-and-ends.js';

export const lifecycleFaults: readonly Fault[] = [...startFaults, ...stopAndEndFaults, ...clientWishFaults];
