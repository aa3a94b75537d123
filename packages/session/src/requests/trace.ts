// `sonde/trace`: the instructions that ran last, where the engine keeps them; `sonde/trace/record` has them kept.

import type { Source } from '@sonde/dap';
import {
  Failure,
  formatInstruction,
  notSupported,
  threadId,
  type TracedInstruction,
  type TraceRecording,
} from '@sonde/engine';
import { numberIn } from '../asked-number.js';
import { clientSource } from '../events/event-translation.js';
import { serveCustom, type RequestEntry, type SessionContext } from '../request-table.js';

export interface TraceBody {
  readonly recording: TraceRecording;
  /** How many are kept. */
  readonly total: number;
  /** The latest first. */
  readonly instructions: readonly TracedBody[];
}

export interface TracedBody {
  readonly instructionReference: string;
  readonly instruction?: string;
  readonly symbol?: string;
  readonly source?: Source;
  readonly line?: number;
  readonly column?: number;
  /** Registers that it changed, as they were afterwards. */
  readonly changes?: readonly { readonly name: string; readonly value: string }[];
}

const usualCount = 200;
const mostAtOnce = 10_000;

export const traceRequests: readonly RequestEntry[] = [
  serveCustom('sonde/trace', { needs: 'stopped' }, async (context, args): Promise<TraceBody> => {
    const { session } = context;
    const engine = await session.engine();
    const thread = args['threadId'];
    if (typeof thread !== 'number' || !Number.isSafeInteger(thread))
      throw new Failure('bad-arguments', 'user', '"threadId" must be the number of a thread.');
    const start = numberIn(args['start'], 'start', 0, Number.MAX_SAFE_INTEGER);
    const count = numberIn(args['count'], 'count', usualCount, mostAtOnce);
    if (engine.trace === undefined) throw notSupported('a trace of what was executed');
    const page = await engine.trace(session.stopped().stop.id, threadId(thread), start, count);
    return { ...page, instructions: await bodies(context, page.instructions) };
  }),

  serveCustom('sonde/trace/record', { needs: 'loaded', changes: true }, async ({ session }, args) => {
    const engine = await session.engine();
    const { on } = args;
    if (typeof on !== 'boolean') throw new Failure('bad-arguments', 'user', '"on" must be true or false.');
    if (engine.recordTrace === undefined) throw notSupported('a trace of what was executed');
    await engine.recordTrace(on);
    return {};
  }),
];

async function bodies(
  { session, client, signal }: SessionContext,
  instructions: readonly TracedInstruction[],
): Promise<readonly TracedBody[]> {
  const changed = instructions.flatMap(each => each.changed ?? []);
  const lens = await session.lens(undefined);
  // Registers are words of the machine: people compare them digit by digit.
  const shown = await lens.show(changed, session.stopped().reader, { hex: true }, signal);
  const values = shown.map(({ name, text }) => ({ name, value: text }))[Symbol.iterator]();
  return instructions.map(({ address, text, symbol, location, changed: own = [] }) => {
    const { line, column } = location === undefined ? {} : client.translation.range(location);
    return {
      instructionReference: formatInstruction(address),
      ...(text === undefined ? {} : { instruction: text }),
      ...(symbol === undefined ? {} : { symbol }),
      ...(location === undefined ? {} : { source: clientSource(session, client, location.source) }),
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      ...(own.length === 0 ? {} : { changes: own.map(() => values.next().value!) }),
    };
  });
}
