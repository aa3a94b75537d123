// The request table: each request declared once, with its policy.

import type { Static, TObject } from '@sinclair/typebox';
import {
  findProblem,
  type Capabilities,
  type RequestArguments,
  type RequestName,
  type ResponseBody,
  type WrittenJson,
} from '@sonde/dap';
import { Failure, type EngineTraits } from '@sonde/engine';
import type { Adapter } from './adapter.js';
import type { Client } from './clients/client.js';
import type { DebugSession } from './debug-session.js';

export interface RequestPolicy {
  /** What must be there: `loaded` waits, in bounds, for a launch that is under way; `stopped` implies it. */
  readonly needs: 'nothing' | 'initialized' | 'session' | 'loaded' | 'stopped';
  /** Refused for clients that may only look. */
  readonly changes?: true;
  /** Lets the program go on, but not before what the same client asked to be changed in earlier requests is done. */
  readonly resumes?: true;
  /** Halts the program, but not before what the same client set going in earlier requests goes. */
  readonly halts?: true;
  /**
   * A person has just asked for it, with these arguments: only then is a refusal worth a pop-up. Clients send the rest
   * by themselves.
   */
  readonly byPerson?: true | ((args: Readonly<Record<string, unknown>>) => boolean);
  /** The answer when the program has ended, where that is no reason to refuse. */
  readonly afterEnd?: unknown;
  /** Brings the session itself; all other requests wait for it. */
  readonly arrives?: true;
  /** What the engine says meanwhile must not overtake the response. */
  readonly holdsEvents?: true;
  /** Refused, with the reason, when the program's language does not have it. */
  readonly capability?: keyof Capabilities;
  /** Why a program may lack it, where that its language does not have it says too little. */
  readonly lacking?: string | ((traits: EngineTraits) => string);
  /** Why this program lacks what others of its language have. */
  readonly lackingHere?: string;
  /**
   * Milliseconds; 15 s when absent. `timeout`: what the launch option of that name says, which the handler keeps.
   * `at-once`: the handler waits for nothing, so a `cancel` comes too late for it.
   */
  readonly deadlineMs?: number | 'timeout' | 'at-once';
}

export interface RequestContext {
  readonly adapter: Adapter;
  /** The request's own number. */
  readonly requestId: number;
  /** Aborted when the request is cancelled or its time is over. */
  readonly signal: AbortSignal;
  afterResponse(callback: (success: boolean) => void): void;
}

/** Who waits for work to be done, and may give it up. The signal is made when it is asked for, which takes its time. */
export type Asker = Pick<RequestContext, 'signal'>;

/** For requests that need a session. */
export interface SessionContext extends RequestContext {
  readonly client: Client;
  readonly session: DebugSession;
}

type ContextOf<Needs extends RequestPolicy['needs']> = Needs extends 'nothing' | 'initialized'
  ? RequestContext
  : SessionContext;

export interface RequestEntry {
  readonly command: string;
  readonly policy: RequestPolicy;
  /** Of a request of ours, where its arguments are checked by a schema; docs/reference.md shows it. */
  readonly arguments?: TObject;
  handle(context: SessionContext, args: unknown): Promise<unknown>;
}

/** Declares how one request is served. */
export function serve<Command extends RequestName, Policy extends RequestPolicy>(
  command: Command,
  policy: Policy,
  handle: (
    context: ContextOf<Policy['needs']>,
    args: RequestArguments<Command>,
  ) => Promise<ResponseBody<Command> | WrittenJson>,
): RequestEntry {
  return { command, policy, handle: handle };
}

/** The same for a request that is ours and not the protocol's; names begin with `sonde/`. */
export function serveCustom<Policy extends RequestPolicy>(
  command: `sonde/${string}`,
  policy: Policy,
  handle: (context: ContextOf<Policy['needs']>, args: Readonly<Record<string, unknown>>) => Promise<unknown>,
): RequestEntry {
  return { command, policy, handle: handle };
}

/** The same with arguments that are checked by a schema before the handler sees them. */
export function serveChecked<Policy extends RequestPolicy, Schema extends TObject>(
  command: `sonde/${string}`,
  policy: Policy,
  schema: Schema,
  handle: (context: ContextOf<Policy['needs']>, args: Static<Schema>) => Promise<unknown>,
): RequestEntry {
  return {
    command,
    policy,
    arguments: schema,
    handle: async (context, args) => {
      const problem = findProblem(schema, args ?? {}, 'arguments');
      if (problem !== undefined)
        throw new Failure('bad-arguments', 'user', `${problem}.`, 'See docs/reference.md.');
      return handle(context, (args ?? {}) as Static<Schema>);
    },
  };
}

export function requestTable(
  ...groups: readonly (readonly RequestEntry[])[]
): ReadonlyMap<string, RequestEntry> {
  const table = new Map<string, RequestEntry>();
  for (const entry of groups.flat()) {
    if (table.has(entry.command)) throw new Error(`request ${entry.command} is declared twice`);
    table.set(entry.command, entry);
  }
  return table;
}
