// Sessions that a check has left as it found them: the next check that wants to stand at that place takes one over.
import type { EvaluateArguments, Request, WireMessage } from '@sonde/dap';
import type { Entry } from '../timeline.js';
import type { Finding } from './check.js';
import type { Stopped } from './subject.js';
import { sessionRules } from './session-rules/all.js';
import { judgeSession } from './session-rules/rule.js';

/** Requests that read. Expressions are among them only in contexts in which nothing may be called or changed. */
const looking = new Set([
  ...['threads', 'stackTrace', 'scopes', 'variables', 'source', 'loadedSources', 'modules', 'locations'],
  ...['readMemory', 'disassemble', 'exceptionInfo', 'completions', 'breakpointLocations'],
  ...['stepInTargets', 'gotoTargets', 'dataBreakpointInfo'],
]);
const lookingContexts = ['hover', 'variables'];
/** Events that may come at any time and say nothing about the stop. */
const beside = new Set(['output', 'module', 'loadedSource']);

export class StoppedSessions {
  readonly #kept = new Map<string, Stopped[]>();

  take(place: string): Stopped | undefined {
    return this.#kept.get(place)?.pop();
  }

  /** Answers whether it was kept: not where more has happened since the stop than a look around. */
  keep(place: string, stopped: Stopped): boolean {
    if (!isAsItWas(stopped)) return false;
    this.#kept.set(place, [...(this.#kept.get(place) ?? []), stopped]);
    return true;
  }

  /** Ends them all; answers with the rules that were broken in them. */
  async close(): Promise<readonly Finding[]> {
    const clients = [...this.#kept.values()].flat().map(({ client }) => client);
    this.#kept.clear();
    await Promise.all(clients.map(client => client.close()));
    return clients.flatMap(client => [
      ...client.brokenRules,
      ...judgeSession(client.timeline.entries, sessionRules),
    ]);
  }
}

function isAsItWas({ client, stop }: Stopped): boolean {
  const since = client.timeline.entries.filter(({ number }) => number > stop.number);
  return (
    since.every(isLooking) && sequenceNumbers(since, 'sent').size === sequenceNumbers(since, 'received').size
  );
}

function isLooking(entry: Entry): boolean {
  if (entry.kind !== 'message') return false;
  const { message, direction } = entry;
  if (direction === 'received')
    return message.type === 'response' || (message.type === 'event' && beside.has(message.event));
  if (message.type !== 'request') return false;
  return message.command === 'evaluate' ? isLookingExpression(message) : looking.has(message.command);
}

const isLookingExpression = (request: Request): boolean =>
  lookingContexts.includes((request.arguments as EvaluateArguments | undefined)?.context ?? '');

/** Of requests that were sent, or of those that were answered. */
function sequenceNumbers(entries: readonly Entry[], direction: 'sent' | 'received'): ReadonlySet<number> {
  const numberOf = (message: WireMessage): number | undefined =>
    message.type === 'request' ? message.seq : message.type === 'response' ? message.request_seq : undefined;
  return new Set(
    entries.flatMap(entry =>
      entry.kind === 'message' && entry.direction === direction ? (numberOf(entry.message) ?? []) : [],
    ),
  );
}
