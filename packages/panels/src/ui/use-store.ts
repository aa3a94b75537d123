// The model's values in components.
import { useSyncExternalStore } from 'react';
import type { Readable } from '@sonde/client';

export const useStore = <T>(store: Readable<T>): T => useSyncExternalStore(store.subscribe, store.get);
