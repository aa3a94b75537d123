// The rules that every message must keep, in both directions: schema, numbering, one response per request.
import { checkMessage } from '@sonde/dap';
import type { Request, Response } from '@sonde/dap';
import type { Direction, MessageEntry } from './timeline.js';

interface OpenRequest {
  readonly command: string;
  readonly entry: number;
  readonly from: Direction;
}

/** Collects violations as sentences; each names the entry of the timeline that it is about. */
export class WireRules {
  readonly #violations: string[] = [];
  readonly #nextSeq: Record<Direction, number> = { sent: 1, received: 1 };
  readonly #open = new Map<string, OpenRequest>();
  readonly #answered = new Set<string>();

  get violations(): readonly string[] {
    return this.#violations;
  }

  observe(entry: MessageEntry): void {
    const check = checkMessage(entry.message);
    if (!check.ok) this.add(entry, `does not fit the protocol: ${check.problem}`);
    this.#checkSeq(entry);
    if (entry.message.type === 'request') this.#opens(entry, entry.message);
    if (entry.message.type === 'response') this.#answers(entry, entry.message);
  }

  /** A request that a test made wrong on purpose: only its answer is held to the rules. */
  observeDeliberate(entry: MessageEntry): void {
    if (entry.message.type === 'request') this.#opens(entry, entry.message);
  }

  /** What was found elsewhere, such as bytes that are no message at all. */
  report(problem: string): void {
    this.#violations.push(problem);
  }

  /** Call when the connection has ended: what has no answer now will never have one. */
  finish(): void {
    for (const request of this.#open.values()) {
      const side = request.from === 'sent' ? 'the adapter' : 'the client';
      this.#violations.push(`entry ${request.entry}: ${side} never answered ${request.command}`);
    }
    this.#open.clear();
  }

  /** The end of the connection was the test's own doing: open requests are nobody's fault. */
  forgiveOpenRequests(): void {
    this.#open.clear();
  }

  add(entry: MessageEntry, problem: string): void {
    const who = entry.direction === 'sent' ? 'sent by the client' : 'sent by the adapter';
    this.#violations.push(`entry ${entry.number} (${entry.message.type} ${who}) ${problem}`);
  }

  #checkSeq(entry: MessageEntry): void {
    const expected = this.#nextSeq[entry.direction];
    const { seq } = entry.message;
    if (seq !== expected) this.add(entry, `has seq ${seq}, expected ${expected}`);
    // Goes on from what came, so that one gap is one violation.
    this.#nextSeq[entry.direction] = (Number.isSafeInteger(seq) ? seq : expected) + 1;
  }

  #opens(entry: MessageEntry, request: Request): void {
    const key = `${entry.direction} ${request.seq}`;
    this.#answered.delete(key);
    this.#open.set(key, { command: request.command, entry: entry.number, from: entry.direction });
  }

  #answers(entry: MessageEntry, response: Response): void {
    const asker: Direction = entry.direction === 'sent' ? 'received' : 'sent';
    const key = `${asker} ${response.request_seq}`;
    const request = this.#open.get(key);
    if (request === undefined) {
      const again = this.#answered.has(key)
        ? 'answers a second time'
        : 'answers a request that was never sent:';
      return this.add(entry, `${again} request_seq ${response.request_seq} (${response.command})`);
    }
    this.#open.delete(key);
    this.#answered.add(key);
    if (response.command === request.command) return;
    this.add(entry, `says command ${response.command}, but it answers ${request.command}`);
  }
}
