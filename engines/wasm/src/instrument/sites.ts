// Sites: the places of instrumented code at which the program can be stopped.

import type { ValueType } from '@sonde/wasm';

export type SiteKind =
  /** The start of a basic block: reached when its cost exceeds the limit. */
  | 'block'
  /** The same behind a call. */
  | 'return'
  /** Reached when it is armed. */
  | 'probe'
  /** Reached when the target position is passed: every instruction of a variant for stepping. */
  | 'instruction'
  /** Always reached: in front of `unreachable`. */
  | 'trap';

export interface Site {
  readonly kind: SiteKind;
  /** Of the instruction that runs next, in the original module. */
  readonly offset: number;
  /** Index of the function in the original module. */
  readonly function: number;
  /** What to add to the cost that is charged there to get the position. */
  readonly correction: number;
  /** Whether the locals come along, and may be changed. */
  readonly rich: boolean;
  /** Of a `return`: the call that came back. */
  readonly call?: number;
}

/** How a local crosses to JavaScript: floats as their bits, vectors as two halves. */
export type CrossingType = 'i32' | 'i64' | 'funcref' | 'externref';

export function crossingTypes(type: ValueType): readonly CrossingType[] {
  switch (type) {
    case 'f32':
      return ['i32'];
    case 'f64':
      return ['i64'];
    case 'v128':
      return ['i64', 'i64'];
    default:
      return [type];
  }
}

/** The engine's own names; a module that imports from it is refused. */
export const ownModule = 'sonde';

/** Functions that have the same locals share their import. */
export const stopName = (signature: number): string => `stop${signature}`;

/** Exported under names that no program has. */
export const exportNames = {
  used: 'sonde:used',
  limit: 'sonde:limit',
  target: 'sonde:target',
  mark: 'sonde:mark',
  unwinding: 'sonde:unwinding',
  wantedEntry: 'sonde:wantedEntry',
  handlers: 'sonde:handlers',
  memory: 'sonde:memory',
  start: 'sonde:start',
  setLimit: 'sonde:setLimit',
} as const;

export const armedName = (word: number): string => `sonde:armed${word}`;
/** What `used` is compared with in the function: the limit, or `armedFence` where one of its probes is armed. */
export const fenceName = (index: number): string => `sonde:fence${index}`;
/** Less than anything that was used, and no limit. */
export const armedFence = -2n;
export const globalName = (index: number): string => `sonde:global${index}`;
export const handlerNames = {
  stop: (signature: number): string => `sonde:stop${signature}`,
  filter: (signature: number): string => `sonde:filter${signature}`,
  pass: (signature: number): string => `sonde:pass${signature}`,
  relay: (signature: number): string => `sonde:relay${signature}`,
  spillToStop: (signature: number): string => `sonde:spillToStop${signature}`,
  spillToProbe: (signature: number): string => `sonde:spillToProbe${signature}`,
} as const;
