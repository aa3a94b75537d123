// GET /api/sessions: the sessions of this user, held here and elsewhere on the machine.

import type { SessionDirectory, SessionSummary } from '@sonde/session';
import { listSessions, type Listing, type RegistryOptions } from '../../registry/sessions.js';

/** A page asks again and again; a server that hangs must not hold it up for long each time. */
const patienceMs = 1000;

export interface SessionAnswer extends Omit<SessionSummary, 'pid'> {
  /** Held by the server that answers. */
  readonly here: boolean;
}

export interface SessionsAnswer {
  readonly sessions: readonly SessionAnswer[];
  /** How many servers did not answer. */
  readonly silent: number;
}

export class SessionList {
  #asking: Promise<Listing> | undefined;

  constructor(
    private readonly directory: SessionDirectory,
    private readonly registry: RegistryOptions = {},
    private readonly log?: (line: string) => void,
  ) {}

  async answer(): Promise<SessionsAnswer> {
    const listing = await this.#ask();
    const here = this.directory.list();
    const elsewhere = listing.sessions.filter(({ id }) => !here.some(own => own.id === id));
    return {
      sessions: [
        ...here.map(session => answerFor(session, true)),
        ...elsewhere.map(session => answerFor(session, false)),
      ].sort((a, b) => a.startedAt.localeCompare(b.startedAt)),
      silent: listing.silent.length,
    };
  }

  /** Those who ask at the same time share an answer. Where there is no register, there is nobody else. */
  #ask(): Promise<Listing> {
    this.#asking ??= listSessions({ timeoutMs: patienceMs, ...this.registry })
      .catch((error: unknown): Listing => {
        this.log?.(`sessions elsewhere: ${error instanceof Error ? error.message : String(error)}`);
        return { sessions: [], silent: [] };
      })
      .finally(() => (this.#asking = undefined));
    return this.#asking;
  }
}

const answerFor = (session: SessionSummary, here: boolean): SessionAnswer => {
  const { id, name, program, language, state, clients, startedAt } = session;
  return { id, name, program, language, state, clients, startedAt, here };
};
