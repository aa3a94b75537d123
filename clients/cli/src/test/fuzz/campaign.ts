// A campaign: many sessions, some side by side, until so many messages are sent.

import type { Transport } from '@sonde/dap';
import { Random } from './random.js';
import { fuzzBytes, fuzzSession, patienceMs, type FuzzProgram } from './session.js';

export interface FuzzTarget {
  /** The transport of a new connection; `gone` resolves when the adapter has nothing of it left. */
  connect(): Promise<{ readonly transport: Transport; readonly gone: Promise<unknown> }>;
}

export interface Campaign {
  readonly target: FuzzTarget;
  readonly programs: readonly FuzzProgram[];
  readonly messages: number;
  readonly seed: number;
  /** How many of the messages are raw bytes, each on a connection for that alone; the rest is sent in sessions. */
  readonly rawShare: number;
  /** Told how many messages were sent so far, now and then; the campaign waits for it, with no session under way. */
  readonly pause?: { readonly times: number; look(sent: number): Promise<void> };
}

const sideBySide = 3;

/** Answers how many messages were sent. */
export async function run({ target, programs, messages, seed, rawShare, pause }: Campaign): Promise<number> {
  const random = new Random(seed);
  const parts = pause?.times ?? 1;
  // What each worker does follows from its own chance alone, however they interleave.
  const workers = Array.from(
    { length: sideBySide },
    () => new Worker(target, programs, rawShare, random.fork()),
  );
  const sent = (): number => workers.reduce((sum, worker) => sum + worker.sent, 0);
  for (let part = 1; part <= parts; part++) {
    const goal = Math.ceil((messages * part) / parts / sideBySide);
    await Promise.all(workers.map(worker => worker.until(goal)));
    await pause?.look(sent());
  }
  return sent();
}

class Worker {
  sent = 0;
  #sentRaw = 0;

  constructor(
    private readonly target: FuzzTarget,
    private readonly programs: readonly FuzzProgram[],
    private readonly rawShare: number,
    private readonly random: Random,
  ) {}

  async until(goal: number): Promise<void> {
    while (this.sent < goal) {
      const { transport, gone } = await this.target.connect();
      if (this.#sentRaw < this.sent * this.rawShare) {
        const sent = await fuzzBytes(transport, this.random);
        this.#sentRaw += sent;
        this.sent += sent;
      } else this.sent += await fuzzSession(transport, this.programs, this.random);
      await within(gone, 'the end of an adapter whose client is gone');
    }
  }
}

async function within(event: Promise<unknown>, what: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${patienceMs} ms`)), patienceMs);
  });
  try {
    await Promise.race([event, late]);
  } finally {
    clearTimeout(timer);
  }
}
