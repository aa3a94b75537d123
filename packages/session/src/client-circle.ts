// The circle of clients around a session: who launched it, whose end is its end.

import type { Client } from './client.js';

export interface Departure {
  /** What the client said about the program; undefined when it said nothing. */
  readonly terminate: boolean | undefined;
  /** The connection broke, as opposed to an orderly goodbye. */
  readonly lost: boolean;
  readonly suspend?: boolean;
}

export class ClientCircle implements Iterable<Client> {
  readonly #clients = new Set<Client>();
  /** Whose end is the program's end. */
  #owner: Client | undefined;
  /** Whose `configurationDone` lets the program go. */
  #launcher: Client | undefined;

  get size(): number {
    return this.#clients.size;
  }

  [Symbol.iterator](): IterableIterator<Client> {
    return this.#clients.values();
  }

  add(client: Client): void {
    this.#clients.add(client);
    this.#owner ??= client;
    this.#launcher ??= client;
  }

  /** Whether the client came to a program that another one launched. */
  isGuest(client: Client): boolean {
    return client !== this.#launcher;
  }

  /**
   * The owner's orderly goodbye ends the program it launched unless it says otherwise; when its connection is lost while
   * others watch, the eldest of them takes over. Undefined when the client was not here.
   */
  remove(
    client: Client,
    how: Departure,
  ): { readonly endsSession: boolean; readonly reason: string } | undefined {
    if (!this.#clients.delete(client)) return undefined;
    const isOwner = this.#owner === client;
    const isLast = this.#clients.size === 0;
    const ends = how.terminate ?? (isOwner && !how.lost);
    if (isOwner) this.#owner = [...this.#clients][0];
    const reason = how.lost ? `${client.name} is gone` : `${client.name} ended the session`;
    return { endsSession: ends || isLast, reason };
  }
}
