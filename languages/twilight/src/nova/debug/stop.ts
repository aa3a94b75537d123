// Why a transaction stands, and how a client is told.

import type { HostStop, RunOutcome } from '@sonde/engine-wasm';
import { hexOf } from '../hex.js';
import { failures } from '../machine/contract-host.js';

/** The first three are those of the specification. */
export type StopReason =
  | 'breakpoint'
  | 'step'
  | 'pause'
  | 'entry'
  | 'revert'
  | 'panic'
  | 'outOfGas'
  | 'assertion'
  | 'event'
  | 'storageWrite'
  | 'dataChange';

/** What a session can ask to be stopped for besides breakpoints and steps. */
export interface StopFilters {
  readonly revert: boolean;
  readonly panic: boolean;
  readonly outOfGas: boolean;
  readonly assertion: boolean;
  readonly event: boolean;
}

export const usualFilters: StopFilters = {
  revert: true,
  panic: true,
  outOfGas: true,
  assertion: true,
  event: false,
};

export interface StoredWrite {
  readonly id: string;
  readonly key: string;
  readonly before: string | null;
  readonly after: string;
}

export interface Stop {
  readonly reason: StopReason;
  readonly offset: number;
  readonly functionIndex: number;
  readonly depth: number;
  readonly gasUsed: bigint;
  /** Where to stop the contract at this position: behind the call, where that is what failed. */
  readonly site: number;
  /** What a revert or panic says. */
  readonly text?: string;
  /** Offsets of breakpoints that were hit. */
  readonly hitBreakpoints?: readonly number[];
  readonly storage?: StoredWrite;
  /** Locals and memory that are watched, and are another now. */
  readonly data?: readonly { readonly id: string; readonly before: string; readonly after: string }[];
  /** Hits that handlers have counted and passed, by counter. */
  readonly passed?: ReadonlyMap<string, number>;
  /** What the function that was just left gave back: the bits of a number. */
  readonly returned?: { readonly functionIndex: number; readonly bits: string };
}

type StandingOutcome = Exclude<RunOutcome, { kind: 'exited' }>;

export function stopOf(outcome: StandingOutcome, isEntry: boolean): Stop {
  const { offset, function: functionIndex, depth, position, site, returned } = outcome.at;
  const { passed } = outcome;
  const common = {
    ...(passed === undefined ? {} : { passed }),
    offset,
    functionIndex,
    depth,
    gasUsed: position,
    site,
    ...(returned === undefined
      ? {}
      : { returned: { functionIndex: returned.function, bits: String(returned.bits) } }),
  };
  switch (outcome.kind) {
    case 'site':
      return { ...common, reason: 'breakpoint', hitBreakpoints: [offset] };
    case 'step':
      return { ...common, reason: isEntry ? 'entry' : 'step' };
    case 'halted':
      return { ...common, reason: 'pause' };
    case 'thrown':
      return { ...common, reason: reasonOf(outcome.thrown), text: outcome.thrown.message };
    case 'watch':
      return {
        ...common,
        reason: 'dataChange',
        data: outcome.touched.map(({ id, before, after }) => ({
          id,
          before: hexOf(before),
          after: hexOf(after),
        })),
      };
    case 'host': {
      const { stop } = outcome;
      if (stop.kind !== 'watch') return { ...common, reason: 'event' };
      return { ...common, reason: 'storageWrite', storage: writeOf(stop) };
    }
  }
}

/** A write to storage that is watched, as the host of the contract told it. */
export function writeOf({ id, before, after }: HostStop & { readonly kind: 'watch' }): StoredWrite {
  const { key, value } = before as { readonly key: string; readonly value: string | null };
  return { id, key, before: value, after: after as string };
}

/** How the text of an assertion that failed begins. */
const assertion = 'Assertion failed:';

function reasonOf({ name, message }: { readonly name: string; readonly message: string }): StopReason {
  if (name === failures.outOfGas || name === failures.fuel) return 'outOfGas';
  if (name !== failures.revert) return 'panic';
  return message.startsWith(assertion) ? 'assertion' : 'revert';
}

export const isFiltered = (reason: StopReason): reason is keyof StopFilters =>
  Object.hasOwn(usualFilters, reason);
