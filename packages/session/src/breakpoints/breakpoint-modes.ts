// Breakpoint modes: ways to be set that a user can choose, those of the session and those of the engine.

import type { BreakpointMode, BreakpointSpec, EngineTraits } from '@sonde/engine';

const once = 'once';

/** What the session does itself, whatever the engine. */
export const sessionModes: readonly BreakpointMode[] = [
  {
    mode: once,
    label: 'Once',
    description: 'Stops once, then rests until the next run.',
    appliesTo: ['source', 'instruction', 'exception'],
  },
];

/** For people: why it is not armed although the program runs. */
export const restsUntilNextRun = 'It has stopped once, as asked, and rests until the next run.';

export const modesOf = (traits: EngineTraits): readonly BreakpointMode[] => [
  ...sessionModes,
  ...(traits.breakpoints.modes ?? []),
];

type Kind = BreakpointMode['appliesTo'][number];

/** The part of a mode that the protocol's open list of kinds leaves. */
export interface KnownMode {
  readonly mode: string;
  readonly appliesTo: readonly string[];
}

/** Why a breakpoint of this kind cannot have this mode; undefined when it can. */
export function modeProblem(mode: string, kind: Kind, known: readonly KnownMode[]): string | undefined {
  const fitting = known.filter(({ appliesTo }) => appliesTo.includes(kind)).map(each => each.mode);
  if (fitting.includes(mode)) return undefined;
  const there = fitting.length === 0 ? 'there are none' : `choose from: ${fitting.join(', ')}`;
  return `There is no mode "${mode}" for ${kind} breakpoints here; ${there}.`;
}

/** What a mode means for the engine. */
export const withMode = (mode: string): Pick<BreakpointSpec, 'mode' | 'temporary'> =>
  mode === once ? { mode, temporary: true } : { mode };

export const isForOneStop = (spec: BreakpointSpec): boolean => spec.mode === once;
