// A thin typed client: requests with their types, listeners for events, handlers for reverse requests.
import { Connection } from './connection.js';
import type { RequestParameters } from './connection.js';
import { ConnectionClosed, RequestTimeout } from './connection-types.js';
import type {
  CloseReason,
  ConnectionOptions,
  IncomingRequest,
  ProtocolProblem,
  RequestOptions,
} from './connection-types.js';
import type {
  Capabilities,
  EventBody,
  EventName,
  InitializeRequestArguments,
  RequestArguments,
  RequestName,
  ResponseBody,
  ReverseRequestName,
} from './protocol/protocol.js';
import { ResponseFailure, connectionErrorIds } from './response-failure.js';
import type { Transport } from './transport.js';

export interface DapClientOptions extends Omit<ConnectionOptions, 'role'> {
  readonly onProblem?: (problem: ProtocolProblem) => void;
}

export interface OnceOptions<Name extends EventName> {
  /** Waits for the first event that passes. */
  readonly where?: (body: EventBody<Name>) => boolean;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export type ReverseHandler<Command extends ReverseRequestName> = (
  args: RequestArguments<Command>,
  request: IncomingRequest,
) => Promise<ResponseBody<Command>>;

type Listener = (body: unknown) => void;

/**
 * Events are delivered as they are read, a response when its promise's turn comes: listen for an event before sending
 * the request that causes it.
 */
export class DapClient {
  readonly connection: Connection;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #everyEvent = new Set<(event: string, body: unknown) => void>();
  readonly #reverse = new Map<string, (request: IncomingRequest) => Promise<unknown>>();
  readonly #onProblem: ((problem: ProtocolProblem) => void) | undefined;
  readonly #waiting = new Set<(reason: CloseReason) => void>();
  #capabilities: Capabilities = {};
  #closeReason: CloseReason | undefined;

  constructor(transport: Transport, options: DapClientOptions = {}) {
    this.#onProblem = options.onProblem;
    this.connection = new Connection(
      transport,
      {
        request: request => this.#answer(request),
        event: (event, body) => this.#deliver(event, body),
        protocolError: problem => this.#onProblem?.(problem),
      },
      { ...options, role: 'client' },
    );
    void this.closed.then(reason => {
      this.#closeReason = reason;
      for (const giveUp of [...this.#waiting]) giveUp(reason);
    });
  }

  /** What the adapter can do, as told by `initialize` and by `capabilities` events since. */
  get capabilities(): Capabilities {
    return this.#capabilities;
  }

  get closed(): Promise<CloseReason> {
    return this.connection.closed;
  }

  async initialize(args: Partial<InitializeRequestArguments> = {}): Promise<Capabilities> {
    const given = {
      adapterID: 'sonde',
      linesStartAt1: true,
      columnsStartAt1: true,
      pathFormat: 'path',
      ...args,
    };
    const capabilities = await this.connection.request('initialize', given);
    // A `capabilities` event may have come first; what it said is newer.
    this.#capabilities = { ...capabilities, ...this.#capabilities };
    return this.#capabilities;
  }

  request<Command extends RequestName>(
    command: Command,
    ...parameters: RequestParameters<Command>
  ): Promise<ResponseBody<Command>> {
    return this.connection.request(command, ...parameters);
  }

  customRequest(command: string, args?: unknown, options?: RequestOptions): Promise<unknown> {
    return this.connection.customRequest(command, args, options);
  }

  /** Returns what stops listening. */
  on<Name extends EventName>(event: Name, listener: (body: EventBody<Name>) => void): () => void {
    const untyped = listener as Listener;
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners);
    listeners.add(untyped);
    return () => void listeners.delete(untyped);
  }

  /** Also hears events that the protocol does not define, and hears them before the others do. */
  onEveryEvent(listener: (event: string, body: unknown) => void): () => void {
    this.#everyEvent.add(listener);
    return () => void this.#everyEvent.delete(listener);
  }

  /** The next such event. Rejects if the connection closes first, when aborted, or after the time-out. */
  once<Name extends EventName>(event: Name, options: OnceOptions<Name> = {}): Promise<EventBody<Name>> {
    const { where, signal, timeoutMs } = options;
    return new Promise((resolve, reject) => {
      const finish = (action: () => void): void => {
        stopListening();
        this.#waiting.delete(onClosed);
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        action();
      };
      const onClosed = (reason: CloseReason): void => finish(() => reject(new ConnectionClosed(reason)));
      const onAbort = (): void => finish(() => reject(ResponseFailure.cancelled()));
      const stopListening = this.on(event, body => {
        try {
          if (where === undefined || where(body)) finish(() => resolve(body));
        } catch (error) {
          finish(() => reject(new Error(`the condition on ${event} threw`, { cause: error })));
        }
      });
      const onTimeout = (): void =>
        finish(() => reject(new RequestTimeout(`no ${event} event within ${String(timeoutMs)} ms`)));
      const timer = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs);
      if (signal?.aborted === true) return onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(onClosed);
      if (this.#closeReason !== undefined) onClosed(this.#closeReason);
    });
  }

  /** Declare the matching `supports…` in `initialize`, or the adapter will not ask. */
  onReverse<Command extends ReverseRequestName>(command: Command, handler: ReverseHandler<Command>): void {
    this.#reverse.set(command, request => handler(request.arguments as RequestArguments<Command>, request));
  }

  close(): void {
    this.connection.close();
  }

  destroy(): void {
    this.connection.destroy();
  }

  async #answer(request: IncomingRequest): Promise<unknown> {
    const handler = this.#reverse.get(request.command);
    if (handler !== undefined) return handler(request);
    // A command that repeats its input, such as cat, gives these words back as the answer to our own request.
    if (request.command === 'initialize')
      throw ResponseFailure.of({ id: connectionErrorIds.unknownCommand, format: noAdapter });
    const format = `this client does not support ${JSON.stringify(request.command)}`;
    throw ResponseFailure.of({ id: connectionErrorIds.unknownCommand, format });
  }

  #deliver(event: string, body: unknown): void {
    if (event === 'capabilities') this.#learn(body as EventBody<'capabilities'> | undefined);
    for (const listener of [...this.#everyEvent]) this.#call(event, () => listener(event, body));
    for (const listener of [...(this.#listeners.get(event) ?? [])]) this.#call(event, () => listener(body));
  }

  #learn(body: EventBody<'capabilities'> | undefined): void {
    this.#capabilities = { ...this.#capabilities, ...body?.capabilities };
  }

  /** One listener that throws must not deafen the others. */
  #call(event: string, listener: () => void): void {
    try {
      listener();
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#onProblem?.({
        kind: 'handler-failed',
        message: `a listener of event ${event} threw: ${text}`,
        fatal: false,
      });
    }
  }
}

const noAdapter = 'this is no debug adapter: it sends "initialize", which only clients do';
