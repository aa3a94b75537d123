// Sessions: who debugs, which tasks they have locked, and when they are given up.

import { randomUUID } from 'node:crypto';
import type { Client } from './client.js';
import { Refusal } from './request.js';
import type { Variant } from './variants.js';

export type BreakOn = 'fault' | 'brk' | 'exit';

export interface SessionTerms {
  readonly client: string;
  readonly features: readonly string[];
  readonly maxEvents: number;
  readonly heartbeatSeconds: number;
  readonly traceSize: number;
  readonly traceMode: Variant;
  readonly warnings: readonly string[];
  readonly bound: boolean;
  readonly breakOn: ReadonlySet<BreakOn>;
  readonly stopGroup: boolean;
  readonly lossless: boolean;
}

export class Session {
  readonly id = randomUUID();
  readonly createdAt = Date.now();
  lastSeen = this.createdAt;
  readonly locks = new Set<number>();
  /** Requests that run: who waits for an answer is there. */
  busy = 0;
  /** Tasks that were loaded for it, and are ended with it. */
  readonly own = new Set<number>();
  /** Connections that used it. */
  readonly clients = new Set<Client>();

  constructor(readonly terms: SessionTerms) {}
}

/** A session that is bound to its connections outlives them by this much. */
export const boundMilliseconds = 2_000;
const mostSessions = 64;

export class Sessions {
  readonly #all = new Map<string, Session>();
  readonly #owners = new Map<number, Session>();
  readonly #lastCalls = new Map<Session, NodeJS.Timeout>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly ended: (session: Session, reason: string) => void,
    private readonly outlives = boundMilliseconds,
  ) {
    this.#timer = setInterval(() => this.#prune(), 1_000);
    this.#timer.unref();
  }

  open(terms: SessionTerms, locks: readonly number[]): Session {
    if (this.#all.size >= mostSessions) throw new Refusal('too_many_sessions');
    for (const pid of locks) this.#requireFree(pid, undefined);
    const session = new Session(terms);
    this.#all.set(session.id, session);
    this.lock(session, locks);
    return session;
  }

  all(): readonly Session[] {
    return [...this.#all.values()];
  }

  /** Undefined for one that is over. */
  find(id: string): Session | undefined {
    return this.#all.get(id);
  }

  /** It was named in a request of this connection. */
  touch(session: Session, client: Client): void {
    session.lastSeen = Date.now();
    session.clients.add(client);
    clearTimeout(this.#lastCalls.get(session));
    this.#lastCalls.delete(session);
  }

  lock(session: Session, pids: readonly number[]): void {
    for (const pid of pids) this.#requireFree(pid, session);
    for (const pid of pids) {
      session.locks.add(pid);
      this.#owners.set(pid, session);
    }
  }

  unlock(session: Session, pids: Iterable<number>): void {
    for (const pid of pids) if (session.locks.delete(pid)) this.#owners.delete(pid);
  }

  ownerOf(pid: number): Session | undefined {
    return this.#owners.get(pid);
  }

  /** Refuses whoever has not the lock, where there is one. */
  #requireFree(pid: number, session: Session | undefined): void {
    const owner = this.#owners.get(pid);
    if (owner !== undefined && owner !== session) throw new Refusal(`pid_locked:${pid}`);
  }

  requireRight(pid: number, session: Session | undefined): void {
    this.#requireFree(pid, session);
  }

  /** A connection was closed. */
  closed(client: Client): void {
    for (const session of this.all()) {
      if (!session.clients.delete(client) || session.clients.size > 0 || !session.terms.bound) continue;
      const timer = setTimeout(() => this.end(session, 'disconnected'), this.outlives);
      timer.unref();
      this.#lastCalls.set(session, timer);
    }
  }

  end(session: Session, reason: string): void {
    if (!this.#all.delete(session.id)) return;
    this.unlock(session, [...session.locks]);
    clearTimeout(this.#lastCalls.get(session));
    this.#lastCalls.delete(session);
    this.ended(session, reason);
  }

  #prune(): void {
    const now = Date.now();
    for (const session of this.all())
      if (session.busy > 0) session.lastSeen = now;
      else if (now - session.lastSeen > session.terms.heartbeatSeconds * 1_000) this.end(session, 'expired');
  }

  dispose(): void {
    clearInterval(this.#timer);
    for (const session of this.all()) this.end(session, 'shutdown');
  }
}
