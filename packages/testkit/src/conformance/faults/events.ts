// Faults of events, one for each check of the same name.
import type { LoadedSourceEventBody, MemoryEventBody, ModuleEventBody, StoppedEventBody } from '@sonde/dap';
import type { Fault, FaultyLine } from './fault.js';
import { changedEvents, eventOf } from './seeds.js';
import { changedWhen, seeing } from './seen-session.js';

/** An id that nothing has. */
const nobody = 987_654;

export const eventFaults: readonly Fault[] = [
  {
    check: 'events/breakpoint',
    does: 'says with each breakpoint that changed that another changed which nobody has set',
    seed: changedEvents('breakpoint', event => [
      event,
      eventOf('breakpoint', { reason: 'changed', breakpoint: { id: nobody, verified: true } }),
    ]),
  },
  {
    check: 'events/continued',
    does: 'says after the second stop of a program that it has continued',
    seed: continuedTooLate,
  },
  {
    check: 'events/thread',
    does: 'says that a thread started which is not there, where there are several',
    seed: oneThreadMore,
  },
  {
    check: 'events/module',
    does: 'announces modules under other ids than it lists them',
    seed: changedEvents('module', event => {
      const body = event.body as ModuleEventBody;
      return { ...event, body: { ...body, module: { ...body.module, id: nobody } } };
    }),
  },
  {
    check: 'events/loaded-source',
    does: 'announces sources with other paths than it lists them',
    seed: changedEvents('loadedSource', event => {
      const body = event.body as LoadedSourceEventBody;
      return { ...event, body: { ...body, source: { ...body.source, path: '/nowhere' } } };
    }),
  },
  {
    check: 'events/memory',
    does: 'says that memory changed which is not there',
    seed: changedEvents('memory', event => ({
      ...event,
      body: { ...(event.body as MemoryEventBody), memoryReference: 'nowhere' },
    })),
  },
  {
    check: 'events/invalidated',
    does: 'says that a thread is to be read anew which is not there',
    seed: changedWhen('setVariable', (response, _request, seen, line) => {
      if (seen.client.supportsInvalidatedEvent === true)
        line.toClient(eventOf('invalidated', { areas: ['variables'], threadId: nobody }));
      return response;
    }),
  },
  {
    check: 'events/progress',
    does: 'begins the same progress twice',
    seed: () =>
      seeing(seen => ({
        fromAdapter(message, line) {
          const isFirst = message.type === 'event' && message.event === 'initialized';
          if (isFirst && seen.client.supportsProgressReporting === true) {
            const progress = { progressId: 'the-same', title: 'Launching' };
            line.toClient(eventOf('progressStart', progress));
            line.toClient(eventOf('progressStart', progress));
            line.toClient(eventOf('progressEnd', { progressId: progress.progressId }));
          }
          line.toClient(message);
        },
      }))(),
  },
];

/** Where the client only lets the program run, and looks at threads. */
function continuedTooLate(): FaultyLine {
  return seeing(seen => ({
    fromAdapter(message, line) {
      line.toClient(message);
      const isStop = message.type === 'event' && message.event === 'stopped';
      if (isStop && seen.count('continue') === 1 && seen.count('setBreakpoints') === 1)
        line.toClient(eventOf('continued', { threadId: (message.body as StoppedEventBody).threadId ?? 1 }));
    },
  }))();
}

/** Told with the second one. */
function oneThreadMore(): FaultyLine {
  let threads = 0;
  return changedEvents('thread', event =>
    ++threads === 2 ? [event, eventOf('thread', { reason: 'started', threadId: nobody })] : event,
  )();
}
