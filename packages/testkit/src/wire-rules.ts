// The rules that every message must keep, in both directions: schema, numbering, one response per request.
import { checkMessage } from '@sonde/dap';
import type { Request, Response } from '@sonde/dap';
import type { Direction, MessageEntry } from './timeline.js';

/** Which promise of the wire was broken, and how. */
export interface BrokenRule {
  readonly rule:
    | 'schema'
    | 'sequence'
    | 'never-answered'
    | 'answered-twice'
    | 'unknown-request'
    | 'wrong-command'
    | 'not-a-message';
  readonly text: string;
  /** Who broke it. */
  readonly by: 'adapter' | 'client';
}

interface OpenRequest {
  readonly command: string;
  readonly entry: number;
  readonly from: Direction;
}

/** Collects violations as sentences; each names the entry of the timeline that it is about. */
export class WireRules {
  readonly #broken: BrokenRule[] = [];
  readonly #nextSeq: Record<Direction, number> = { sent: 1, received: 1 };
  readonly #open = new Map<string, OpenRequest>();
  readonly #answered = new Set<string>();

  get violations(): readonly string[] {
    return this.#broken.map(({ text }) => text);
  }

  /** The same, told apart by the rule. */
  get broken(): readonly BrokenRule[] {
    return this.#broken;
  }

  observe(entry: MessageEntry): void {
    const check = checkMessage(entry.message);
    if (!check.ok) this.#add('schema', entry, `does not fit the protocol: ${check.problem}`);
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
    this.#broken.push({ rule: 'not-a-message', text: problem, by: 'adapter' });
  }

  /** Call when the connection has ended: what has no answer now will never have one. */
  finish(): void {
    for (const request of this.#open.values()) {
      const by = request.from === 'sent' ? 'adapter' : 'client';
      const text = `entry ${request.entry}: the ${by} never answered ${request.command}`;
      this.#broken.push({ rule: 'never-answered', text, by });
    }
    this.#open.clear();
  }

  /** The end of the connection was the test's own doing: open requests are nobody's fault. */
  forgiveOpenRequests(): void {
    this.#open.clear();
  }

  #add(rule: BrokenRule['rule'], entry: MessageEntry, problem: string): void {
    const by = entry.direction === 'sent' ? 'client' : 'adapter';
    const text = `entry ${entry.number} (${entry.message.type} sent by the ${by}) ${problem}`;
    this.#broken.push({ rule, text, by });
  }

  #checkSeq(entry: MessageEntry): void {
    const expected = this.#nextSeq[entry.direction];
    const { seq } = entry.message;
    if (seq !== expected) this.#add('sequence', entry, `has seq ${seq}, expected ${expected}`);
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
      const which = `request_seq ${response.request_seq} (${response.command})`;
      if (this.#answered.has(key)) this.#add('answered-twice', entry, `answers a second time ${which}`);
      else this.#add('unknown-request', entry, `answers a request that was never sent: ${which}`);
      return;
    }
    this.#open.delete(key);
    this.#answered.add(key);
    if (response.command === request.command) return;
    this.#add('wrong-command', entry, `says command ${response.command}, but it answers ${request.command}`);
  }
}
