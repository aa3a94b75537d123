// A client: one connected debugger front end, as the session sees it.

import type {
  Connection,
  EventBody,
  EventName,
  InitializeRequestArguments,
  RequestArguments,
  ResponseBody,
} from '@sonde/dap';
import { quirksOf, type ClientQuirks } from './client-quirks.js';
import { MemoryViews } from './memory-views.js';
import type { OutputRecord } from './output-history.js';
import { paintFor } from './paint.js';
import { SourceTranslation } from './source-translation.js';
import { isOverWithin } from '../waiting/time-limit.js';
import { positionBody } from '../time/time-bodies.js';

export type Rights = 'full' | 'read-only';

/** What a client may declare in `initialize` beyond the protocol. */
export type ClientAbility =
  | 'supportsInputEvent'
  | 'supportsOutputStream'
  | 'supportsBreakpointsEvent'
  | 'supportsStructuredViews'
  | 'supportsTimeTravel';

/** A client that has this many bytes waiting is slow; it loses output, with a marker, and never stalls the program. */
const slowAt = 4 * 1024 * 1024;
/** How long output waits for a client before it counts as slow. */
const patienceMs = 250;

const aboutTheConnection: ReadonlySet<EventName> = new Set(['initialized', 'capabilities', 'terminated']);

const afterOutput: ReadonlySet<EventName> = new Set(['stopped', 'exited', 'terminated']);

let nextId = 1;

export class Client {
  readonly id = nextId++;
  readonly translation: SourceTranslation;
  readonly name: string;
  readonly quirks: ClientQuirks;
  /** What it read of the program's memory. */
  readonly memoryViews = new MemoryViews();
  /** It has said all it wanted to say before the program runs. */
  configured = false;
  /** What it is told of as progress and may cancel, by progress id. */
  readonly cancellable = new Map<string, () => void>();
  #lost = 0;
  #slow = false;
  #deaf = false;

  constructor(
    private readonly connection: Connection,
    readonly initialize: InitializeRequestArguments,
    readonly rights: Rights,
  ) {
    this.translation = new SourceTranslation(initialize);
    this.quirks = quirksOf(initialize.clientID);
    this.name = initialize.clientName ?? initialize.clientID ?? `client ${this.id}`;
  }

  /** A guest hears nothing of the program until it is shown where things are; else it would hear things twice. */
  waitForReplay(): void {
    this.#deaf = true;
  }

  get waitsForReplay(): boolean {
    return this.#deaf;
  }

  hearAll(): void {
    this.#deaf = false;
  }

  event<Name extends EventName>(name: Name, body: EventBody<Name>): void {
    if (this.#deaf && !aboutTheConnection.has(name)) return;
    // No output may come after these, and people look at what there is.
    if (afterOutput.has(name)) this.#tellLoss();
    this.connection.customEvent(name, body);
  }

  /** An event of ours, for clients that said they know it: the program waits for a line, or no longer does. */
  waitingForInput(waiting: boolean): void {
    if (this.declares('supportsInputEvent') && !this.#deaf)
      this.connection.customEvent('sonde/input', { waiting });
  }

  /** The same for breakpoints: some of those of all clients are not what they were. */
  breakpointsChanged(): void {
    if (this.declares('supportsBreakpointsEvent') && !this.#deaf)
      this.connection.customEvent('sonde/breakpoints', {});
  }

  /** It may show values that are not what they were. */
  valuesChanged(): void {
    if (this.initialize.supportsInvalidatedEvent === true)
      this.event('invalidated', { areas: ['variables'] });
  }

  /** Whether it said that it knows something of ours that the protocol does not have. */
  declares(ability: ClientAbility): boolean {
    return (this.initialize as Readonly<Record<string, unknown>>)[ability] === true;
  }

  reverse<Command extends 'runInTerminal' | 'startDebugging'>(
    command: Command,
    args: RequestArguments<Command>,
  ): Promise<ResponseBody<Command>> {
    return this.connection.customRequest(command, args, { timeoutMs: 60_000 }) as Promise<
      ResponseBody<Command>
    >;
  }

  /**
   * Sends output, or counts it as lost when the client does not keep up. Resolves when more may come. `place` is where it
   * was printed, in this client's terms.
   */
  async output(record: OutputRecord, place: Readonly<Record<string, unknown>> = {}): Promise<void> {
    if (this.#slow && this.connection.bufferedBytes > slowAt / 2) {
      this.#lost += record.text.length;
      return;
    }
    this.#slow = false;
    this.#tellLoss();
    const output = record.painted?.(paintFor(this)) ?? record.text;
    const { stream, category } = record;
    const told = stream !== undefined && this.declares('supportsOutputStream') ? { stream } : {};
    const when =
      record.at !== undefined && this.declares('supportsTimeTravel') ? { time: positionBody(record.at) } : {};
    this.event('output', { category, output, ...place, ...told, ...when });
    if (this.connection.bufferedBytes < slowAt) return;
    this.#slow = !(await isOverWithin(this.connection.whenDrained(), patienceMs));
  }

  #tellLoss(): void {
    if (this.#lost === 0) return;
    const text = `[${this.#lost} characters of output were not shown: this client did not keep up]\n`;
    this.#lost = 0;
    this.event('output', { category: 'console', output: text });
  }
}
