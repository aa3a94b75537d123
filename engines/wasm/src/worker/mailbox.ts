// The program thread's end of the line, with room for so much output.

import type { OutputStream } from '@sonde/engine';
import { ThreadMailbox } from '@sonde/engine/machine';
import type { MessagePort } from 'node:worker_threads';
import { mostOutput, word, type FromWorker, type LoggedEntry, type ToWorker } from '../messages.js';

/** Passed log points that are told together. */
const mostTogether = 256;

export class Mailbox extends ThreadMailbox<FromWorker, ToWorker> {
  #logged: LoggedEntry[] = [];
  #loggedSize = 0;

  constructor(port: MessagePort, control: Int32Array) {
    super(port, control, word.bell);
  }

  /** What was logged comes before anything that is said later. */
  override say(message: FromWorker): void {
    this.tellLogged();
    super.say(message);
  }

  /** A log point was passed. Several are told in one message, soon. */
  log(entry: LoggedEntry, size: number, whileWaiting: () => void): void {
    this.#waitForRoom(whileWaiting);
    Atomics.add(this.control, word.output, size);
    this.#logged.push(entry);
    this.#loggedSize += size;
    if (this.#logged.length >= mostTogether) this.tellLogged();
  }

  tellLogged(): void {
    if (this.#logged.length === 0) return;
    super.say({ say: 'logged', entries: this.#logged, size: this.#loggedSize });
    this.#logged = [];
    this.#loggedSize = 0;
  }

  #waitForRoom(whileWaiting: () => void): void {
    while (Atomics.load(this.control, word.output) > mostOutput) {
      this.tellLogged();
      whileWaiting();
      // The reader rings the bell when it has caught up.
      this.sleep();
    }
  }

  /** Says what the program printed. A reader that is far behind makes it wait, so that nothing piles up. */
  print(stream: OutputStream, text: string, whileWaiting: () => void): void {
    this.#waitForRoom(whileWaiting);
    Atomics.add(this.control, word.output, text.length);
    this.say({ say: 'output', stream, text });
  }
}
