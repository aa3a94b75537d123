// Events: numbered, kept for a while, and given to who subscribed.

import type { Answer } from './request.js';
import type { Session } from './sessions.js';
import { graceMilliseconds, Subscription } from './subscription.js';
import type { Client } from './client.js';

export interface Event {
  readonly seq: number;
  readonly type: string;
  readonly pid: number | null;
  readonly data: Answer;
  /** Seconds. */
  readonly ts: number;
  /** As it goes over the wire. */
  readonly line: string;
  /** This session is told in another way. */
  readonly except: Session | undefined;
}

export interface EventFilter {
  /** Undefined takes all. */
  readonly pids?: ReadonlySet<number>;
  readonly types?: ReadonlySet<string>;
}

const mostKept = 4_096;
/** Characters of them. */
const mostText = 4 << 20;

export class Events {
  #seq = 0;
  readonly #kept: Event[] = [];
  #keptText = 0;
  readonly #subscriptions = new Map<Session, Subscription>();
  /** A `step` collects what happens while it runs. */
  readonly collectors = new Set<Event[]>();

  constructor(private readonly grace = graceMilliseconds) {}

  get lastSeq(): number {
    return this.#seq;
  }

  publish(type: string, pid: number | null, data: Answer, except?: Session): Event {
    const [seq, ts] = [++this.#seq, Date.now() / 1000];
    const line = JSON.stringify({ seq, ts, type, pid, data });
    const event: Event = { seq, type, pid, data, ts, line, except };
    this.#keep(event);
    for (const collector of this.collectors) if (collector.length < mostKept) collector.push(event);
    for (const subscription of this.#subscriptions.values()) subscription.offer(event);
    return event;
  }

  /** The oldest go many at once: one by one would move all others each time. */
  #keep(event: Event): void {
    this.#kept.push(event);
    this.#keptText += event.line.length;
    if (this.#kept.length <= mostKept * 2 && this.#keptText <= mostText * 2) return;
    let gone = Math.max(0, this.#kept.length - mostKept);
    let text = this.#kept.slice(gone).reduce((sum, { line }) => sum + line.length, 0);
    while (text > mostText) text -= this.#kept[gone++]!.line.length;
    this.#kept.splice(0, gone);
    this.#keptText = text;
  }

  /** Whether somebody would see it; what costs much is only made then. */
  isWanted(type: string): boolean {
    for (const subscription of this.#subscriptions.values()) if (subscription.takes(type)) return true;
    return false;
  }

  subscribe(
    session: Session,
    client: Client,
    filter: EventFilter,
    since: number | undefined,
    /** Sent before the first event. */
    greet: (subscription: Subscription) => void,
  ): void {
    this.#subscriptions.get(session)?.close();
    const subscription = new Subscription(session, client, filter, data => this.#warning(data), this.grace);
    subscription.ended = () => {
      if (this.#subscriptions.get(session) === subscription) this.#subscriptions.delete(session);
    };
    greet(subscription);
    this.#subscriptions.set(session, subscription);
    if (since === undefined) return;
    for (const event of this.#kept.slice(-mostKept)) if (event.seq > since) subscription.offer(event);
  }

  /** For one subscriber alone. */
  #warning(data: Answer): string {
    const seq = ++this.#seq;
    return JSON.stringify({ seq, ts: Date.now() / 1000, type: 'warning', pid: null, data });
  }

  of(session: Session): Subscription | undefined {
    return this.#subscriptions.get(session);
  }

  /** The connection is gone. */
  closed(client: Client): void {
    for (const subscription of this.#subscriptions.values())
      if (subscription.client === client) subscription.close();
  }
}
