// The wire of the remote protocol: requests with numbers, their answers, and events in between.

import type { Static, TSchema } from '@sinclair/typebox';
import { asFailure, Failure } from '@sonde/engine';
import { JsonLinesChannel, type ChannelEnds, type ChannelLimits } from '../connection/json-lines-channel.js';
import { PendingRequests } from '../connection/pending-requests.js';
import { checked, events, type WireEvent } from './messages.js';

export interface LinkHandlers {
  event(event: WireEvent): void;
  /** The last call. `byPeer`: the server hung up; else it was left because of what it had said. */
  lost(why: string, byPeer: boolean): void;
}

export interface LinkOptions {
  /** How long a server may take to answer; none of its requests has to wait for the program. */
  readonly answerMs: number;
  readonly limits: ChannelLimits;
}

export class ServerLink {
  readonly #channel: JsonLinesChannel;
  readonly #requests: PendingRequests;

  constructor(
    peer: string,
    ends: ChannelEnds,
    private readonly handlers: LinkHandlers,
    private readonly options: LinkOptions,
  ) {
    this.#requests = new PendingRequests(peer);
    const closed = (why: string, byPeer: boolean): void => {
      this.#requests.lose(why);
      handlers.lost(why, byPeer);
    };
    this.#channel = new JsonLinesChannel(
      ends,
      { message: message => this.#hear(message), closed },
      options.limits,
    );
  }

  async ask<Schema extends TSchema>(
    name: string,
    args: Readonly<Record<string, unknown>>,
    schema: Schema,
  ): Promise<Static<Schema>> {
    const answer = await this.#requests.ask(name, this.options.answerMs, id =>
      this.#channel.send({ id, do: name, ...args }),
    );
    try {
      return checked(schema, answer, `answer to "${name}"`);
    } catch (error) {
      this.close(withoutStop(asFailure(error).message));
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
    const { id, ok = {}, error } = message as { id?: unknown; ok?: unknown; error?: unknown };
    if (typeof id !== 'number') return this.close('it sent what is neither an answer nor an event');
    if (error !== undefined && typeof error !== 'string')
      return this.close('it sent an answer whose "error" is no text');
    // One that nobody waits for came after its time was over, which is no reason to part.
    if (error === undefined) this.#requests.answer(id, ok);
    else this.#requests.refuse(id, refusal(error));
  }

  #event(message: object): void {
    const { event } = message as { event: unknown };
    // Events that later versions add are passed over.
    if (typeof event !== 'string' || !Object.hasOwn(events, event)) return;
    try {
      this.handlers.event(checked(events[event as keyof typeof events], message, `event "${event}"`));
    } catch (error) {
      this.close(withoutStop(asFailure(error).message));
    }
  }
}

/** A reason that stands in the middle of a sentence. */
const withoutStop = (text: string): string => text.replace(/\.$/, '');

/** The server's own words about what was asked. */
const refusal = (error: string): Failure => new Failure('bad-arguments', 'user', error);
