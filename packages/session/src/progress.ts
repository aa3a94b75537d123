// Progress: long work, told to clients that can show it.

import type { Client } from './client.js';

let nextId = 1;
const running = new Map<string, AbortController>();

export class Progress {
  readonly #id = `progress-${nextId++}`;
  readonly #told: boolean;
  readonly #controller = new AbortController();

  constructor(
    private readonly client: Client,
    title: string,
  ) {
    this.#told = client.initialize.supportsProgressReporting === true;
    if (!this.#told) return;
    running.set(this.#id, this.#controller);
    client.event('progressStart', { progressId: this.#id, title, cancellable: false });
  }

  /** Aborted when a client cancels this piece of work. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  update(message: string): void {
    if (this.#told) this.client.event('progressUpdate', { progressId: this.#id, message });
  }

  end(): void {
    if (!running.delete(this.#id)) return;
    this.client.event('progressEnd', { progressId: this.#id });
  }

  static cancel(id: string): void {
    running.get(id)?.abort();
  }
}
