// Requests that wait for their answers: by number where the protocol has numbers, else in the order they were sent.

import { Failure } from '@sonde/engine';

interface Pending {
  readonly what: string;
  resolve(value: unknown): void;
  reject(error: Failure): void;
  readonly timer: NodeJS.Timeout;
}

export class PendingRequests {
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  #lost: string | undefined;

  /** `peer` names the far side for people. */
  constructor(private readonly peer: string) {}

  get count(): number {
    return this.#pending.size;
  }

  /**
   * Sends and waits. `late` is called when the time is over: a peer whose answers come in order can be trusted no more,
   * one with numbers only owes this answer.
   */
  ask(
    what: string,
    timeoutMs: number,
    send: (number: number) => boolean,
    late?: (why: string) => void,
  ): Promise<unknown> {
    if (this.#lost !== undefined) return Promise.reject(this.#gone(this.#lost));
    const number = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(number);
        const why = `${this.peer} did not answer "${what}" within ${timeoutMs / 1000} s`;
        reject(new Failure('deadline', 'environment', `${why}.`));
        late?.(why);
      }, timeoutMs);
      this.#pending.set(number, { what, resolve, reject, timer });
      send(number);
    });
  }

  /** False when nobody waits for it. */
  answer(number: number, value: unknown): boolean {
    const pending = this.#take(number);
    pending?.resolve(value);
    return pending !== undefined;
  }

  refuse(number: number, error: Failure): boolean {
    const pending = this.#take(number);
    pending?.reject(error);
    return pending !== undefined;
  }

  /** The one that has waited longest; undefined when none does. */
  get oldest(): number | undefined {
    return this.#pending.keys().next().value;
  }

  /** No answers will come any more. */
  lose(why: string): void {
    this.#lost = why;
    for (const number of [...this.#pending.keys()]) this.refuse(number, this.#gone(why));
  }

  #take(number: number): Pending | undefined {
    const pending = this.#pending.get(number);
    if (pending === undefined) return undefined;
    this.#pending.delete(number);
    clearTimeout(pending.timer);
    return pending;
  }

  #gone(why: string): Failure {
    return new Failure('engine-died', 'environment', `${this.peer} is gone: ${why}.`);
  }
}
