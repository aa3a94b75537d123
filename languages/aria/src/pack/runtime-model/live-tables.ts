// The tables of runtime/aria.h that list what a wild pointer may lead to, and what is said of one that they do not list.

import type { ListedIn } from '@sonde/engine';

export const scopeLeft = 'access through a dangling wild pointer: its scope was left';
export const memoryFreed = 'access through a dangling wild pointer: its memory was freed';

export const liveTables: readonly ListedIn[] = [
  {
    ...{ symbol: '__aria_scopes', entrySize: 8, members: { scope_id: 0 } },
    ...{ unlessZero: 'scope_id', otherwise: scopeLeft },
  },
  {
    ...{ symbol: '__aria_wild_table', entrySize: 40, members: { base: 0, scope_id: 16 } },
    ...{ unlessZero: 'base', otherwise: memoryFreed },
  },
];
