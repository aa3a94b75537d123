// Sessions of all servers of this user: listing them, and connecting to the server that holds one.

import { DapClient, type Transport } from '@sonde/dap';
import { connectUnix } from '@sonde/dap/node';
import { Failure } from '@sonde/engine';
import type { SessionSummary } from '@sonde/session';
import { openRuntimeFolder } from './runtime-folder.js';
import { registeredSockets, removeIfStale } from './sockets.js';

export interface RegisteredSession extends SessionSummary {
  /** The socket of the server that holds it. */
  readonly socket: string;
}

export interface Listing {
  readonly sessions: readonly RegisteredSession[];
  /** Servers that did not answer in time or not sensibly. */
  readonly silent: readonly { readonly socket: string; readonly why: string }[];
}

export interface RegistryOptions {
  readonly folder?: string;
  /** For each server; they are asked at the same time. Default 2 seconds. */
  readonly timeoutMs?: number;
}

/** Asks every server at the same time; what dead ones left is removed on the way. */
export async function listSessions(options: RegistryOptions = {}): Promise<Listing> {
  const sockets = registeredSockets(openRuntimeFolder(options.folder));
  const answers = await Promise.all(sockets.map(socket => askServer(socket, options.timeoutMs ?? 2000)));
  const sessions = answers.flatMap(answer => (answer.kind === 'sessions' ? answer.sessions : []));
  return {
    sessions: sessions.sort((a, b) => a.startedAt.localeCompare(b.startedAt)),
    silent: answers.flatMap(answer => (answer.kind === 'silent' ? [answer] : [])),
  };
}

type Answer =
  | { readonly kind: 'sessions'; readonly sessions: readonly RegisteredSession[] }
  | { readonly kind: 'silent'; readonly socket: string; readonly why: string }
  | { readonly kind: 'gone' };

async function askServer(socket: string, timeoutMs: number): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const sessions = await askSessions(await connectUnix(socket, { signal }), signal);
    return { kind: 'sessions', sessions: sessions.map(session => ({ ...session, socket })) };
  } catch (error) {
    if (isNobodyThere(error)) {
      removeIfStale(socket);
      return { kind: 'gone' };
    }
    const why = signal.aborted
      ? `no answer within ${timeoutMs} ms`
      : error instanceof Error
        ? error.message
        : String(error);
    return { kind: 'silent', socket, why };
  }
}

const isNobodyThere = (error: unknown): boolean =>
  error instanceof Error && ['ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');

async function askSessions(transport: Transport, signal: AbortSignal): Promise<readonly SessionSummary[]> {
  const client = new DapClient(transport);
  const giveUp = (): void => client.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await client.initialize({ clientID: 'sonde-registry', clientName: 'Sonde registry' });
    return sessionsIn(await client.customRequest('sonde/sessions', {}));
  } finally {
    signal.removeEventListener('abort', giveUp);
    client.close();
  }
}

/** The folder is ours, but the server may be of another version: what it says is checked. */
function sessionsIn(body: unknown): readonly SessionSummary[] {
  const sessions = (body as { readonly sessions?: unknown } | null | undefined)?.sessions;
  if (Array.isArray(sessions) && sessions.every(isSummary)) return sessions;
  throw new Failure(
    'internal',
    'environment',
    'a server answered with something that is no list of sessions.',
  );
}

function isSummary(value: unknown): value is SessionSummary {
  if (typeof value !== 'object' || value === null) return false;
  const summary = value as Record<keyof SessionSummary, unknown>;
  return (
    [summary.id, summary.name, summary.program, summary.language, summary.state, summary.startedAt].every(
      text => typeof text === 'string',
    ) &&
    typeof summary.pid === 'number' &&
    typeof summary.clients === 'number'
  );
}

/** Finds a session by its id or an unambiguous beginning of it. */
export async function findSession(id: string, options: RegistryOptions = {}): Promise<RegisteredSession> {
  const { sessions } = await listSessions(options);
  const exact = sessions.filter(session => session.id === id);
  const fitting = exact.length > 0 ? exact : sessions.filter(session => session.id.startsWith(id));
  const [found, second] = fitting;
  const known = sessions.map(session => session.id).join(', ');
  if (found === undefined) {
    const next = known === '' ? 'None is running.' : `Running: ${known}.`;
    throw new Failure('not-found', 'user', `there is no session ${id}.`, next);
  }
  if (second !== undefined) {
    const names = fitting.map(session => session.id).join(', ');
    throw new Failure('bad-arguments', 'user', `${id} could be any of ${names}.`, 'Give more of it.');
  }
  return found;
}

/** What an adapter needs to join sessions that other servers hold. */
export const sessionElsewhere =
  (options: RegistryOptions = {}) =>
  async (id: string): Promise<{ readonly id: string; readonly transport: Transport }> => {
    const found = await findSession(id, options);
    return { id: found.id, transport: await connectSession(found) };
  };

/** A connection to the server that holds the session; `attach` with `session: id` joins it. */
export async function connectSession({ id, socket }: RegisteredSession): Promise<Transport> {
  try {
    return await connectUnix(socket);
  } catch (error) {
    const message = `the server that holds session ${id} does not answer.`;
    throw new Failure('not-found', 'environment', message, 'See which are left with: sonde sessions', {
      cause: error,
    });
  }
}
