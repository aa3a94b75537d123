// The circle of clients around a session: who launched it, whose end is its end.

import type { Client } from './client.js';

export interface Departure {
  /** What the client said about the program; undefined when it said nothing. */
  readonly terminate: boolean | undefined;
  /** The connection broke, as opposed to an orderly goodbye. */
  readonly lost: boolean;
  readonly suspend?: boolean;
  /** A connection that is lost may come back: how long the session waits for that when nobody else is responsible. */
  readonly lingerMs?: number;
}

export class ClientCircle implements Iterable<Client> {
  readonly #clients = new Set<Client>();
  /** Whose end is the program's end. */
  #owner: Client | undefined;
  #launcher: Client | undefined;
  #met = false;

  get size(): number {
    return this.#clients.size;
  }

  [Symbol.iterator](): IterableIterator<Client> {
    return this.#clients.values();
  }

  /** Whose `configurationDone` lets the program go. */
  get launcher(): Client | undefined {
    return this.#launcher;
  }

  /** Answers whether others were here before, whose session it comes to. */
  add(client: Client): { readonly late: boolean } {
    const late = this.#met;
    this.#met = true;
    this.#clients.add(client);
    // Whoever may only look is never responsible for the program.
    if (client.rights === 'full') {
      this.#owner ??= client;
      this.#launcher ??= client;
    }
    return { late };
  }

  /** Whether the program is another one's to let go. */
  isGuest(client: Client): boolean {
    return client !== this.#launcher;
  }

  /**
   * The owner's orderly goodbye ends the program it launched unless it says otherwise; when its connection is lost while
   * others watch, the eldest of them that may do more than look takes over. A program that `livesOn` by itself is ended
   * only when that is said. Where nobody could take over, a lost client may be waited for. Undefined when the client was
   * not here.
   */
  remove(client: Client, how: Departure, livesOn = false): Outcome | undefined {
    if (!this.#clients.delete(client)) return undefined;
    const said = client.rights === 'full' ? how.terminate : undefined;
    const ends = said ?? (this.#owner === client && !how.lost);
    const heir = [...this.#clients].find(other => other.rights === 'full');
    if (this.#owner === client) this.#owner = heir;
    if (this.#launcher === client) this.#launcher = heir;
    const reason = how.lost ? `${client.name} is gone` : `${client.name} ended the session`;
    const detaches = said === false || (livesOn && said !== true);
    const lingers = how.lost && how.lingerMs !== undefined && client.rights === 'full' && heir === undefined;
    if (lingers) return { endsSession: false, detaches, reason, lingersMs: how.lingerMs };
    return { endsSession: ends || heir === undefined, detaches, reason };
  }
}

interface Outcome {
  readonly endsSession: boolean;
  /** The client asked that the program live on, or it does so by itself. */
  readonly detaches: boolean;
  readonly reason: string;
  /** How long the session waits, before it ends, for somebody who is responsible for it. */
  readonly lingersMs?: number;
}
