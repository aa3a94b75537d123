// Ids of wild memory: the runtime numbers every allocation of a debug build, and uses no number twice.

import type { HeapStop } from '@sonde/engine-native';

export const wildId = (stop: HeapStop, scope: bigint): number => stop.ids.number(`wild ${scope}`);
