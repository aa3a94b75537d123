// Requests of the peer that are being worked on. Each is answered exactly once, whatever its handler does.
import type { IncomingRequest } from './connection-types.js';
import { ResponseFailure, connectionErrorIds } from './response-failure.js';

export type Outcome =
  | { readonly success: true; readonly body: unknown }
  | { readonly success: false; readonly failure: ResponseFailure };

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
    const work = new Work(seq, command, args, (what, error) => this.#owner.threw(what, error));
    this.#work.add(work);
    const outcome = await this.#outcomeOf(work);
    this.#work.delete(work);
    work.answered(this.#owner.respond(work, outcome));
  }

  cancel(seq: number): void {
    for (const work of this.#work) {
      if (work.seq === seq) work.cancel(ResponseFailure.cancelled());
    }
  }

  abortAll(reason: Error): void {
    for (const work of this.#work) work.cancel(reason);
  }

  async #outcomeOf(work: Work): Promise<Outcome> {
    try {
      return { success: true, body: await this.#owner.handle(work) };
    } catch (error) {
      if (work.isCancelled) return { success: false, failure: ResponseFailure.cancelled() };
      if (error instanceof ResponseFailure) return { success: false, failure: error };
      this.#owner.threw(`the handler of ${work.command}`, error);
      return { success: false, failure: failureFrom(error) };
    }
  }
}

type Callback = (success: boolean) => void;

class Work implements IncomingRequest {
  /** Made when somebody asks for it: most requests are answered before anybody would. */
  #controller: AbortController | undefined;
  #givenUp: Error | undefined;
  #onGivenUp: ((reason: Error) => void)[] | undefined;
  #cancelled = false;
  #callbacks: Callback[] | undefined;
  #success: boolean | undefined;

  constructor(
    readonly seq: number,
    readonly command: string,
    readonly args: unknown,
    private readonly threw: (what: string, error: unknown) => void,
  ) {}

  get arguments(): unknown {
    return this.args;
  }

  /** By the peer, or by the end of the connection. */
  get isCancelled(): boolean {
    return this.#cancelled;
  }

  get givenUp(): Error | undefined {
    return this.#givenUp;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#givenUp !== undefined) this.#controller.abort(this.#givenUp);
    return this.#controller.signal;
  }

  readonly giveUp = (reason: Error): void => {
    if (this.#givenUp !== undefined) return;
    this.#givenUp = reason;
    this.#controller?.abort(reason);
    for (const callback of this.#onGivenUp ?? []) callback(reason);
  };

  readonly whenGivenUp = (callback: (reason: Error) => void): void => {
    if (this.#givenUp !== undefined) callback(this.#givenUp);
    else (this.#onGivenUp ??= []).push(callback);
  };

  cancel(reason: Error): void {
    this.#cancelled = true;
    this.giveUp(reason);
  }

  readonly afterResponse = (callback: Callback): void => {
    if (this.#success === undefined) (this.#callbacks ??= []).push(callback);
    else this.#run(callback, this.#success);
  };

  answered(success: boolean): void {
    this.#success = success;
    // Who still holds the request must not hold with it what was answered: large answers would grow old before they go.
    this.#onGivenUp = undefined;
    for (const callback of this.#callbacks ?? []) this.#run(callback, success);
    this.#callbacks = undefined;
  }

  #run(callback: Callback, success: boolean): void {
    try {
      callback(success);
    } catch (error) {
      this.threw(`a callback after ${this.command}`, error);
    }
  }
}

function failureFrom(error: unknown): ResponseFailure {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return ResponseFailure.of({
    id: connectionErrorIds.handlerFailed,
    format: '{reason}',
    variables: { reason },
  });
}
