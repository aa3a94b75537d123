// The log of the executive: which requests came, without what they carried.

import type { Answer } from './request.js';

const most = 256;

export class Log {
  #seq = 0;
  readonly #entries: Answer[] = [];

  add(level: string, message: string, details: Answer = {}): void {
    this.#entries.push({ seq: ++this.#seq, ts: Date.now() / 1_000, level, message, ...details });
    if (this.#entries.length > most) this.#entries.shift();
  }

  last(count: number, session: string | undefined): readonly Answer[] {
    const wanted =
      session === undefined ? this.#entries : this.#entries.filter(each => each['session_id'] === session);
    return wanted.slice(-count);
  }

  clear(): void {
    this.#entries.length = 0;
  }
}
