// The fuzzer's end of a connection: keeps account of what must be answered, and learns from what it hears.

import { decodeMessage, FrameReader, type Transport, type WireMessage } from '@sonde/dap';
import { Knowledge } from './knowledge.js';

/** A promise of the adapter that was broken. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

interface Waiting {
  readonly command: string;
  readonly since: number;
  times: number;
}

const shownMessages = 12;
/** A mistake of the adapter's own, whatever it was sent. */
const blamesItself = /Internal error in/;

const motions = new Set(['continue', 'next', 'stepIn', 'stepOut', 'goto', 'restartFrame', 'restart']);
const motionEvents = new Set(['stopped', 'continued', 'terminated']);

export class Line {
  readonly knowledge = new Knowledge();
  readonly #transport: Transport;
  readonly #reader = new FrameReader(64 * 1024 * 1024);
  readonly #waiting = new Map<number, Waiting>();
  readonly #watchers = new Set<() => void>();
  readonly #heard = new Map<string, number>();
  readonly #recent: string[] = [];
  #expectedReactions = 0;
  #reactions = 0;
  #nextSeq = 1;
  #trouble: Broken | undefined;
  #closed = false;
  /** How many messages were sent, of whatever kind. */
  sent = 0;
  /** As far as this end knows. */
  isStopped = false;
  /** Counts the stops. */
  stops = 0;

  constructor(transport: Transport) {
    this.#transport = transport;
    transport.start({
      data: bytes => this.#receive(bytes),
      closed: () => {
        this.#closed = true;
        this.#changed();
      },
    });
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** How many requests have no answer yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Sends a request and expects one answer. */
  request(command: string, args?: unknown): number {
    const seq = this.#nextSeq++;
    this.json(JSON.stringify({ seq, type: 'request', command, arguments: args }));
    return seq;
  }

  /**
   * Sends a text in a proper frame. What it deserves is decided here: a request is to be answered, a response or an
   * event is not, and of anything else there must be some word.
   */
  json(text: string): void {
    this.sent++;
    this.#remember('→', text);
    const message = parsed(text);
    if (isRequest(message)) this.#expect(message.seq, message.command);
    else if (message?.['type'] !== 'response' && message?.['type'] !== 'event') this.#expectedReactions++;
    this.#send(Buffer.from(text));
  }

  /** Sends bytes that may be anything; nothing can be expected of the stream after them. */
  bytes(bytes: Uint8Array): void {
    this.sent++;
    this.#remember('→', `${bytes.length} raw bytes`);
    this.#transport.send(bytes);
  }

  /** How many events of that name came so far. */
  heard(event: string): number {
    return this.#heard.get(event) ?? 0;
  }

  /** Resolves when the condition holds or the line is closed; after that long without, it is a broken promise. */
  async until(what: string, holds: () => boolean, patienceMs: number): Promise<void> {
    const end = Date.now() + patienceMs;
    while (!holds() && !this.#closed) {
      this.#complain();
      const left = end - Date.now();
      if (left <= 0) throw this.#broken(`${what} did not come within ${patienceMs} ms`);
      await this.#change(left);
    }
    this.#complain();
  }

  /** All requests are answered, and something was said about all the rest. */
  async settled(patienceMs: number): Promise<void> {
    await this.until(
      'an answer',
      () => this.#waiting.size === 0 && this.#reactions >= this.#expectedReactions,
      patienceMs,
    );
  }

  close(): void {
    this.#transport.close();
    this.#over();
  }

  destroy(): void {
    this.#transport.destroy();
    this.#over();
  }

  #over(): void {
    this.#closed = true;
    this.#changed();
  }

  /** Where a line delimits messages itself, they go without a header. */
  #send(body: Uint8Array): void {
    const header = this.#transport.framing === 'message' ? '' : `Content-Length: ${body.length}\r\n\r\n`;
    this.#transport.send(Buffer.concat([Buffer.from(header), body]));
  }

  #receive(bytes: Uint8Array): void {
    const isWhole = this.#transport.framing === 'message';
    for (const frame of isWhole ? [decodeMessage(bytes)] : this.#reader.push(bytes)) {
      if (!frame.ok)
        this.#trouble ??= this.#broken(`the adapter sent what is no message: ${frame.error.message}`);
      else this.#hear(frame.message);
    }
    this.#changed();
  }

  #hear(message: WireMessage): void {
    this.#remember('←', JSON.stringify(message));
    switch (message.type) {
      case 'event':
        this.#heard.set(message.event, (this.#heard.get(message.event) ?? 0) + 1);
        if (message.event === 'stopped') this.stops++;
        if (motionEvents.has(message.event)) this.isStopped = message.event === 'stopped';
        if (message.event === 'output' && JSON.stringify(message.body).includes('Not understood'))
          this.#reactions++;
        else this.knowledge.learn(message.body);
        return;
      case 'request':
        // Nothing is started on behalf of a fuzzer.
        this.#send(
          Buffer.from(
            JSON.stringify({
              seq: this.#nextSeq++,
              type: 'response',
              request_seq: message.seq,
              success: false,
              command: message.command,
              message: 'not here',
            }),
          ),
        );
        return;
      case 'response':
        if (!this.#settle(message.request_seq)) this.#reactions++;
        if (message.success && motions.has(message.command)) this.isStopped = false;
        if (message.success) this.knowledge.learn(message.body);
        else if ((message.message ?? '') === '') {
          this.#trouble ??= this.#broken(`${message.command} was refused without a reason`);
        } else if (blamesItself.test(JSON.stringify(message))) {
          this.#trouble ??= this.#broken(`${message.command} failed inside of the adapter`);
        }
    }
  }

  #expect(seq: number, command: string): void {
    const waiting = this.#waiting.get(seq);
    if (waiting !== undefined) waiting.times++;
    else this.#waiting.set(seq, { command, since: Date.now(), times: 1 });
  }

  #settle(seq: number): boolean {
    const waiting = this.#waiting.get(seq);
    if (waiting === undefined) return false;
    waiting.times--;
    if (waiting.times === 0) this.#waiting.delete(seq);
    return true;
  }

  #complain(): void {
    if (this.#trouble !== undefined) throw this.#trouble;
  }

  #broken(problem: string): Broken {
    const open = [...this.#waiting].map(([seq, { command }]) => `${command} (${seq})`).join(', ');
    const unanswered = open === '' ? '' : `\n  unanswered: ${open.slice(0, 2000)}`;
    return new Broken(`${problem}${unanswered}\n  the last messages:\n    ${this.#recent.join('\n    ')}`);
  }

  #remember(direction: string, text: string): void {
    this.#recent.push(`${direction} ${text.slice(0, 300)}`);
    if (this.#recent.length > shownMessages) this.#recent.shift();
  }

  #changed(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }

  #change(patienceMs: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(() => watcher(), patienceMs);
      const watcher = (): void => {
        clearTimeout(timer);
        this.#watchers.delete(watcher);
        resolve();
      };
      this.#watchers.add(watcher);
    });
  }
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    return undefined;
  }
}

function isRequest(
  message: Fields | undefined,
): message is Fields & { readonly seq: number; readonly command: string } {
  return (
    message?.['type'] === 'request' &&
    typeof message['command'] === 'string' &&
    Number.isSafeInteger(message['seq']) &&
    (message['seq'] as number) >= 0
  );
}
