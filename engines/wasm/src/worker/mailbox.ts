// The program thread's end of the line: looks for messages between slices, and sleeps on the doorbell.

import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { OutputStream } from '@sonde/engine';
import { mostOutput, word, type FromWorker, type ToWorker } from '../messages.js';

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
    if (Atomics.load(this.control, word.bell) === this.#seen) return;
    this.#seen = Atomics.load(this.control, word.bell);
    for (;;) {
      const received: { readonly message: ToWorker } | undefined = receiveMessageOnPort(this.port);
      if (received === undefined) return;
      handle(received.message);
    }
  }

  /** Sleeps until the bell rings; returns at once if it rang since the last `receive`. */
  sleep(): void {
    Atomics.wait(this.control, word.bell, this.#seen);
  }

  /** Says what the program printed. A reader that is far behind makes it wait, so that nothing piles up. */
  print(stream: OutputStream, text: string, whileWaiting: () => void): void {
    while (Atomics.load(this.control, word.output) > mostOutput) {
      whileWaiting();
      // The reader rings the bell when it has caught up.
      this.sleep();
    }
    Atomics.add(this.control, word.output, text.length);
    this.say({ say: 'output', stream, text });
  }
}
