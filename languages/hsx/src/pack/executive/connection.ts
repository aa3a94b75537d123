// One connection to an executive: requests that are answered in their order, or a stream of events.

import type { Static, TSchema } from '@sinclair/typebox';
import { asFailure, Failure } from '@sonde/engine';
import {
  addressText,
  connectTcp,
  JsonLinesChannel,
  PendingRequests,
  type PeerAddress,
} from '@sonde/engine-remote';
import { answers, checked, isEvent, type ExecutiveEvent } from './answers.js';

export interface Peer extends PeerAddress {
  readonly token?: string;
}

/** Who asks an executive, over whatever connection and session. */
export interface Asker {
  /** Throws a Failure when it refuses, answers nonsense, or is gone. */
  ask<Schema extends TSchema>(
    cmd: string,
    fields: Readonly<Record<string, unknown>>,
    schema: Schema,
    timeoutMs?: number,
  ): Promise<Static<Schema>>;
}

const connectMs = 5_000;
/** No request waits for a task, so that an executive which takes longer is stuck. */
const answerMs = 5_000;

export interface ConnectionHandlers {
  event?(event: ExecutiveEvent): void;
  /** The last call; not after `close`. */
  lost(why: string): void;
}

export class ExecutiveConnection implements Asker {
  readonly #requests: PendingRequests;
  #channel: JsonLinesChannel | undefined;
  #left = false;

  private constructor(
    peer: string,
    private readonly handlers: ConnectionHandlers,
  ) {
    this.#requests = new PendingRequests(peer);
  }

  static async connect(
    peer: Peer,
    handlers: ConnectionHandlers,
    signal: AbortSignal,
  ): Promise<ExecutiveConnection> {
    const ends = await connectTcp(peer, 'an executive (hsx-exec)', connectMs, signal);
    const connection = new ExecutiveConnection(`the executive at ${addressText(peer)}`, handlers);
    connection.#channel = new JsonLinesChannel(ends, {
      message: message => connection.#hear(message),
      closed: why => connection.#closed(why),
    });
    try {
      if (peer.token !== undefined) await connection.ask('auth', { token: peer.token }, answers.nothing);
    } catch (error) {
      connection.close();
      throw error;
    }
    return connection;
  }

  async ask<Schema extends TSchema>(
    cmd: string,
    fields: Readonly<Record<string, unknown>>,
    schema: Schema,
    timeoutMs = answerMs,
  ): Promise<Static<Schema>> {
    const answer = await this.#requests.ask(
      cmd,
      timeoutMs,
      () => this.#channel?.send({ version: 1, cmd, ...fields }) ?? false,
      // Answers come in order: after one that is missing nobody knows which is which.
      why => this.#channel?.close(why),
    );
    try {
      return checked(schema, answer, cmd);
    } catch (error) {
      this.#channel?.close(asFailure(error).message);
      throw error;
    }
  }

  close(): void {
    this.#left = true;
    this.#channel?.close('the debugger left');
  }

  #hear(message: unknown): void {
    if (isEvent(message) && this.handlers.event !== undefined) return this.handlers.event(message);
    const waiting = this.#requests.oldest;
    if (waiting === undefined || typeof message !== 'object' || message === null || Array.isArray(message)) {
      this.#channel?.close('it sent what is no answer');
      return;
    }
    const { status, error } = message as { status?: unknown; error?: unknown };
    if (status === 'ok') this.#requests.answer(waiting, message);
    else if (status === 'error' && typeof error === 'string') this.#requests.refuse(waiting, refusal(error));
    else this.#channel?.close('it sent what is no answer of an executive');
  }

  #closed(why: string): void {
    this.#requests.lose(why);
    if (!this.#left) this.handlers.lost(why);
  }
}

/** Words of the protocol that people would not understand. */
const known: readonly (readonly [RegExp, (detail: string) => Failure])[] = [
  [
    /^pid_locked:(.*)$/,
    pid =>
      new Failure(
        'wrong-state',
        'user',
        `somebody else debugs task ${pid}.`,
        'End that session, or choose another task.',
      ),
  ],
  [
    /^token_required()$/,
    () =>
      new Failure(
        'bad-arguments',
        'user',
        'the executive wants a token.',
        'Set "token" to the one it was started with.',
      ),
  ],
  [/^bad_token()$/, () => new Failure('bad-arguments', 'user', 'the executive does not accept the token.')],
  [/^bad_condition:(.*)$/, why => new Failure('bad-expression', 'user', why)],
];

/** `session_required` and `unknown_cmd` are told by their texts, for those who can go on without. */
export class Refusal extends Failure {
  constructor(readonly word: string) {
    super('bad-arguments', 'user', `the executive refused: ${word}.`);
  }
}

function refusal(error: string): Failure {
  for (const [pattern, failure] of known) {
    const match = pattern.exec(error);
    if (match !== null) return failure(match[1] ?? '');
  }
  return new Refusal(error);
}
