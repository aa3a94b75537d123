// The VM thread's end of the line: looks for messages between slices, and sleeps on the doorbell.

import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../messages.js';
import { word } from '../shared/shared-memory.js';

export class Mailbox {
  #seen = 0;

  constructor(
    private readonly port: MessagePort,
    private readonly control: Int32Array,
  ) {}

  say(message: FromWorker): void {
    this.port.postMessage(message);
  }

  /** Hands over what came since the last look. One atomic load when nothing did. */
  receive(handle: (message: ToWorker) => void): void {
    const bell = Atomics.load(this.control, word.bell);
    if (bell === this.#seen) return;
    this.#seen = bell;
    for (;;) {
      const received: { readonly message: ToWorker } | undefined = receiveMessageOnPort(this.port);
      if (received === undefined) return;
      handle(received.message);
    }
  }

  /** Sleeps until the bell rings; returns at once if it rang since the last `receive`. */
  sleep(milliseconds = Infinity): void {
    Atomics.wait(this.control, word.bell, this.#seen, milliseconds);
  }
}
