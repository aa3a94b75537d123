// A rule of whole sessions: what an adapter says now must fit what it said before. Judged on the timeline of each session.
import { checkMessage } from '@sonde/dap';
import type { Event, InitializeRequestArguments, Request, Response } from '@sonde/dap';
import type { Entry } from '../../timeline.js';

/** What a rule is shown, one after the other. A finding is a sentence without its subject: "has …". */
export interface SessionJudge {
  /** A request of the client. */
  request?(request: Request): void;
  event?(event: Event, session: SeenByJudge): string | undefined;
  /** A successful response, and what it answers; both fit the protocol. */
  response?(response: Response, request: Request, session: SeenByJudge): string | undefined;
}

/** What every rule may know. */
export interface SeenByJudge {
  /** What the client said of itself. */
  readonly client: Partial<InitializeRequestArguments>;
  readonly isLaunched: boolean;
  readonly hasEnded: boolean;
}

export interface SessionFinding<Name extends string = string> {
  readonly rule: Name;
  readonly text: string;
  readonly by: 'adapter';
}

/** All findings in one timeline, told apart by the rule. */
export function judgeSession<Name extends string>(
  entries: readonly Entry[],
  rules: Readonly<Record<Name, () => SessionJudge>>,
): readonly SessionFinding<Name>[] {
  const judges = (Object.keys(rules) as Name[]).map(rule => ({ rule, judge: rules[rule]() }));
  const requests = new Map<number, Request>();
  const session = { client: {} as Partial<InitializeRequestArguments>, isLaunched: false, hasEnded: false };
  const findings: SessionFinding<Name>[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'message') continue;
    const { message } = entry;
    const find = (look: (judge: SessionJudge) => string | undefined): void => {
      for (const { rule, judge } of judges) {
        const problem = look(judge);
        if (problem === undefined) continue;
        const text = `entry ${entry.number} (${nameOf(message)}) ${problem}`;
        findings.push({ rule, text, by: 'adapter' });
      }
    };
    if (entry.direction === 'sent') {
      if (message.type !== 'request') continue;
      requests.set(message.seq, message);
      if (message.command === 'initialize' && requests.size === 1) session.client = message.arguments ?? {};
      if (message.command === 'launch' || message.command === 'attach') session.isLaunched = true;
      for (const { judge } of judges) judge.request?.(message);
      continue;
    }
    // What does not fit the protocol is found by the rule about that.
    if (!checkMessage(message).ok) continue;
    if (message.type === 'event') {
      find(judge => judge.event?.(message, session));
      if (message.event === 'terminated') session.hasEnded = true;
    }
    const request = message.type === 'response' ? requests.get(message.request_seq) : undefined;
    if (message.type === 'response' && message.success && request !== undefined && checkMessage(request).ok)
      find(judge => judge.response?.(message, request, session));
  }
  return findings;
}

const nameOf = (message: Request | Response | Event): string =>
  message.type === 'event' ? `event ${message.event}` : `${message.type} ${message.command}`;

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

export const listIn = (value: unknown, name: string): readonly Fields[] => {
  const list = fieldsOf(value)[name];
  return Array.isArray(list) ? list.map(fieldsOf) : [];
};

export const numberIn = (value: unknown, name: string): number | undefined => {
  const number = fieldsOf(value)[name];
  return typeof number === 'number' ? number : undefined;
};
