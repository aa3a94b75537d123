// Whether a fault would have changed anything in a conversation. What it does not change it cannot spoil.
import { isDeepStrictEqual } from 'node:util';
import type { WireMessage } from '@sonde/dap';
import type { Fault, FaultyLine, Line } from './fault.js';
import { encodeFor } from './passage.js';
import type { Framing } from './passage.js';
import type { Conversation, Said } from './recording.js';
import { Showing } from './showing.js';

/** Whether a line with this fault would have passed all of it as it was. */
export function wouldChange(fault: Fault, conversation: Conversation): boolean {
  const line = fault.seed?.();
  if (line === undefined) return false;
  return new Rehearsal(line, conversation.framing).changes(conversation.said);
}

class Rehearsal {
  readonly #fault: FaultyLine;
  readonly #framing: Framing;
  readonly #showing = new Showing();
  readonly #line: Line;
  /** What the fault did with the last thing that it saw. */
  #passed: Passed[] = [];
  #meddled = false;

  constructor(fault: FaultyLine, framing: Framing) {
    this.#fault = fault;
    this.#framing = framing;
    const meddle = (): void => {
      this.#meddled = true;
    };
    this.#line = {
      toAdapter: what => void this.#passed.push({ to: 'adapter', what }),
      toClient: what => void this.#passed.push({ to: 'client', what }),
      bytesToAdapter: what => void this.#passed.push({ to: 'adapter', what }),
      bytesToClient: meddle,
      ask: () => {
        meddle();
        return new Promise(() => undefined);
      },
      end: meddle,
    };
  }

  changes(said: readonly Said[]): boolean {
    return said.some(each => {
      if (each.by === 'client') return this.#client(each.bytes, each.messages);
      return 'message' in each && this.#adapter(each.message);
    });
  }

  #client(bytes: Uint8Array, messages: readonly WireMessage[]): boolean {
    const fault = this.#fault;
    if (fault.bytesFromClient !== undefined)
      return this.#differs('adapter', bytes, () => fault.bytesFromClient?.(bytes, this.#line));
    const hook = fault.fromClient?.bind(fault);
    if (hook === undefined) return false;
    const pass = (each: WireMessage): void => this.#line.toAdapter(each);
    return messages.some(message =>
      this.#differs('adapter', message, () => this.#showing.show(message, hook, this.#line, pass)),
    );
  }

  #adapter(message: WireMessage): boolean {
    const fault = this.#fault;
    const frame = (each: WireMessage): Uint8Array => encodeFor(this.#framing, each);
    const encoded = fault.encode?.(message, frame);
    if (encoded !== undefined && !Buffer.from(encoded).equals(frame(message))) return true;
    const hook = fault.fromAdapter?.bind(fault);
    if (hook === undefined) return false;
    const pass = (each: WireMessage): void => this.#line.toClient(each);
    return this.#differs('client', message, () => this.#showing.show(message, hook, this.#line, pass));
  }

  #differs(to: Passed['to'], what: Passed['what'], show: () => void): boolean {
    this.#passed = [];
    show();
    const [first, ...more] = this.#passed;
    if (this.#meddled || first?.to !== to || more.length > 0) return true;
    // Most of it is the very same, and comparing a message of megabytes takes its time.
    return first.what !== what && !isDeepStrictEqual(first.what, what);
  }
}

interface Passed {
  readonly to: 'adapter' | 'client';
  readonly what: WireMessage | Uint8Array;
}
