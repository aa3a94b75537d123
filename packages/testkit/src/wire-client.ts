// A client of one connection, from its first message to its end: requests, waits, and the verdict on the rules.
import type {
  EventBody,
  EventName,
  IncomingRequest,
  InitializeRequestArguments,
  RequestArguments,
  RequestName,
  Response,
  ResponseBody,
  WireMessage,
} from '@sonde/dap';
import { CheckedWire } from './checked-wire.js';
import type { Pending } from './checked-wire.js';
import type { Endpoint, OpenEndpoint } from './endpoint.js';
import type { OwnedProcess } from '@sonde/dap/node';
import type { BrokenRule } from './wire-rules.js';
import { TimelineFailure, asEvent, start } from './timeline.js';
import type { EventEntry, MessageEntry, Position, Timeline } from './timeline.js';

export interface ClientOptions {
  /** For every request and wait that does not say otherwise; 20 s by default. */
  readonly timeoutMs?: number;
  /** How long the adapter may take to end after `close`; 5 s by default. */
  readonly closeDeadlineMs?: number;
  /** `allow` lets a test send handles of an earlier stop, to see how the adapter refuses them. */
  readonly staleHandles?: 'refuse' | 'allow';
  /** Known sins of an adapter that is not ours to mend: violations that match do not fail the test. */
  readonly tolerate?: readonly RegExp[];
  /** Added to what `initialize` says. */
  readonly initialize?: Partial<InitializeRequestArguments>;
}

export interface WaitOptions<Name extends EventName> {
  /** Only what comes later in the timeline counts, whether it is there already or not. */
  readonly after?: Position;
  readonly where?: (body: EventBody<Name>) => boolean;
  readonly timeoutMs?: number;
}

/** What of it is about debugging is `TestClient`'s. */
export abstract class WireClient {
  readonly endpoint: Endpoint;
  readonly options: ClientOptions;
  /** The adapter's process, if connecting started it. */
  readonly process: OwnedProcess | undefined;
  readonly #wire: CheckedWire;
  readonly #expectedViolations: RegExp[] = [];
  #initialized = false;
  #disconnected = false;
  #dropped = false;
  #closing: Promise<void> | undefined;

