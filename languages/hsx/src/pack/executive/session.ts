// A session with an executive: one connection for requests, one for events, kept alive, and made anew when it was lost.

import type { Static, TSchema } from '@sinclair/typebox';
import { asFailure, Failure } from '@sonde/engine';
import { answers, type ExecutiveEvent } from './answers.js';
import { ExecutiveConnection, Refusal, type Asker, type Peer } from './connection.js';

export interface SessionHandlers {
  event(event: ExecutiveEvent): void;
  lost(why: string): void;
}

const features = ['events', 'stack', 'disasm', 'symbols', 'memory', 'watch', 'trace'];
const categories = ['task_state', 'debug_break', 'debug_stop', 'fault', 'stdout', 'stderr', 'warning'];
const maxEvents = 2_048;
/** Events are acknowledged in heaps: an executive drops who never does. */
const ackEvery = 64;
const ackMs = 200;

export class ExecutiveSession implements Asker {
  #control: ExecutiveConnection | undefined;
  #stream: ExecutiveConnection | undefined;
  #id = '';
  #boot: string | undefined;
  #lastSeq = 0;
  #acked = 0;
  #ackTimer: NodeJS.Timeout | undefined;
  #keepAlive: NodeJS.Timeout | undefined;
  #lost = false;

  constructor(
    private readonly peer: Peer,
    private readonly handlers: SessionHandlers,
  ) {}

  /** The executive is ours, and can do what the extensions of the protocol say. */
  get isOurs(): boolean {
    return this.#boot !== undefined;
  }

  async open(signal: AbortSignal): Promise<void> {
    try {
      await this.#connect(signal);
      await this.#openSession();
      // Others tell nothing that their answers do not tell.
      if (this.isOurs) await this.#subscribe(signal);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  ask<Schema extends TSchema>(
    cmd: string,
    fields: Readonly<Record<string, unknown>>,
    schema: Schema,
    timeoutMs?: number,
  ): Promise<Static<Schema>> {
    if (this.#control === undefined) return Promise.reject(gone());
    return this.#control.ask(cmd, { ...fields, session: this.#id }, schema, timeoutMs);
  }

  /** True: the executive still knew the session, with its locks and breakpoints. */
  async reconnect(signal: AbortSignal): Promise<boolean> {
    this.#drop();
    const boot = this.#boot;
    await this.#connect(signal);
    let known = true;
    try {
      await this.ask('session.keepalive', {}, answers.nothing);
    } catch (error) {
      if (!(error instanceof Refusal) || error.word !== 'session_required') throw error;
      known = false;
      await this.#openSession();
    }
    if (!known && this.#boot !== boot)
      throw new Failure(
        'wrong-state',
        'environment',
        'the executive was started anew, and its tasks are gone.',
      );
    await this.#subscribe(signal);
    return known;
  }

  close(): void {
    this.#drop();
    clearInterval(this.#keepAlive);
  }

  /** Gives back the locks at once, where the executive can still be told. */
  async end(): Promise<void> {
    await this.ask('session.close', {}, answers.nothing).catch(() => undefined);
    this.close();
  }

  async #connect(signal: AbortSignal): Promise<void> {
    this.#lost = false;
    this.#control = await ExecutiveConnection.connect(this.peer, { lost: why => this.#loses(why) }, signal);
  }

  async #openSession(): Promise<void> {
    const { session } = await this.#control!.ask(
      'session.open',
      {
        client: 'sonde',
        capabilities: { features, max_events: maxEvents },
        bound: true,
        break_on: ['fault', 'brk'],
        stop_group: true,
        lossless: true,
      },
      answers.session,
    );
    this.#id = session.id;
    this.#boot = session.executive?.boot;
    clearInterval(this.#keepAlive);
    this.#keepAlive = setInterval(
      () => void this.ask('session.keepalive', {}, answers.nothing).catch(() => undefined),
      (session.heartbeat_s * 1000) / 3,
    );
    this.#keepAlive.unref();
  }

  async #subscribe(signal: AbortSignal): Promise<void> {
    this.#stream = await ExecutiveConnection.connect(
      this.peer,
      { event: event => this.#hear(event), lost: why => this.#loses(why) },
      signal,
    );
    const since = this.#lastSeq > 0 ? { since_seq: this.#lastSeq } : {};
    const { events } = await this.#stream.ask(
      'events.subscribe',
      { session: this.#id, filters: { categories, ...since } },
      answers.subscribed,
    );
    if (this.#lastSeq === 0) this.#lastSeq = this.#acked = events.cursor ?? 0;
  }

  #hear(event: ExecutiveEvent): void {
    if (event.seq <= this.#lastSeq) return;
    this.#lastSeq = event.seq;
    this.#acknowledge();
    this.handlers.event(event);
  }

  #acknowledge(): void {
    if (this.#lastSeq - this.#acked >= ackEvery) return this.#ackNow();
    this.#ackTimer ??= setTimeout(() => this.#ackNow(), ackMs).unref();
  }

  #ackNow(): void {
    clearTimeout(this.#ackTimer);
    this.#ackTimer = undefined;
    if (this.#lastSeq === this.#acked) return;
    this.#acked = this.#lastSeq;
    void this.ask('events.ack', { seq: this.#lastSeq }, answers.nothing).catch(() => undefined);
  }

  #loses(why: string): void {
    if (this.#lost) return;
    this.#lost = true;
    this.#drop();
    this.handlers.lost(why);
  }

  #drop(): void {
    clearTimeout(this.#ackTimer);
    this.#ackTimer = undefined;
    this.#control?.close();
    this.#stream?.close();
    this.#control = undefined;
    this.#stream = undefined;
  }
}

const gone = (): Failure =>
  asFailure(new Failure('engine-died', 'environment', 'the executive is not reachable.'));
