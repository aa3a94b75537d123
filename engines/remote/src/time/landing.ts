// Where a step back ends: at the beginning of what a step forward would have begun with.

import type { SymbolIndex } from '@sonde/engine';
import type { RemoteVisit } from '../remote-time.js';

export interface Landing {
  readonly visit: RemoteVisit;
  /** False: what came before may belong to the same line. */
  readonly isSure: boolean;
}

/**
 * `visits` are the last ones, oldest first. Statements of one line that ran one after the other in one activation are left
 * together, so that a step by line ends at the first of them.
 */
export function landingOf(
  visits: readonly RemoteVisit[],
  symbols: Pick<SymbolIndex, 'lineAt'>,
  byLine: boolean,
  isAll: boolean,
): Landing | undefined {
  let nth = visits.length - 1;
  if (nth < 0) return undefined;
  while (byLine && nth > 0 && continues(symbols, visits[nth - 1]!, visits[nth]!)) nth--;
  return { visit: visits[nth]!, isSure: nth > 0 || !byLine || isAll };
}

function continues(
  symbols: Pick<SymbolIndex, 'lineAt'>,
  before: RemoteVisit,
  { activation, site }: RemoteVisit,
): boolean {
  // A jump back begins the line again, as in a loop of one line.
  if (before.activation !== activation || before.site >= site) return false;
  const [one, other] = [symbols.lineAt(before.site), symbols.lineAt(site)];
  return one !== undefined && one.line === other?.line && one.source === other.source;
}

/** Addresses at which a step back may end: statements of functions that people wrote, behind their prologues. */
export function statementsOf(symbols: Pick<SymbolIndex, 'data' | 'functionAt'>): readonly number[] {
  return symbols.data.lines.flatMap(({ address, statement }) => {
    if (!statement) return [];
    const inside = symbols.functionAt(address);
    return inside === undefined || inside.artificial === true || address < (inside.body ?? 0)
      ? []
      : [address];
  });
}
