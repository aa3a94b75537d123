// A breakpoint as whoever drives the machine needs it: resolved to addresses, its texts compiled.

import type { BreakpointWhere, DataAccess, HitCondition } from '../breakpoint.js';
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
  /** Its condition where the host is asked, for a machine that can pass hits at which it does not hold. */
  readonly filter?: Expression;
};

/** Which text of a breakpoint the host is asked about. */
export type AskedText = 'condition' | 'log';
