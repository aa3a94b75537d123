// Which scopes of a frame hold names that stand in its source.
import type { Scope } from '@sonde/dap';

export const isLocal = ({ presentationHint, expensive }: Scope): boolean =>
  !expensive && (presentationHint === 'locals' || presentationHint === 'arguments');

/** Names of this scope may stand in the source, unlike those of registers. */
export const isInSource = ({ presentationHint, expensive }: Scope): boolean =>
  !expensive && presentationHint !== 'registers' && presentationHint !== 'returnValue';

/** The first line of the function, where the session tells the range of its scopes. */
export function firstLineOf(scopes: readonly Scope[]): number | undefined {
  const begins = scopes.filter(isLocal).flatMap(({ line }) => (line === undefined ? [] : [line]));
  return begins.length === 0 ? undefined : Math.min(...begins);
}
