// A stop in the protocol's words: an event for each thread that has something to say, the one to look at last.

import type { EventBody } from '@sonde/dap';
import type { StopReason, StoppedThread } from '@sonde/engine';
import type { Client } from '../clients/client.js';
import type { DebugSession, StopState } from '../debug-session.js';
import { mainReason } from './stop-detail.js';
import { stopTimeBody } from '../time/time-bodies.js';

type StoppedBody = EventBody<'stopped'>;

/**
 * Clients show of all threads only what the last event says (VS Code forgets the reasons of the others, and what was
 * read of their stacks), so that the thread to look at comes last.
 */
export function stoppedBodies(
  session: DebugSession,
  client: Client,
  { stop, detail }: StopState,
): readonly StoppedBody[] {
  const reason = mainReason(stop);
  const label = stop.time?.label;
  const focus = {
    ...(label === undefined ? {} : { description: label }),
    ...(reason === undefined ? { reason: 'pause' } : reasonBody(session, reason, detail)),
    threadId: stop.focus,
    allThreadsStopped: stop.allThreads,
    ...(stop.time !== undefined && client.declares('supportsTimeTravel')
      ? { time: stopTimeBody(stop.time) }
      : {}),
  };
  const others = stop.threads.filter(item => item.thread !== stop.focus && item.reasons.some(isItsOwn));
  if (others.length === 0 || client.quirks.resumesAtSecondStopped === true)
    return [{ ...focus, ...hitsOf(session, stop.threads) }];
  return [
    ...others.map(item => ({
      ...reasonBody(session, item.reasons.find(isItsOwn)!, undefined),
      threadId: item.thread,
      preserveFocusHint: true,
      allThreadsStopped: stop.allThreads,
      ...hitsOf(session, [item]),
    })),
    {
      ...focus,
      ...hitsOf(
        session,
        stop.threads.filter(item => item.thread === stop.focus),
      ),
    },
  ];
}

/** A pause is everybody's. */
const isItsOwn = ({ kind }: StopReason): boolean => kind !== 'pause';

function hitsOf(
  session: DebugSession,
  threads: readonly StoppedThread[],
): Pick<StoppedBody, 'hitBreakpointIds'> {
  const hits = threads.flatMap(item => item.reasons.flatMap(reason => ('hits' in reason ? reason.hits : [])));
  if (hits.length === 0) return {};
  return { hitBreakpointIds: [...new Set(hits.map(id => session.breakpoints.toldAs(id)))] };
}

function reasonBody(
  session: DebugSession,
  reason: StopReason,
  detail: string | undefined,
): Pick<StoppedBody, 'reason' | 'description' | 'text'> {
  switch (reason.kind) {
    case 'end-of-recording':
      return { reason: 'end of recording', description: 'The recording ends here', text: reason.text };
    case 'entry':
      return { reason: 'entry', description: 'Stopped at the entry' };
    case 'breakpoint': {
      const kind =
        reason.hits[0] === undefined ? undefined : session.breakpoints.get(reason.hits[0])?.spec.where.kind;
      const name = kind === 'function' || kind === 'instruction' ? `${kind} breakpoint` : 'breakpoint';
      if (reason.problem === undefined) return { reason: name };
      return { reason: name, description: 'The breakpoint could not be decided', text: reason.problem };
    }
    case 'data': {
      const description =
        reason.access === 'write' ? 'A watched value was written' : 'A watched value was read';
      const text = reason.problem ?? detail;
      return { reason: 'data breakpoint', description, ...(text === undefined ? {} : { text }) };
    }
    case 'exception':
      return {
        reason: 'exception',
        description: `Stopped at ${reason.thrown.name}`,
        text: detail ?? reason.thrown.message,
      };
    case 'program':
      return {
        reason: 'breakpoint',
        description: 'The program asked for the debugger',
        ...(reason.text === undefined ? {} : { text: reason.text }),
      };
    case 'restart-frame':
      return { reason: 'restart', description: 'The frame begins again' };
    case 'step':
    case 'pause':
    case 'goto':
      return { reason: reason.kind };
  }
}
