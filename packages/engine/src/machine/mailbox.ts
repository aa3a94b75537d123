// A program thread's end of the line to the debugger: looks for messages between slices, and sleeps on the doorbell.

import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';

export class ThreadMailbox<Said, Heard> {
  #seen = 0;

  constructor(
    private readonly port: MessagePort,
    /** Shared with the debugger's thread, which changes the word at `bell` with each message. */
    protected readonly control: Int32Array,
    private readonly bell: number,
  ) {}

  say(message: Said): void {
    this.port.postMessage(message);
  }

  /** Hands over what came since the last look. One atomic load when nothing did. */
  receive(handle: (message: Heard) => void): void {
    const bell = Atomics.load(this.control, this.bell);
    if (bell === this.#seen) return;
    this.#seen = bell;
    for (;;) {
      const received: { readonly message: Heard } | undefined = receiveMessageOnPort(this.port);
      if (received === undefined) return;
      handle(received.message);
    }
  }

  /** Sleeps until the bell rings; returns at once if it rang since the last `receive`. */
  sleep(milliseconds = Infinity): void {
    Atomics.wait(this.control, this.bell, this.#seen, milliseconds);
  }
}
