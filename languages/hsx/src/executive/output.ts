// What tasks write and read: texts for `listen` and for events, and the input that clients send.

import { StringDecoder } from 'node:string_decoder';
import { Refusal } from './request.js';

export interface WrittenMessage {
  readonly bytes: Uint8Array;
  readonly flags: number;
}

type Stream = 'stdout' | 'stderr';

const mostMessages = 1_024;
const mostInput = 1 << 20;
/** Characters of one event. */
const mostText = 16_384;

export class TaskStreams {
  /** Of stdout, until somebody listens. */
  readonly messages: WrittenMessage[] = [];
  readonly #input: Uint8Array[] = [];
  #inputBytes = 0;
  readonly #decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };

  written(stream: Stream, bytes: Uint8Array): string {
    if (stream === 'stdout') {
      this.messages.push({ bytes, flags: 0 });
      if (this.messages.length > mostMessages) this.messages.shift();
    }
    return this.#decoders[stream].write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
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

  read(): Uint8Array | undefined {
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
