// The directory: the sessions of this process, for listing and joining.

import { Failure } from '@sonde/engine';
import type { DebugSession, SessionState } from './debug-session.js';

export interface SessionSummary {
  readonly id: string;
  readonly name: string;
  readonly program: string;
  readonly language: string;
  readonly state: SessionState;
  /** Of the server that holds it. */
  readonly pid: number;
  readonly clients: number;
  readonly startedAt: string;
}

export class SessionDirectory {
  readonly #sessions = new Map<string, DebugSession>();
  readonly #listeners = new Set<() => void>();

  add(session: DebugSession): void {
    this.#sessions.set(session.id, session);
    this.changed();
  }

  remove(session: DebugSession): void {
    if (this.#sessions.delete(session.id)) this.changed();
  }

  has(id: string): boolean {
    return this.#sessions.has(id);
  }

  find(id: string): DebugSession {
    const session = this.#sessions.get(id);
    if (session !== undefined) return session;
    const known = [...this.#sessions.keys()].join(', ');
    throw new Failure(
      'not-found',
      'user',
      `there is no session ${id} here.`,
      known === '' ? 'None is running.' : `Running: ${known}.`,
    );
  }

  list(): readonly SessionSummary[] {
    return [...this.#sessions.values()].map(session => session.summary());
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  async closeAll(reason: string): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(session => session.end(reason)));
  }
}
