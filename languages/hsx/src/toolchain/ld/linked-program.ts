// A program whose addresses are all known: what its `.sym` is made of.

import type { DbgFile } from '../format/dbg.js';
import type { Layout, LinkedSymbol } from './layout.js';

export interface LinkedProgram {
  readonly layout: Layout;
  readonly exported: ReadonlyMap<string, LinkedSymbol>;
  readonly code: Uint32Array;
  /** For each module. */
  readonly debug: readonly (DbgFile | undefined)[];
  readonly crc: number;
  readonly hxePath: string;
}
