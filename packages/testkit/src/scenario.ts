// The scenario: the behaviours that every language shows over every transport, each a function of a client and a profile.
import type { TestClient } from './client.js';
import { conditionsHitCountsLogPoints, dataBreakpoint, exceptions } from './scenario/breakpoint-kinds.js';
import { pausesEndlessLoop, pausesWhileWaitingForInput } from './scenario/pausing.js';
import type { Profile, SectionName } from './scenario/profile.js';
import { restarts, twoSessionsAtOnce } from './scenario/sessions.js';
import { stepsInOverOut, stopsBeforeTheLineRuns } from './scenario/stops-and-steps.js';
import { evaluatesInAllContexts, setsVariable } from './scenario/values.js';

export type * from './scenario/profile.js';
export {
  conditionsHitCountsLogPoints,
  dataBreakpoint,
  evaluatesInAllContexts,
  exceptions,
  pausesEndlessLoop,
  pausesWhileWaitingForInput,
  restarts,
  setsVariable,
  stepsInOverOut,
  stopsBeforeTheLineRuns,
  twoSessionsAtOnce,
};

export interface Behaviour {
  readonly title: string;
  /** The part of the profile that it needs. */
  readonly section: SectionName;
  /** Takes a client on which nothing was sent yet; closing it stays the caller's business. */
  readonly run: (client: TestClient, profile: Profile) => Promise<void>;
}

export const behaviours: readonly Behaviour[] = [
  { title: 'stops before the line runs', section: 'line', run: stopsBeforeTheLineRuns },
  { title: 'steps in, over and out', section: 'steps', run: stepsInOverOut },
  {
    title: 'takes conditions, hit counts and log points',
    section: 'breakpoints',
    run: conditionsHitCountsLogPoints,
  },
  { title: 'stops when watched data is written', section: 'data', run: dataBreakpoint },
  { title: 'stops at exceptions and says which', section: 'exceptions', run: exceptions },
  { title: 'pauses an endless loop', section: 'endless', run: pausesEndlessLoop },
  { title: 'pauses a program that waits for input', section: 'input', run: pausesWhileWaitingForInput },
  { title: 'restarts', section: 'line', run: restarts },
  { title: 'sets a variable and the program goes on with it', section: 'set', run: setsVariable },
  { title: 'evaluates in all contexts', section: 'evaluate', run: evaluatesInAllContexts },
  { title: 'keeps two sessions apart', section: 'line', run: twoSessionsAtOnce },
];
