// The numbers of the messages that one side gets from a line which leaves out, adds and delays some of them.
import type { Request, Response, WireMessage } from '@sonde/dap';

/** Whose request an answer is for. */
export type Asker = { readonly of: 'sender'; readonly seq: number } | { readonly of: 'line' };

/** Of one direction. Numbers go up by one, whatever numbers the sender gave its messages. */
export class Numbering {
  #next: number;
  /** Requests that came from the sender and were not sent on yet, by the sender's number. */
  readonly #waiting = new Map<number, number>();
  /** By the number that the receiver knows. */
  readonly #askers = new Map<number, Asker>();
  /** The number that the receiver knows, by the sender's. */
  readonly #known = new Map<number, number>();

  constructor(first = 1) {
    this.#next = first;
  }

  /** A request came from the sender: the next message with its number is that request, and not one of the line's own. */
  came({ seq }: Request): void {
    this.#waiting.set(seq, (this.#waiting.get(seq) ?? 0) + 1);
  }

  /** The message as the receiver is to get it. */
  number<Message extends WireMessage>(message: Message): Message {
    const seq = this.#next++;
    if (message.type === 'request') this.#remember(message, seq);
    return { ...message, seq };
  }

  /** Something that the sender numbered went by as it was. */
  skip(): void {
    this.#next++;
  }

  /** A number that is used for a request of the line's own. */
  own(): number {
    const seq = this.#next++;
    this.#askers.set(seq, { of: 'line' });
    return seq;
  }

  /** Who asked what the receiver answers here; the sender itself where nothing is known of the number. */
  asker({ request_seq }: Response): Asker {
    return this.#askers.get(request_seq) ?? { of: 'sender', seq: request_seq };
  }

  /** What the receiver calls the sender's request. */
  known(seq: number): number {
    return this.#known.get(seq) ?? seq;
  }

  /** What the sender calls a request that the receiver names. */
  original(seq: number): number {
    const asker = this.#askers.get(seq);
    return asker?.of === 'sender' ? asker.seq : seq;
  }

  #remember({ seq: original }: Request, seq: number): void {
    const waiting = this.#waiting.get(original) ?? 0;
    if (waiting === 0) {
      this.#askers.set(seq, { of: 'line' });
      return;
    }
    this.#waiting.set(original, waiting - 1);
    this.#askers.set(seq, { of: 'sender', seq: original });
    this.#known.set(original, seq);
  }
}
