// What the loop of the thread tells the host by itself: that there is output, that the program waits, what people should know.

import type { WaitingFor } from '../messages.js';
import type { OutputWriter } from '../shared/output-ring.js';
import type { Inspector } from './inspector.js';
import type { Mailbox } from './mailbox.js';

/** Output that nobody waits for travels at most this often, so that many prints make few events. */
const outputEveryMs = 10;

export class LoopNews {
  #toldOutputAt = 0;
  #waiting: WaitingFor | undefined;

  constructor(
    private readonly mailbox: Mailbox,
    private readonly output: OutputWriter,
    private readonly inspector: Inspector,
  ) {}

  /** What the program waits for, as the host knows it. */
  get waiting(): WaitingFor | undefined {
    return this.#waiting;
  }

  set waiting(reason: WaitingFor | undefined) {
    if (reason === this.#waiting) return;
    this.#waiting = reason;
    this.mailbox.say({ say: 'waiting', for: reason, threads: this.inspector.threads(true) });
  }

  tellOutput(): void {
    if (!this.output.mustTell()) return;
    this.#toldOutputAt = performance.now();
    this.mailbox.say({ say: 'output' });
  }

  tellOutputNowAndThen(now = performance.now()): void {
    if (now - this.#toldOutputAt > outputEveryMs) this.tellOutput();
  }

  sleep(milliseconds = Infinity): void {
    this.tellOutput();
    this.mailbox.sleep(milliseconds);
  }

  notice(message: string): void {
    this.mailbox.say({ say: 'notice', message });
  }
}
