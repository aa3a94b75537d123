// The program thread's end of the line, with room for so much output.

import type { OutputStream } from '@sonde/engine';
import { ThreadMailbox } from '@sonde/engine/machine';
import type { MessagePort } from 'node:worker_threads';
import { mostOutput, word, type FromWorker, type ToWorker } from '../messages.js';

export class Mailbox extends ThreadMailbox<FromWorker, ToWorker> {
  constructor(port: MessagePort, control: Int32Array) {
    super(port, control, word.bell);
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
