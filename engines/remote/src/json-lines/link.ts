// The wire of the remote protocol: requests with numbers, their answers, and events in between.

import type { Static, TSchema } from '@sinclair/typebox';
import { asFailure, Failure } from '@sonde/engine';
import { JsonLinesChannel, type ChannelEnds } from '../connection/json-lines-channel.js';
import { PendingRequests } from '../connection/pending-requests.js';
import { checked, events, type WireEvent } from './messages.js';

export interface LinkHandlers {
  event(event: WireEvent): void;
  /** The last call. */
  lost(why: string): void;
}

/** How long a server may take to answer; none of its requests has to wait for the program. */
const answerMs = 10_000;

export class ServerLink {
  readonly #channel: JsonLinesChannel;
  readonly #requests: PendingRequests;

  constructor(
    peer: string,
    ends: ChannelEnds,
    private readonly handlers: LinkHandlers,
  ) {
    this.#requests = new PendingRequests(peer);
    this.#channel = new JsonLinesChannel(ends, {
      message: message => this.#hear(message),
      closed: why => {
        this.#requests.lose(why);
        handlers.lost(why);
      },
    });
  }

  async ask<Schema extends TSchema>(
    name: string,
    args: Readonly<Record<string, unknown>>,
    schema: Schema,
  ): Promise<Static<Schema>> {
    const answer = await this.#requests.ask(name, answerMs, id =>
      this.#channel.send({ id, do: name, ...args }),
    );
    try {
      return checked(schema, answer, `answer to "${name}"`);
    } catch (error) {
      this.close(asFailure(error).message);
      throw error;
    }
  }

  close(why: string): void {
    this.#channel.close(why);
  }

  #hear(message: unknown): void {
    if (typeof message !== 'object' || message === null || Array.isArray(message))
      return this.close('it sent what is no message');
    if ('event' in message) return this.#event(message);
    const { id, ok, error } = message as { id?: unknown; ok?: unknown; error?: unknown };
    const known =
      typeof id === 'number' &&
      (typeof error === 'string'
        ? this.#requests.refuse(id, refusal(error))
        : this.#requests.answer(id, ok ?? {}));
    // An answer that comes after its time-out is no reason to part.
    if (!known && typeof id !== 'number') this.close('it sent what is neither an answer nor an event');
  }

  #event(message: object): void {
    const { event } = message as { event: unknown };
    // Events that later versions add are passed over.
    if (typeof event !== 'string' || !Object.hasOwn(events, event)) return;
    try {
      this.handlers.event(checked(events[event as keyof typeof events], message, `event "${event}"`));
    } catch (error) {
      this.close(asFailure(error).message);
    }
  }
}

/** The server's own words about what was asked. */
const refusal = (error: string): Failure => new Failure('bad-arguments', 'user', error);
