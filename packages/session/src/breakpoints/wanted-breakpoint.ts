// A breakpoint as a client asks for it, read into what an engine can set, or refused with the reason.

import { Failure, type BreakpointMode } from '@sonde/engine';
import { parseHitCondition } from '@sonde/lens';
import { modeProblem, withMode, type KnownMode } from './breakpoint-modes.js';
import type { NewBreakpoint } from './breakpoint-table.js';

/** `parts` are answered as one: a choice of exceptions may need several. `idle` asks for nothing, and that is fine. */
export type Wanted =
  | { readonly kind: 'set'; readonly parts: readonly NewBreakpoint[] }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'idle'; readonly message: string };

export interface Texts {
  readonly condition?: string | undefined;
  readonly hitCondition?: string | undefined;
  readonly logMessage?: string | undefined;
  readonly mode?: string | undefined;
}

export const problem = (message: string): Wanted => ({ kind: 'problem', message });

/** A breakpoint whose texts cannot be read is answered as unverified, with the reason, and the others are set. */
export function readBreakpoint(
  given: Texts,
  where: NewBreakpoint['where'],
  modes: readonly KnownMode[],
): Wanted {
  const wrongMode =
    given.mode === undefined ? undefined : modeProblem(given.mode, kindForModes(where), modes);
  if (wrongMode !== undefined) return problem(wrongMode);
  if (given.mode !== undefined && isText(given.logMessage))
    return problem('A log point never stops, so it has no mode. Leave out the mode or the log message.');
  try {
    const part: NewBreakpoint = {
      where,
      ...(isText(given.condition) ? { condition: given.condition } : {}),
      ...(isText(given.hitCondition) ? { hitCondition: parseHitCondition(given.hitCondition) } : {}),
      ...(isText(given.logMessage) ? { logMessage: given.logMessage } : {}),
      ...(given.mode === undefined ? {} : withMode(given.mode)),
    };
    return { kind: 'set', parts: [part] };
  } catch (error) {
    if (error instanceof Failure && error.blame === 'user') return problem(error.text);
    throw error;
  }
}

/** Modes that the protocol lets a function breakpoint have are those of the source that it leads to: none of its own. */
const kindForModes = ({ kind }: NewBreakpoint['where']): BreakpointMode['appliesTo'][number] =>
  kind === 'function' ? 'source' : kind;

const isText = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';
