// One LLDB with our bridge inside: owns the process and the channel, pairs answers with requests.

import type { ChildProcess } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { cancelled, Failure, type Blame, type FailureCode } from '@sonde/engine';
import { encodeFrame, FrameReader } from './framing.js';
import { takeLldb } from './head-start.js';
import { removeLeftovers } from './lldb-leftovers.js';
import type { Told } from './told.js';
import { fields, integer, optional, text, type Fields } from './wire.js';

/** Why LLDB is gone. `expected` when we asked it to go. */
export interface BridgeEnd {
  readonly expected: boolean;
  readonly reason: string;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** LLDB loads slowly from a cold disk. */
const readyMs = 60_000;
const quitMs = 3_000;
const keptText = 4_096;

export class BridgeProcess {
  readonly #child: ChildProcess;
  readonly #channel: Duplex;
  readonly #farewell: Duplex;
  readonly #reader = new FrameReader();
  readonly #waiting = new Map<number, Waiting>();
  readonly #queue: unknown[] = [];
  readonly #ended: Promise<void>;
  #nextId = 1;
  #expected = false;
  #trouble: string | undefined;
  #end: BridgeEnd | undefined;
  #pumping = false;
  #said = '';
  #version = '';
  #onReady: (() => void) | undefined;

  private constructor(
    readonly lldb: string,
    private readonly told: Told,
    private readonly onEvent: (event: Fields) => void,
    onEnd: (end: BridgeEnd) => Promise<void>,
  ) {
    this.#child = takeLldb(lldb);
    // Indexes 1 to 4 were asked for as pipes; a channel of type 'pipe' can be read and written.
    this.#channel = this.#child.stdio[3] as Duplex;
    this.#farewell = this.#child.stdio[4] as Duplex;
    this.#farewell.on('error', () => undefined);
    for (const stream of [this.#child.stdout, this.#child.stderr]) this.#listen(stream);
    this.#channel.on('data', (chunk: Buffer) => this.#received(chunk));
    this.#channel.on('error', () => undefined);
    this.#ended = this.#watchEnd(onEnd);
  }

  /** Starts LLDB and waits until the bridge in it answers. */
  static async start(
    lldb: string,
    told: Told,
    onEvent: (event: Fields) => void,
    onEnd: (end: BridgeEnd) => Promise<void>,
    signal: AbortSignal,
  ): Promise<BridgeProcess> {
    signal.throwIfAborted();
    const bridge = new BridgeProcess(lldb, told, onEvent, onEnd);
    const abort = (): void => bridge.kill('cancelled');
    signal.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(
      () => bridge.kill(`it did not answer within ${readyMs / 1000} seconds`),
      readyMs,
    );
    try {
      const ready = new Promise<true>(resolve => (bridge.#onReady = () => resolve(true)));
      if ((await Promise.race([ready, bridge.#ended])) !== true) throw bridge.#notReady(signal);
      return bridge;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  /** As LLDB itself says it. */
  get version(): string {
    return this.#version;
  }

  get isGone(): boolean {
    return this.#end !== undefined;
  }

  async request(command: string, parameters: Fields = {}, signal?: AbortSignal): Promise<unknown> {
    if (this.#end !== undefined) throw gone(this.#end);
    if (signal?.aborted === true) throw cancelled();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        // Nobody waits for it; the bridge leaves it, or ends what it does.
        if (this.#waiting.delete(id)) this.notify('cancel', { request: id });
        reject(cancelled());
      };
      signal?.addEventListener('abort', abort, { once: true });
      const settled = (): void => signal?.removeEventListener('abort', abort);
      this.#waiting.set(id, {
        resolve: result => (settled(), resolve(result)),
        reject: (error: Error) => (settled(), reject(error)),
      });
      this.#channel.write(encodeFrame({ ...parameters, do: command, id }));
    });
  }

  /** A message without an answer, done at once even while a request takes long. */
  notify(command: string, parameters: Fields = {}): void {
    if (this.#end === undefined) this.#channel.write(encodeFrame({ ...parameters, do: command }));
  }

  /** Asks the bridge to end the debuggee and LLDB; kills LLDB when it takes too long. */
  async close(): Promise<void> {
    this.#expected = true;
    this.notify('quit');
    const timer = setTimeout(() => this.kill(), quitMs);
    await this.#ended;
    clearTimeout(timer);
  }

  /** Ends LLDB here and now; `trouble` when that was not anybody's wish. */
  kill(trouble?: string): void {
    if (trouble === undefined) this.#expected = true;
    else this.#trouble ??= trouble;
    this.#child.kill('SIGKILL');
  }

  /** To LLDB's server, which a killed LLDB leaves behind (bridge/server_connection.py). */
  sayToServer(text: string): void {
    this.#farewell.write(text);
  }

  #listen(stream: Readable | null): void {
    stream?.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString('utf8')).slice(-keptText);
    });
  }

  #received(chunk: Buffer): void {
    try {
      this.#queue.push(...this.#reader.push(chunk));
    } catch (error) {
      this.kill(`what it sent could not be understood (${error instanceof Error ? error.message : ''})`);
      return;
    }
    if (!this.#pumping) this.#pump();
  }

  /**
   * Hands on what came. After an answer all that waited for it goes on as far as it can before the events behind it are
   * told: a stop must not overtake the answer to the step that led to it.
   */
  #pump(): void {
    this.#pumping = true;
    while (this.#queue.length > 0) {
      if (this.#take(this.#queue.shift()) && this.#queue.length > 0) {
        // A tick comes after all promises that are settled by now, and those that follow from them; a microtask does not.
        queueMicrotask(() => process.nextTick(() => this.#pump()));
        return;
      }
    }
    this.#pumping = false;
  }

  /** Answers whether the message was an answer. */
  #take(message: unknown): boolean {
    if (this.#trouble !== undefined) return false;
    try {
      const from = fields(message);
      this.told.take(from);
      if (from['event'] === 'ready') {
        this.#version = optional(from, 'version', text).version ?? '';
        this.#onReady?.();
        return true;
      }
      if (from['event'] !== undefined) {
        this.onEvent(from);
        return false;
      }
      this.#answer(from);
    } catch (error) {
      this.kill(`what it sent could not be understood (${error instanceof Error ? error.message : ''})`);
    }
    return true;
  }

  #answer(from: Fields): void {
    const id = integer(from['id']);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (from['failed'] === undefined) return waiting?.resolve(from['result']);
    const failed = fields(from['failed']);
    const { next } = optional(failed, 'next', text);
    waiting?.reject(
      new Failure(
        text(failed['code']) as FailureCode,
        text(failed['blame']) as Blame,
        text(failed['message']),
        next,
      ),
    );
  }

  async #watchEnd(onEnd: (end: BridgeEnd) => Promise<void>): Promise<void> {
    const how = await new Promise<string>(resolve => {
      this.#child.once('error', error => resolve(error.message));
      this.#child.once('exit', (code, killer) =>
        resolve(killer === null ? `exit code ${code}` : `signal ${killer}`),
      );
    });
    await this.#drained();
    this.#end = { expected: this.#expected, reason: this.#trouble ?? `it ended by itself (${how})` };
    for (const waiting of this.#waiting.values()) waiting.reject(gone(this.#end));
    this.#waiting.clear();
    this.#channel.destroy();
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    if (this.#child.pid !== undefined) await removeLeftovers(this.#child.pid);
    await onEnd(this.#end);
    this.#farewell.destroy();
  }

  /** Until what LLDB sent before its end was read and told. */
  async #drained(): Promise<void> {
    if (!this.#channel.readableEnded && !this.#channel.destroyed) {
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, 500);
        const done = (): void => (clearTimeout(timer), resolve());
        this.#channel.once('end', done).once('close', done);
      });
    }
    while (this.#pumping) await new Promise(resolve => setImmediate(resolve));
  }

  #notReady(signal: AbortSignal): Failure {
    if (signal.aborted) return cancelled();
    const said = this.#said.trim();
    return new Failure(
      'tool-missing',
      'environment',
      `${this.lldb} did not start: ${this.#end?.reason ?? 'unknown'}${said === '' ? '.' : `; it said: ${said}`}`,
      'It must be an LLDB with Python scripting (`apt-get install -y lldb-22`); `sonde doctor` checks again.',
    );
  }
}

const gone = (end: BridgeEnd): Failure =>
  end.expected
    ? new Failure('wrong-state', 'user', 'the program has ended.')
    : new Failure('engine-died', 'environment', `LLDB is gone: ${end.reason}.`, 'Start the program again.');
