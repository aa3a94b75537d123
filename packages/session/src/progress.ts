// Progress: long work, told to clients that can show it.

import type { Client } from './client.js';

let nextId = 1;

/** Work that is done sooner is not worth a message that flickers by. */
const worthTellingMs = 400;

export class Progress {
  readonly #id = `progress-${nextId++}`;
  readonly #timer: NodeJS.Timeout | undefined;
  #message: string | undefined;
  #told = false;

  constructor(
    private readonly client: Client,
    private readonly title: string,
  ) {
    if (client.initialize.supportsProgressReporting !== true) return;
    this.#timer = setTimeout(() => this.#begin(), worthTellingMs);
  }

  update(message: string): void {
    this.#message = message;
    if (this.#told) this.client.event('progressUpdate', { progressId: this.#id, message });
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#told) this.client.event('progressEnd', { progressId: this.#id });
    this.#told = false;
  }

  #begin(): void {
    this.#told = true;
    const message = this.#message === undefined ? {} : { message: this.#message };
    this.client.event('progressStart', {
      progressId: this.#id,
      title: this.title,
      cancellable: false,
      ...message,
    });
  }
}
