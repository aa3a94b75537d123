// What tasks write and read: texts for `listen` and for events, and the input that clients send.

import { StringDecoder } from 'node:string_decoder';
import { Refusal } from './request.js';

export interface WrittenMessage {
  readonly bytes: Uint8Array;
  readonly flags: number;
}

type Stream = 'stdout' | 'stderr';

/** Bytes of all messages; the oldest go first. */
const mostWritten = 1 << 18;
const mostInput = 1 << 20;
/** Characters of one event. */
const mostText = 4_096;

export class TaskStreams {
  /** Of stdout, until somebody listens. */
  readonly #messages: WrittenMessage[] = [];
  #messageBytes = 0;
  readonly #input: Uint8Array[] = [];
  #inputBytes = 0;
  #inputEnded = false;
  readonly #decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };

  written(stream: Stream, bytes: Uint8Array): string {
    if (stream === 'stdout') {
      this.#messages.push({ bytes, flags: 0 });
      this.#messageBytes += bytes.length + 64;
      while (this.#messageBytes > mostWritten && this.#messages.length > 1) this.listen(1);
    }
    return this.#decoders[stream].write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /** Takes the oldest. */
  listen(count: number): readonly WrittenMessage[] {
    const taken = this.#messages.splice(0, count);
    for (const { bytes } of taken) this.#messageBytes -= bytes.length + 64;
    return taken;
  }

  /** Each line is read by itself. */
  send(bytes: Uint8Array): void {
    if (this.#inputBytes + bytes.length > mostInput) throw new Refusal('the input of the task is full');
    this.#inputBytes += bytes.length;
    for (let from = 0; from < bytes.length;) {
      const end = bytes.indexOf(0x0a, from);
      const next = end < 0 ? bytes.length : end + 1;
      this.#input.push(bytes.slice(from, next));
      from = next;
    }
  }

  /** No more input will come. */
  endInput(): void {
    this.#inputEnded = true;
  }

  /** Null at its end. */
  read(): Uint8Array | null | undefined {
    if (this.#input.length === 0 && this.#inputEnded) return null;
    const next = this.#input.shift();
    this.#inputBytes -= next?.length ?? 0;
    return next;
  }
}

/** What one slice of time wrote, so that a program that prints letter by letter sends no event for each. */
export class PendingOutput {
  #pending: { readonly pid: number; readonly stream: Stream; text: string } | undefined;

  constructor(private readonly publish: (stream: Stream, pid: number, text: string) => void) {}

  add(pid: number, stream: Stream, text: string): void {
    if (text === '') return;
    const known = this.#pending;
    if (known?.pid === pid && known.stream === stream && known.text.length + text.length <= mostText) {
      known.text += text;
      return;
    }
    this.flush();
    this.#pending = { pid, stream, text };
  }

  flush(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined) this.publish(pending.stream, pending.pid, pending.text);
  }
}
