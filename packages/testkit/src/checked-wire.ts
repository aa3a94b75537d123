// A connection under observation: everything goes into the timeline and is held to the rules of the wire.
import { Connection, RequestTimeout, encodeMessage } from '@sonde/dap';
import type {
  IncomingRequest,
  ProtocolProblem,
  RequestArguments,
  RequestName,
  ResponseBody,
  Transport,
  WireMessage,
} from '@sonde/dap';
import type { OutputText } from '@sonde/dap/node';
import { StopGeneration } from './stop-generation.js';
import { Timeline, TimelineFailure } from './timeline.js';
import type { MessageEntry } from './timeline.js';
import { WireRules } from './wire-rules.js';

export interface WireOptions {
  /** How long a request or a wait may take unless it says otherwise. */
  readonly timeoutMs: number;
  /** `refuse` (the default): a handle of an earlier stop may not be sent. `allow` is for tests of just that. */
  readonly staleHandles: 'refuse' | 'allow';
  readonly answer: (request: IncomingRequest) => Promise<unknown>;
  /** What the adapter's process complains about: shown with every failure. */
  readonly errors?: OutputText;
}

/** A request on its way. `sent` is a position for `waitFor`'s `after`. */
export interface Pending<Body> {
  readonly sent: MessageEntry;
  readonly answer: Promise<Body>;
}

/** Problems that the rules find by themselves, with the entry they belong to. */
const foundByRules: ReadonlySet<ProtocolProblem['kind']> = new Set([
  'wrong-arguments',
  'wrong-response',
  'wrong-event',
  'unexpected-response',
]);

const lastWordsMs = 300;

function complaintsOf(errors: OutputText | undefined): string {
  const text = errors?.tail() ?? '';
  return text === '' ? '' : `stderr of the adapter:\n${text}`;
}

export class CheckedWire {
  readonly timeline = new Timeline();
  readonly rules = new WireRules();
  readonly generation = new StopGeneration();
  readonly connection: Connection;
  readonly #transport: Transport;
  readonly #options: WireOptions;
  #lastSent: MessageEntry | undefined;

  constructor(transport: Transport, options: WireOptions) {
    this.#transport = transport;
    this.#options = options;
    this.timeline.footer = () => complaintsOf(options.errors);
    this.connection = new Connection(
      transport,
      { request: options.answer, protocolError: problem => this.#problem(problem) },
      { role: 'client', log: (direction, message) => this.#see(direction, message) },
    );
    void this.#endTimeline();
  }

  /** Throws at once for a stale handle; everything else is told by `answer`. */
  send<Command extends RequestName>(
    command: Command,
    args?: RequestArguments<Command>,
    timeoutMs?: number,
  ): Pending<ResponseBody<Command>> {
    return this.sendCustom(command, args, timeoutMs) as Pending<ResponseBody<Command>>;
  }

  sendCustom(command: string, args?: unknown, timeoutMs = this.#options.timeoutMs): Pending<unknown> {
    if (this.#options.staleHandles === 'refuse') this.generation.refuseStale(command, args);
    const before = this.#lastSent;
    const answer = this.#explain(this.connection.customRequest(command, args, { timeoutMs }));
    // Nobody has to await the answer; it is in the timeline either way.
    answer.catch(() => undefined);
    const sent = this.#lastSent;
    if (sent === undefined || sent === before) {
      throw new TimelineFailure(`${command} could not be sent: the connection is closed`, this.timeline);
    }
    return { sent, answer };
  }

  /** A message that is wrong on purpose. It gets no number and no check, but its answer is expected. */
  sendDeliberately(message: WireMessage): MessageEntry {
    const entry = this.timeline.prepare('sent', message);
    this.rules.observeDeliberate(entry);
    this.timeline.append(entry);
    const frame = encodeMessage(message);
    const body = new TextEncoder().encode(JSON.stringify(message));
    this.#transport.send(this.#transport.framing === 'stream' ? frame : body);
    return entry;
  }

  /** Bytes that may be no message at all. */
  sendBytes(bytes: Uint8Array): void {
    this.timeline.note(
      `sent ${bytes.length} raw bytes: ${JSON.stringify(Buffer.from(bytes).toString('latin1'))}`,
    );
    this.#transport.send(bytes);
  }

  /** A process that dies says why on stderr, which may arrive a little after the end of its stdout. */
  async #endTimeline(): Promise<void> {
    const { message } = await this.connection.closed;
    await this.#options.errors?.whenEnded(lastWordsMs);
    this.timeline.end(`the connection is closed: ${message}`);
  }

  #see(direction: 'in' | 'out', message: WireMessage): void {
    // Judged before anyone who waits for it acts on it.
    const entry = this.timeline.prepare(direction === 'out' ? 'sent' : 'received', message);
    this.rules.observe(entry);
    this.generation.observe(entry);
    if (direction === 'out') this.#lastSent = entry;
    this.timeline.append(entry);
  }

  #problem({ kind, message }: ProtocolProblem): void {
    this.timeline.note(`protocol problem (${kind}): ${message}`);
    if (!foundByRules.has(kind)) this.rules.report(`${kind}: ${message}`);
  }

  async #explain(answer: Promise<unknown>): Promise<unknown> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof RequestTimeout)) throw error;
      throw new TimelineFailure(error.message, this.timeline, { cause: error });
    }
  }
}
