// What happened when: the timeline of a recorded run, the values that a place had, and its branches.

import { resolve } from 'node:path';
import { Failure, type Moment } from '@sonde/engine';
import { clientSource } from '../events/event-translation.js';
import { LongWork } from '../long-work.js';
import { recordingName, writeRecording } from '../recording/save-recording.js';
import { serveChecked, type RequestEntry, type SessionContext } from '../request-table.js';
import { pastTexts, wholePlace } from '../time/past-values.js';
import { namedMoment, timeOf, timeTravel } from '../time/recorded-time.js';
import {
  discardBranchArguments,
  recordingArguments,
  timelineArguments,
  valueHistoryArguments,
} from '../time/time-arguments.js';
import { positionBody, spanBody } from '../time/time-bodies.js';
import { namedValue } from '../values/named-value.js';

/** They leave the program where it stands, but may have to run parts of it again, which takes its time. */
const looking = { needs: 'stopped', deadlineMs: 'timeout', ...timeTravel } as const;

/** A message must fit into the memory of whoever reads it, with room to spare. */
const largestAnswer = 48 * 1024 * 1024;

export const timeTravelRequests: readonly RequestEntry[] = [
  serveChecked('sonde/timeline', looking, timelineArguments, async (context, args) => {
    const time = timeOf(await context.session.engine());
    const { from, to, kinds, limit = 1000, thin } = args;
    const query = {
      limit,
      ...(kinds === undefined ? {} : { kinds }),
      ...(from === undefined ? {} : { from: namedMoment(from) }),
      ...(to === undefined ? {} : { to: namedMoment(to) }),
      ...(thin === undefined ? {} : { thin }),
    };
    const found = await longWork(context, 'Looking through the run', signal => time.timeline(query, signal));
    return {
      ...spanBody(found),
      total: found.total,
      moments: found.moments.map(moment => momentBody(context, moment)),
    };
  }),

  serveChecked('sonde/valueHistory', looking, valueHistoryArguments, async (context, args) => {
    const { session } = context;
    const engine = await session.engine();
    const time = timeOf(engine);
    const { types } = engine;
    const { value, frame } = await namedValue(context, args);
    const { place, type } = value;
    if (place === undefined)
      throw new Failure('bad-arguments', 'user', 'a result has no history;', 'name a variable or a member.');
    const { stop } = session.stopped();
    const found = await longWork(context, 'Looking for earlier values', signal =>
      time.history(stop.id, wholePlace(place, type, types), args.limit ?? 100, signal),
    );
    const lens = await session.lens(frame);
    const { reader } = session.stopped();
    const texts = await pastTexts(found.values, type, types, past => lens.text(past, reader));
    return {
      more: found.more,
      values: found.values.map((past, nth) => ({
        ...positionBody(past.at),
        ...texts[nth],
        ...(past.thread === undefined ? {} : { threadId: past.thread }),
        ...locationBody(context, past),
      })),
    };
  }),

  serveChecked(
    'sonde/recording',
    { ...looking, changes: true, byPerson: true },
    recordingArguments,
    async (context, { path }) => {
      const { session } = context;
      const bytes = await longWork(context, 'Writing the recording', signal => session.recording(signal));
      const name = recordingName(session.settings.program);
      if (path !== undefined) {
        const file = resolve(session.settings.cwd, path);
        await writeRecording(file, bytes);
        return { path: file, bytes: bytes.length };
      }
      if (bytes.length > largestAnswer)
        throw new Failure(
          'no-resources',
          'environment',
          `the recording has ${bytes.length} bytes, too many for an answer.`,
          'Have it written to a file: give "path".',
        );
      return { name, bytes: bytes.length, data: bytes.toString('base64') };
    },
  ),

  serveChecked(
    'sonde/discardBranch',
    { needs: 'stopped', changes: true, byPerson: true, ...timeTravel },
    discardBranchArguments,
    async ({ session }, { branch }) => {
      await timeOf(await session.engine()).discard(branch);
      return {};
    },
  ),
];

async function longWork<Found>(
  context: SessionContext,
  title: string,
  ask: (signal: AbortSignal) => Promise<Found>,
): Promise<Found> {
  const { timeoutMs } = context.session;
  const work = new LongWork(context, { title, wanted: 'the run was not looked through', timeoutMs });
  try {
    return await work.result(ask(work.signal));
  } finally {
    work.end();
  }
}

function momentBody(context: SessionContext, moment: Moment) {
  const { at, location, ...rest } = moment;
  const { thread, ...told } = { thread: undefined, ...rest };
  return {
    ...positionBody(at),
    ...told,
    ...(thread === undefined ? {} : { threadId: thread }),
    ...locationBody(context, location === undefined ? {} : { location }),
  };
}

function locationBody({ session, client }: SessionContext, { location }: Pick<Moment, 'location'>) {
  if (location === undefined) return {};
  const { line, column } = client.translation.range(location);
  return {
    source: clientSource(session, client, location.source),
    line,
    ...(column === undefined ? {} : { column }),
  };
}
