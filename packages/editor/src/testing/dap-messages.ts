// Messages of the Debug Adapter Protocol on a stream of bytes: written with their length, and cut out again.

export interface DapMessage {
  readonly seq: number;
  readonly type: 'request' | 'response' | 'event';
  readonly command?: string;
  readonly event?: string;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly arguments?: unknown;
  readonly body?: unknown;
}

export function framed(message: DapMessage): Buffer {
  const body = Buffer.from(JSON.stringify(message), 'utf8');
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, 'ascii'), body]);
}

/** Takes bytes as they come and gives whole messages. An adapter that writes anything else makes it throw. */
export class MessageReader {
  #bytes: Buffer = Buffer.alloc(0);

  take(chunk: Buffer): readonly DapMessage[] {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const messages: DapMessage[] = [];
    for (;;) {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end === -1) return messages;
      const header = this.#bytes.subarray(0, end).toString('ascii');
      const length = /^Content-Length:\s*(\d+)/im.exec(header)?.[1];
      if (length === undefined)
        throw new Error(`The adapter wrote what is no header: ${JSON.stringify(header.slice(0, 200))}`);
      const begin = end + 4;
      const next = begin + Number(length);
      if (this.#bytes.length < next) return messages;
      messages.push(JSON.parse(this.#bytes.subarray(begin, next).toString('utf8')) as DapMessage);
      this.#bytes = this.#bytes.subarray(next);
    }
  }
}
