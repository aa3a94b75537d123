// What a line has seen of its session, for faults that break a rule only in a certain moment.
import type { InitializeRequestArguments, Request, Response, WireMessage } from '@sonde/dap';
import type { FaultyLine, Line } from './fault.js';
import { failureOf } from './seeds.js';

export class SeenSession {
  /** What the client said of itself. */
  client: Partial<InitializeRequestArguments> = {};
  state: 'none' | 'running' | 'stopped' | 'ended' = 'none';
  readonly #requests = new Map<number, Request>();
  readonly #open = new Set<number>();
  readonly #counts = new Map<string, number>();

  /** How many requests with this command came, the present one included. */
  count(command: string): number {
    return this.#counts.get(command) ?? 0;
  }

  has(command: string): boolean {
    return this.count(command) > 0;
  }

  /** How many requests wait for their answer. */
  get open(): number {
    return this.#open.size;
  }

  /** The request of the client that has this number. */
  request(seq: number): Request | undefined {
    return this.#requests.get(seq);
  }

  fromClient(message: WireMessage): void {
    if (message.type !== 'request') return;
    this.#requests.set(message.seq, message);
    this.#open.add(message.seq);
    this.#counts.set(message.command, this.count(message.command) + 1);
    if (message.command === 'initialize' && this.count('initialize') === 1)
      this.client = argumentsOf(message);
  }

  fromAdapter(message: WireMessage): void {
    if (message.type === 'response') {
      this.#open.delete(message.request_seq);
      if (isSuccess(message, 'continue') && resumesAll(message)) this.state = 'running';
    }
    if (message.type !== 'event') return;
    if (message.event === 'stopped') this.state = 'stopped';
    if (message.event === 'terminated') this.state = 'ended';
  }
}

/** One thread alone may be told to go on; the others stand still then. */
const resumesAll = ({ body }: Response): boolean =>
  (body as { readonly allThreadsContinued?: boolean } | undefined)?.allThreadsContinued !== false;

/** A line that is shown what it has seen; hooks that are not there pass everything on. */
export const seeing = (make: (seen: SeenSession) => FaultyLine) => (): FaultyLine => {
  const seen = new SeenSession();
  const fault = make(seen);
  return {
    fromClient(message, line) {
      seen.fromClient(message);
      if (fault.fromClient === undefined) line.toAdapter(message);
      else fault.fromClient(message, line);
    },
    fromAdapter(message, line) {
      seen.fromAdapter(message);
      if (fault.fromAdapter === undefined) line.toClient(message);
      else fault.fromAdapter(message, line);
    },
  };
};

/** Responses to this command are changed, in moments that the fault chooses; the same response changes nothing. */
export const changedWhen = (
  command: string,
  change: (response: Response, request: Request, seen: SeenSession, line: Line) => WireMessage | undefined,
) =>
  seeing(seen => ({
    fromAdapter(message, line) {
      const request = message.type === 'response' ? seen.request(message.request_seq) : undefined;
      if (message.type !== 'response' || request?.command !== command) return line.toClient(message);
      const changed = change(message, request, seen, line);
      if (changed !== undefined) line.toClient(changed);
    },
  }));

/** Requests that fit are kept from the adapter until the client asks for something else, and refused then. */
export const keptWaiting = (fits: (request: Request, seen: SeenSession) => boolean) =>
  seeing(seen => {
    const kept: Request[] = [];
    return {
      fromClient(message, line) {
        if (message.type !== 'request') return line.toAdapter(message);
        if (fits(message, seen)) return void kept.push(message);
        // A client that has waited for too long cancels first.
        if (message.command !== 'cancel')
          for (const request of kept.splice(0)) line.toClient(failureOf(request, 'it is too late now'));
        line.toAdapter(message);
      },
    };
  });

export const argumentsOf = ({ arguments: args }: Request): Readonly<Record<string, unknown>> =>
  (args ?? {}) as Readonly<Record<string, unknown>>;

export const isEvent = (message: WireMessage, name: string): boolean =>
  message.type === 'event' && message.event === name;

export const isSuccess = (message: WireMessage, command: string): boolean =>
  message.type === 'response' && message.command === command && message.success;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
