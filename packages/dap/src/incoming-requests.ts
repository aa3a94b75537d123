// Requests of the peer that are being worked on. Each is answered exactly once, whatever its handler does.
import type { IncomingRequest } from './connection-types.js';
import { ResponseFailure, connectionErrorIds } from './response-failure.js';

export type Outcome =
  | { readonly success: true; readonly body: unknown }
  | { readonly success: false; readonly failure: ResponseFailure };

interface Work {
  readonly seq: number;
  readonly controller: AbortController;
  /** By the peer, or by the end of the connection. */
  cancelled: boolean;
}

export interface IncomingRequestsOwner {
  handle(request: IncomingRequest): Promise<unknown>;
  respond(request: IncomingRequest, outcome: Outcome): boolean;
  /** Something threw that was not meant to: not a `ResponseFailure`, not after a cancel. */
  threw(what: string, error: unknown): void;
}

export class IncomingRequests {
  readonly #owner: IncomingRequestsOwner;
  readonly #work = new Set<Work>();

  constructor(owner: IncomingRequestsOwner) {
    this.#owner = owner;
  }

  /** Calls the handler at once; never rejects. */
  async run(seq: number, command: string, args: unknown): Promise<void> {
    const work: Work = { seq, controller: new AbortController(), cancelled: false };
    const callbacks: ((success: boolean) => void)[] = [];
    const answer: { success: boolean | undefined } = { success: undefined };
    const request: IncomingRequest = {
      seq,
      command,
      arguments: args,
      signal: work.controller.signal,
      giveUp: reason => work.controller.abort(reason),
      afterResponse: callback => {
        if (answer.success === undefined) callbacks.push(callback);
        else this.#runCallback(request, callback, answer.success);
      },
    };
    this.#work.add(work);
    const outcome = await this.#outcomeOf(request, work);
    this.#work.delete(work);
    const success = this.#owner.respond(request, outcome);
    answer.success = success;
    for (const callback of callbacks) this.#runCallback(request, callback, success);
  }

  cancel(seq: number): void {
    for (const work of this.#work) {
      if (work.seq === seq) cancel(work, ResponseFailure.cancelled());
    }
  }

  abortAll(reason: Error): void {
    for (const work of this.#work) cancel(work, reason);
  }

  async #outcomeOf(request: IncomingRequest, work: Work): Promise<Outcome> {
    try {
      return { success: true, body: await this.#owner.handle(request) };
    } catch (error) {
      if (work.cancelled) return { success: false, failure: ResponseFailure.cancelled() };
      if (error instanceof ResponseFailure) return { success: false, failure: error };
      this.#owner.threw(`the handler of ${request.command}`, error);
      return { success: false, failure: failureFrom(error) };
    }
  }

  #runCallback(request: IncomingRequest, callback: (success: boolean) => void, success: boolean): void {
    try {
      callback(success);
    } catch (error) {
      this.#owner.threw(`a callback after ${request.command}`, error);
    }
  }
}

function cancel(work: Work, reason: Error): void {
  work.cancelled = true;
  work.controller.abort(reason);
}

function failureFrom(error: unknown): ResponseFailure {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return ResponseFailure.of({
    id: connectionErrorIds.handlerFailed,
    format: '{reason}',
    variables: { reason },
  });
}
