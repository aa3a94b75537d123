// A breakpoint as whoever drives the machine needs it: resolved to addresses, its texts compiled.

import type { BreakpointWhere, DataAccess, HitCondition, LogValue } from '../breakpoint.js';
import type { Expression } from '../expression.js';
import type { BreakpointId } from '../ids.js';
import type { Place } from '../place.js';

export interface ArmedBreakpoint {
  readonly id: BreakpointId;
  readonly where:
    | { readonly kind: 'code'; readonly sites: readonly ArmedSite[] }
    | ({
        readonly kind: 'data';
        readonly place: Place;
        readonly size: number;
        readonly access: DataAccess;
        /** A write that leaves the value as it was does not count, nor does a read. */
        readonly onlyChanges: boolean;
      } & BreakpointExpressions)
    | (ExceptionWhere & BreakpointExpressions);
  readonly hitCondition?: HitCondition;
  readonly task?: number;
  readonly temporary: boolean;
  /** The texts need what only the host has: it is asked about them at every hit. */
  readonly ask: boolean;
  /** Which texts it has: a condition comes before the hit is counted, a log message after. */
  readonly conditional: boolean;
  readonly logs: boolean;
  /** Same place and same texts as before: its hits go on being counted. */
  readonly keepCount: boolean;
}

type ExceptionWhere = Extract<BreakpointWhere, { kind: 'exception' }>;

export interface BreakpointExpressions {
  readonly condition?: Expression;
  readonly log?: Expression;
}

export type ArmedSite = BreakpointExpressions & {
  readonly address: number;
  /** Where the host is asked: what a machine decides and reads by itself, so that the host is asked less often or never. */
  readonly near?: NearTexts;
};

/** Texts of a breakpoint for a machine that evaluates some expressions without halting. */
export interface NearTexts {
  /** Hits at which it does not hold are passed. */
  readonly condition?: Expression;
  /** What the log message shows: it is read at the hit, and the machine goes on. */
  readonly log?: readonly LogValue[];
}

/** Which text of a breakpoint the host is asked about. */
export type AskedText = 'condition' | 'log';
