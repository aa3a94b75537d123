// What the loop of the thread tells the host by itself: that there is output, that the program waits, what people should know.

import { asFailure, cancelled } from '@sonde/engine';
import type { WaitingFor } from '../messages.js';
import type { OutputWriter } from '../shared/output-ring.js';
import type { Inspector } from './inspector.js';
import { machineFailure } from './machine-failure.js';
import type { Mailbox } from './mailbox.js';
import type { World } from './world.js';

/** An answer, and what is to be done once it is on its way. */
export interface Reply {
  readonly value: unknown;
  readonly then?: () => void;
}

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

  /** Answers a question of the host, or refuses it. */
  answer(number: number, world: World, reply: () => Reply): void {
    world.answering = number;
    try {
      if (world.interrupted) throw cancelled();
      const { value, then } = reply();
      // What an evaluation printed comes before its result.
      this.tellOutput();
      this.mailbox.say({ say: 'answer', number, value });
      then?.();
    } catch (error) {
      const { code, blame, message, next } = asFailure(machineFailure(error));
      const failure = { code, blame, message, ...(next === undefined ? {} : { next }) };
      this.mailbox.say({ say: 'refusal', number, failure });
    } finally {
      world.answering = undefined;
    }
  }

  notice(message: string): void {
    this.mailbox.say({ say: 'notice', message });
  }
}
