// Whether one can go back in this program: its engine can, and its run is recorded.

import {
  Failure,
  notSupported,
  parsePosition,
  type Engine,
  type EngineTraits,
  type TimePosition,
  type TimeTravel,
} from '@sonde/engine';
import type { DebugSession } from '../debug-session.js';

const notRecorded = 'the run is not recorded; leave out the launch options "record" and "noDebug"';

/** Policy of requests that need it. */
export const timeTravel = {
  capability: 'supportsStepBack',
  lacking: ({ timeLacks }: EngineTraits) =>
    timeLacks ?? 'going back comes with engines that record the run, and the one of this program does not',
  lackingHere: notRecorded,
} as const;

/** Whether runs can be taken along as files, and replayed from them. */
export const canBeRecorded = ({ time, recordings }: EngineTraits): boolean =>
  time === 'full' && recordings !== false;

/** Why a run cannot be written into a file. */
export const whyNotRecorded = (language: string, { time }: EngineTraits): string =>
  time === 'full'
    ? `one can go back in runs of ${language} while they are debugged, and cannot write them into a file`
    : `a run of ${language} is not recorded`;

/** Refused where there is no time to travel in. */
export function timeOf({ time }: Engine): TimeTravel {
  if (time === undefined) throw notSupported('going back', notRecorded);
  return time;
}

type Program = Pick<DebugSession, 'language' | 'settings' | 'loadedEngine'>;

/** What this program can do: before it is loaded by its language and how it was launched, later by its engine. */
export function traitsOf({ language, settings, loadedEngine }: Program): EngineTraits {
  if (loadedEngine !== undefined) return loadedEngine.traits;
  const { traits } = language.engine;
  const { recording = { kind: 'off' } } = settings;
  return traits.time === 'full' && recording.kind === 'off' ? withoutTime(traits) : traits;
}

/** The same object each time: what is derived from traits is kept by their identity. */
function withoutTime(traits: EngineTraits): EngineTraits {
  const known = timeless.get(traits) ?? { ...traits, time: 'none' };
  timeless.set(traits, known);
  return known;
}

const timeless = new WeakMap<EngineTraits, EngineTraits>();

/** A moment by its name, or a step of the branch that the program is on. */
export async function wantedTime(
  session: Pick<DebugSession, 'engine'>,
  { position, step }: { readonly position?: string; readonly step?: number },
): Promise<TimePosition> {
  if (position !== undefined) return namedMoment(position);
  if (step === undefined) throw new Failure('bad-arguments', 'user', '"position" or "step" is missing.');
  const { here } = await timeOf(await session.engine()).span();
  return { branch: here.branch, step, edit: 0 };
}

export function namedMoment(text: string): TimePosition {
  const found = parsePosition(text);
  if (found !== undefined) return found;
  throw new Failure(
    'bad-arguments',
    'user',
    `"${text}" is no moment of the run.`,
    'Take one that "sonde/timeline", a stop or an output event told.',
  );
}
