// Progress: long work, told to clients that can show it and that may cancel it.

import type { Client } from './clients/client.js';

let nextId = 1;

/** Work that is done sooner is not worth a message that flickers by. */
const worthTellingMs = 400;

export interface ProgressAbout {
  readonly title: string;
  /** The request that the work is done for. */
  readonly requestId: number;
  /** The client does not want it any more. */
  readonly cancel: () => void;
}

export class Progress {
  readonly #id = `progress-${nextId++}`;
  readonly #timer: NodeJS.Timeout | undefined;
  #message: string | undefined;
  #told = false;

  constructor(
    private readonly client: Client,
    private readonly about: ProgressAbout,
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
    this.client.cancellable.delete(this.#id);
    if (this.#told) this.client.event('progressEnd', { progressId: this.#id });
    this.#told = false;
  }

  #begin(): void {
    this.#told = true;
    const { title, requestId, cancel } = this.about;
    this.client.cancellable.set(this.#id, cancel);
    const message = this.#message === undefined ? {} : { message: this.#message };
    this.client.event('progressStart', {
      progressId: this.#id,
      title,
      requestId,
      cancellable: true,
      ...message,
    });
  }
}
