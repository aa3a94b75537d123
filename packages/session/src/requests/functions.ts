// `sonde/functions`: the functions of the program by its symbols, for a client that lets people choose from them.

import type { Source } from '@sonde/dap';
import { Failure, formatInstruction, notSupported, type ListedFunction } from '@sonde/engine';
import { numberIn } from '../asked-number.js';
import { clientSource } from '../events/event-translation.js';
import { serveCustom, type RequestEntry, type SessionContext } from '../request-table.js';

export interface FunctionsBody {
  readonly functions: readonly FunctionBody[];
  /** How many the filter leaves. */
  readonly total: number;
}

export interface FunctionBody {
  readonly name: string;
  readonly source?: Source;
  readonly line?: number;
  readonly column?: number;
  readonly instructionReference?: string;
}

/** A page that a person scrolls through; more are asked for page by page. */
const usualCount = 200;
const mostAtOnce = 10_000;
const longestFilter = 1_000;

export const functionRequests: readonly RequestEntry[] = [
  serveCustom('sonde/functions', { needs: 'loaded' }, async (context, args): Promise<FunctionsBody> => {
    const engine = await context.session.engine();
    const query = {
      filter: filterIn(args['filter']),
      start: numberIn(args['start'], 'start', 0, Number.MAX_SAFE_INTEGER),
      count: numberIn(args['count'], 'count', usualCount, mostAtOnce),
    };
    if (engine.listFunctions === undefined) throw notSupported('a list of functions');
    const { functions, total } = await engine.listFunctions(query, context.signal);
    return { functions: functions.map(each => body(context, each)), total };
  }),
];

function body(
  { session, client }: SessionContext,
  { name, location, address }: ListedFunction,
): FunctionBody {
  const { line, column } = location === undefined ? {} : client.translation.range(location);
  return {
    name,
    ...(location === undefined ? {} : { source: clientSource(session, client, location.source) }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(address === undefined ? {} : { instructionReference: formatInstruction(address) }),
  };
}

function filterIn(given: unknown): string {
  if (given === undefined || given === null) return '';
  if (typeof given === 'string' && given.length <= longestFilter) return given;
  throw new Failure(
    'bad-arguments',
    'user',
    `"filter" must be a text of at most ${longestFilter} characters.`,
    'Give a part of the name.',
  );
}