  constructor(endpoint: Endpoint, { transport, process }: OpenEndpoint, options: ClientOptions) {
    this.endpoint = endpoint;
    this.options = options;
    this.process = process;
    this.#wire = new CheckedWire(transport, {
      timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
      staleHandles: options.staleHandles ?? 'refuse',
      answer: request => this.answer(request),
      ...(process === undefined ? {} : { errors: process.errors }),
    });
  }

  /** Answers a reverse request. */
  protected abstract answer(request: IncomingRequest): Promise<unknown>;

  /** Closes child sessions, while the adapter still knows their parent, and returns what went wrong with them. */
  protected abstract closeChildren(): Promise<readonly string[]>;

  /** Ends programs that ran in a terminal of this client's, once the adapter has had its chance to. */
  protected abstract closeTerminals(deadlineMs: number): Promise<void>;

  get timeline(): Timeline {
    return this.#wire.timeline;
  }

  /** Counts the resumes: handles of an earlier generation are stale. */
  get generation(): number {
    return this.#wire.generation.current;
  }

  /** Rules that were broken so far, in either direction. */
  get violations(): readonly string[] {
    return this.#wire.rules.violations;
  }

  /** The same, told apart by the rule. */
  get brokenRules(): readonly BrokenRule[] {
    return this.#wire.rules.broken;
  }

  /** Resolves when the connection is gone, with the reason. */
  get closed(): Promise<string> {
    return this.#wire.connection.closed.then(({ message }) => message);
  }

  /** Resolves to the body of the response; rejects with `ResponseFailure` if the adapter says no. */
  async request<Command extends RequestName>(
    command: Command,
    args?: RequestArguments<Command>,
    timeoutMs?: number,
  ): Promise<ResponseBody<Command>> {
    return this.send(command, args, timeoutMs).answer;
  }

  async customRequest(command: string, args?: unknown, timeoutMs?: number): Promise<unknown> {
    return this.#wire.sendCustom(command, args, timeoutMs).answer;
  }

  /** Sends without waiting: `sent` is where the request is in the timeline, `answer` its response. */
  send<Command extends RequestName>(
    command: Command,
    args?: RequestArguments<Command>,
    timeoutMs?: number,
  ): Pending<ResponseBody<Command>> {
    if (command === 'initialize') this.#initialized = true;
    if (command === 'disconnect') this.#disconnected = true;
    return this.#wire.send(command, args, timeoutMs);
  }

  /** A message that is wrong on purpose: not checked, not numbered; if it is a request, an answer is expected. */
  sendDeliberately(message: WireMessage): MessageEntry {
    return this.#wire.sendDeliberately(message);
  }

  /** The response to a request, as it came: failed or not. */
  waitForAnswer(request: MessageEntry, timeoutMs?: number): Promise<Response> {
    const { seq } = request.message;
    return this.timeline.waitFor(
      `the response to entry ${request.number}`,
      this.waiting(request, timeoutMs),
      entry => {
        if (entry.kind !== 'message' || entry.direction !== 'received') return undefined;
        const { message } = entry;
        return message.type === 'response' && message.request_seq === seq ? message : undefined;
      },
    );
  }

  /** Bytes that may be no message at all. */
  sendBytes(bytes: Uint8Array): void {
    this.#wire.sendBytes(bytes);
  }

  /** The first such event in the timeline after the given position, already there or still to come. */
  waitFor<Name extends EventName>(
    name: Name,
    { after, where, timeoutMs }: WaitOptions<Name> = {},
  ): Promise<EventEntry<Name>> {
    return this.timeline.waitFor(`event ${name}`, this.waiting(after, timeoutMs), entry => {
      const event = asEvent(entry, name);
      return event !== undefined && (where?.(event.body) ?? true) ? event : undefined;
    });
  }

  /** What the program or the adapter printed, joined; of one category or of all. */
  output(options: { readonly category?: string; readonly after?: Position } = {}): string {
    return this.timeline
      .events('output', options.after === undefined ? {} : { after: options.after })
      .filter(({ body }) => isOfCategory(body, options.category))
      .map(({ body }) => body.output)
      .join('');
  }

  /** Waits until the output, joined, contains the text; adapters may cut it into pieces as they like. */
  waitForOutput(
    text: string | RegExp,
    options: { readonly category?: string; readonly after?: Position; readonly timeoutMs?: number } = {},
  ): Promise<Position> {
    let seen = '';
    const waiting = this.waiting(options.after, options.timeoutMs);
    return this.timeline.waitFor(`output ${String(text)}`, waiting, entry => {
      const event = asEvent(entry, 'output');
      if (event === undefined || !isOfCategory(event.body, options.category)) return undefined;
      seen += event.body.output;
      const found = typeof text === 'string' ? seen.includes(text) : seen.search(text) >= 0;
      return found ? event : undefined;
    });
  }

  /** The test breaks a rule, or knows that the adapter will: a violation that matches must be found by `close`. */
  expectViolation(pattern: RegExp): void {
    this.#expectedViolations.push(pattern);
  }

  /** Cuts the line without a word, as a client does that was killed. The process is left to see what it does. */
  drop(): void {
    this.#dropped = true;
    this.#wire.rules.forgiveOpenRequests();
    this.#wire.connection.destroy();
  }

  /** Ends the session and all that belongs to it, then throws if a rule was broken. Further calls do nothing. */
  async close(): Promise<void> {
    if (this.#closing !== undefined) return this.#closing.catch(() => undefined);
    this.#closing = this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const deadlineMs = this.options.closeDeadlineMs ?? 5000;
    const problems = [...(await this.closeChildren()), ...(await this.#sayGoodbye(deadlineMs))];
    this.#wire.connection.close();
    await this.#wire.connection.closed;
    await this.closeTerminals(deadlineMs);
    if (this.process !== undefined) {
      const { forced } = await this.process.end(deadlineMs);
      if (forced) problems.push(`the adapter did not end within ${deadlineMs} ms and was killed`);
    }
    if (!this.#dropped) this.#wire.rules.finish();
    problems.push(...this.#unexpectedViolations());
    if (problems.length === 0) return;
    const list = problems.map(problem => `  - ${problem}`).join('\n');
    throw new TimelineFailure(`the session broke ${problems.length} rule(s):\n${list}`, this.timeline);
  }

  async #sayGoodbye(timeoutMs: number): Promise<readonly string[]> {
    if (!this.#initialized || this.#disconnected || this.#wire.connection.isClosed) return [];
    try {
      await this.send('disconnect', {}, timeoutMs).answer;
      return [];
    } catch (error) {
      // Refused or overtaken by the end of the connection: the rules know whether that is a fault.
      return error instanceof TimelineFailure ? [`disconnect was not answered within ${timeoutMs} ms`] : [];
    }
  }

  #unexpectedViolations(): readonly string[] {
    const tolerated = [...(this.options.tolerate ?? []), ...this.#expectedViolations];
    const unexpected = this.violations.filter(text => !tolerated.some(pattern => pattern.test(text)));
    const missing = this.#expectedViolations
      .filter(pattern => !this.violations.some(text => pattern.test(text)))
      .map(pattern => `expected a violation like ${String(pattern)}, but there was none`);
    return [...unexpected, ...missing];
  }

  protected waiting(
    after: Position = start,
    timeoutMs?: number,
  ): { readonly after: Position; readonly timeoutMs: number } {
    return { after, timeoutMs: timeoutMs ?? this.options.timeoutMs ?? defaultTimeoutMs };
  }
}

const defaultTimeoutMs = 60_000;

/** `console` is what the protocol means where an adapter says nothing. */
const isOfCategory = (body: EventBody<'output'>, category: string | undefined): boolean =>
  category === undefined || (body.category ?? 'console') === category;
