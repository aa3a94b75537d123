// Answers as they came: yes or no, where they are in the timeline, and what else came in between.
import type { Request, RequestName, Response } from '@sonde/dap';
import type { TestClient } from '../client.js';
import type { Entry, MessageEntry, Position } from '../timeline.js';
import { TimelineFailure } from '../timeline.js';

export interface AnswerEntry {
  readonly number: number;
  readonly response: Response;
}

/** A request of any name with any arguments: what a check sends is not always what a client should send. */
export const sendAny = (client: TestClient, command: string, args?: unknown): MessageEntry =>
  client.send(command as RequestName, args as never).sent;

/** The response to a request, refused or not, and its place. Silence is told as `what` was not answered. */
export async function answerTo(
  client: TestClient,
  sent: MessageEntry,
  what: string,
  timeoutMs?: number,
): Promise<AnswerEntry> {
  const found = await answerOrEnd(client, sent, what, timeoutMs);
  if (found !== undefined) return found;
  throw new TimelineFailure(`${what} was not answered before the connection ended`, client.timeline);
}

/** The same where an adapter may also hang up; undefined when it does. */
export async function answerOrEnd(
  client: TestClient,
  sent: MessageEntry,
  what: string,
  timeoutMs = client.options.timeoutMs ?? 0,
): Promise<AnswerEntry | undefined> {
  const answer = client.timeline.waitFor(what, { after: sent, timeoutMs }, entry => answerIn(entry, sent));
  // The answer may have been the last word.
  const end = client.closed.then(() =>
    client.timeline
      .between(sent)
      .reduce<AnswerEntry | undefined>((found, entry) => found ?? answerIn(entry, sent), undefined),
  );
  try {
    return await Promise.race([answer, end]);
  } catch (error) {
    if (!(error instanceof TimelineFailure)) throw error;
    if (error.message.includes(' never came')) return undefined;
    throw new TimelineFailure(`${what} was not answered within ${timeoutMs} ms`, client.timeline, {
      cause: error,
    });
  } finally {
    answer.catch(() => undefined);
  }
}

/** Whether a request is still without an answer after this time. */
export async function isUnansweredAfter(
  client: TestClient,
  sent: MessageEntry,
  milliseconds: number,
): Promise<boolean> {
  const wait = { after: sent, timeoutMs: milliseconds };
  try {
    await client.timeline.waitFor('an answer', wait, entry => answerIn(entry, sent));
    return false;
  } catch (error) {
    if (error instanceof TimelineFailure) return true;
    throw error;
  }
}

/** Asks, and waits for the answer, whatever it is. */
export async function ask(client: TestClient, command: string, args?: unknown): Promise<Response> {
  return (await answerTo(client, sendAny(client, command, args), `\`${command}\``)).response;
}

/** What an adapter asked of the client so far. */
export const reverseRequests = (client: TestClient, after?: Position): readonly Request[] =>
  client.timeline
    .between(after)
    .flatMap(entry =>
      entry.kind === 'message' && entry.direction === 'received' && entry.message.type === 'request'
        ? [entry.message]
        : [],
    );

/** What a failed response says: in short form to programs, or to people. Undefined if it says nothing. */
export function reasonIn({ message, body }: Response): string | undefined {
  const given: unknown = message;
  if (typeof given === 'string' && given !== '') return given;
  const format: unknown = (body as { readonly error?: { readonly format?: unknown } } | undefined)?.error
    ?.format;
  return typeof format === 'string' && format !== '' ? format : undefined;
}

function answerIn(entry: Entry, sent: MessageEntry): AnswerEntry | undefined {
  if (entry.kind !== 'message' || entry.direction !== 'received') return undefined;
  const { message, number } = entry;
  if (message.type !== 'response' || message.request_seq !== sent.message.seq) return undefined;
  return { number, response: message };
}
