// A session with upstream's executive: one connection, one request at a time, one locked task.
//
// It shares one connection to its machine between all that goes on, without a lock: a request beside another one, or beside
// the clock, takes the answer of the other, and after five seconds nothing is ever answered again.

import type { Static, TSchema } from '@sinclair/typebox';
import { Failure } from '@sonde/engine';
import { ExecutiveConnection, Refusal, type Asker, type Peer } from '../connection.js';
import { upstreamAnswers } from './answers.js';

const heartbeatSeconds = 60;

export class UpstreamSession implements Asker {
  #connection: ExecutiveConnection | undefined;
  #id: string | undefined;
  #pid = 0;
  #last: Promise<unknown> = Promise.resolve();
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(
    private readonly peer: Peer,
    private readonly lost: (why: string) => void,
  ) {}

  async connect(signal: AbortSignal): Promise<void> {
    this.#connection?.close();
    this.#connection = await ExecutiveConnection.connect(
      this.peer,
      { lost: why => this.#loses(why) },
      signal,
    );
  }

  ask<Schema extends TSchema>(
    cmd: string,
    fields: Readonly<Record<string, unknown>>,
    schema: Schema,
    timeoutMs?: number,
  ): Promise<Static<Schema>> {
    const turn = this.#last.then(() => this.#send(cmd, fields, schema, timeoutMs));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Takes the task: there is no other moment for a lock than this. */
  async open(pid: number): Promise<void> {
    this.#pid = pid;
    this.#id = undefined;
    const asked = { client: 'sonde', pid_lock: pid, heartbeat_s: heartbeatSeconds };
    const { session } = await this.ask('session.open', asked, upstreamAnswers.session);
    this.#id = session.id;
    clearInterval(this.#keepAlive);
    this.#keepAlive = setInterval(
      () => void this.ask('session.keepalive', {}, upstreamAnswers.nothing).catch(() => undefined),
      (session.heartbeat_s * 1000) / 3,
    );
    this.#keepAlive.unref();
  }

  async reconnect(signal: AbortSignal): Promise<void> {
    await this.connect(signal);
    try {
      await this.ask('session.keepalive', {}, upstreamAnswers.nothing);
    } catch (error) {
      if (!(error instanceof Refusal) || error.word !== 'session_required') throw error;
      await this.open(this.#pid);
    }
  }

  /** Gives back the lock, where the executive can still be told. */
  async end(): Promise<void> {
    if (this.#id !== undefined)
      await this.ask('session.close', {}, upstreamAnswers.nothing).catch(() => undefined);
    this.#id = undefined;
    clearInterval(this.#keepAlive);
    this.#connection?.close();
    this.#connection = undefined;
  }

  async #send<Schema extends TSchema>(
    cmd: string,
    fields: Readonly<Record<string, unknown>>,
    schema: Schema,
    timeoutMs: number | undefined,
  ): Promise<Static<Schema>> {
    if (this.#connection === undefined)
      throw new Failure('engine-died', 'environment', 'the executive is not reachable.');
    const whole = this.#id === undefined ? fields : { ...fields, session: this.#id };
    try {
      return await this.#connection.ask(cmd, whole, schema, timeoutMs);
    } catch (error) {
      if (!(error instanceof Refusal) || !error.word.includes('timed out')) throw error;
      const why = `it no longer reaches its machine ("${error.word}") and has to be started again`;
      this.#loses(why);
      throw new Failure('engine-died', 'environment', `the executive is stuck: ${why}.`, undefined, {
        cause: error,
      });
    }
  }

  #loses(why: string): void {
    if (this.#connection === undefined) return;
    this.#connection.close();
    this.#connection = undefined;
    this.lost(why);
  }
}
