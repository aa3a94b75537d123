// Regions: what a debuggee's memory is made of, as the machine sees it and not as a language does.

import type { Address } from './address.js';

export const regionKinds = ['code', 'data', 'heap', 'stack', 'mapped', 'other'] as const;

export type RegionKind = (typeof regionKinds)[number];

export interface EngineRegion {
  readonly start: Address;
  /** In bytes. */
  readonly size: number;
  readonly kind: RegionKind;
  /** What the machine calls it: the file that it comes from, `[stack]`. */
  readonly name?: string;
  /** Which of reading, writing and running are allowed: `r-x`. */
  readonly permissions?: string;
}
