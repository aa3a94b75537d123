// One stream of events to one client: a queue with a limit, and what becomes of a client that does not keep up.

import { randomUUID } from 'node:crypto';
import type { Client } from './client.js';
import type { Event, EventFilter } from './events.js';
import type { Answer } from './request.js';
import type { Session } from './sessions.js';

/** Nobody is called slow before this many milliseconds without an acknowledgement. */
export const graceMilliseconds = 1_000;
const warnEveryMilliseconds = 500;

export class Subscription {
  readonly token: string;
  ended: () => void = () => undefined;
  drops = 0;
  highWater = 0;
  lastAck = 0;
  readonly #queue: Event[] = [];
  /** Numbers of the events that were sent and not acknowledged. */
  readonly #sent: number[] = [];
  #quietSince = Date.now();
  #lastWarning = 0;
  #untoldDrops = 0;
  #full = false;
  #closed = false;

  constructor(
    readonly session: Session,
    readonly client: Client,
    private readonly filter: EventFilter,
    /** Gives a warning its number. */
    private readonly numbered: (data: Answer) => string,
    private readonly grace: number,
  ) {
    this.token = `${session.id}:${randomUUID()}`;
    client.drained = () => this.#flush();
  }

  get most(): number {
    return this.session.terms.maxEvents;
  }

  /** Sent or waiting, and not acknowledged. */
  get pending(): number {
    return this.#sent.length + this.#queue.length;
  }

  takes(type: string): boolean {
    return this.filter.types?.has(type) !== false;
  }

  offer(event: Event): void {
    if (this.#closed || event.except === this.session || !this.takes(event.type)) return;
    if (this.filter.pids !== undefined && event.pid !== null && !this.filter.pids.has(event.pid)) return;
    this.#queue.push(event);
    if (!this.#full) this.#flush();
    if (this.#queue.length > this.most) {
      this.#queue.shift();
      this.drops++;
      this.#untoldDrops++;
    }
    this.highWater = Math.max(this.highWater, this.pending);
    this.#watchPace();
  }

  acknowledge(seq: number): void {
    this.lastAck = Math.max(this.lastAck, seq);
    this.#quietSince = Date.now();
    let done = 0;
    while (done < this.#sent.length && this.#sent[done]! <= seq) done++;
    this.#sent.splice(0, done);
  }

  #flush(): void {
    this.#full = false;
    if (this.#untoldDrops > 0) {
      this.#untoldDrops = 0;
      this.#warn('event_dropped');
    }
    let taken = 0;
    while (!this.#full && taken < this.#queue.length) {
      const { seq, line } = this.#queue[taken++]!;
      this.#sent.push(seq);
      this.#full = !this.client.send(line);
    }
    this.#queue.splice(0, taken);
  }

  #watchPace(): void {
    const { pending, most } = this;
    if (pending < Math.max(2 * most, 64)) return;
    const now = Date.now();
    if (now - this.#quietSince < this.grace) return;
    if (now - this.#lastWarning >= Math.min(warnEveryMilliseconds, this.grace / 2)) {
      this.#lastWarning = now;
      this.#warn('slow_consumer');
    }
    // The queue alone may hold no more than `most`: who reads nothing at all is given up by the clock.
    if (pending < Math.max(4 * most, 256) && now - this.#quietSince < 4 * this.grace) return;
    this.#warn('slow_consumer_drop');
    this.close();
  }

  #warn(reason: string): void {
    const { pending, highWater, drops, token } = this;
    this.#full =
      !this.client.send(
        this.numbered({ reason, pending, high_water: highWater, drops, subscription: token }),
      ) || this.#full;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.client.drained = undefined;
    this.client.close();
    this.ended();
  }
}
