// A connection: one end of a debug session on the wire, the same class for adapter and client.
import { ConnectionClosed } from './connection-types.js';
import type {
  CloseReason,
  ConnectionHandlers,
  ConnectionOptions,
  IncomingRequest,
  ProtocolProblem,
  RequestOptions,
} from './connection-types.js';
import { decodeMessage } from './decode-message.js';
import type { DecodedFrame, WireMessage } from './decode-message.js';
import { FrameReader, defaultMaximumBodyBytes, encodeBody, encodeMessage } from './framing.js';
import { FramingError } from './framing-error.js';
import { IncomingRequests } from './incoming-requests.js';
import type { Outcome } from './incoming-requests.js';
import { OutgoingRequests } from './outgoing-requests.js';
import {
  checkArguments,
  checkEvent,
  checkResponse,
  isAnyRequestName,
  isEventName,
  isRequestName,
  isReverseRequestName,
} from './protocol/protocol.js';
import type {
  AnyRequestName,
  Check,
  CommandWithoutArguments,
  Event,
  EventBody,
  EventName,
  EventWithoutBody,
  Request,
  RequestArguments,
  Response,
  ResponseBody,
} from './protocol/protocol.js';
import { ResponseFailure, connectionErrorIds } from './response-failure.js';
import type { Transport } from './transport.js';

/** Arguments may be left out where the protocol says so. */
export type RequestParameters<Command extends AnyRequestName> = Command extends CommandWithoutArguments
  ? [args?: RequestArguments<Command>, options?: RequestOptions]
  : [args: RequestArguments<Command>, options?: RequestOptions];

export type EventParameters<Name extends EventName> = Name extends EventWithoutBody
  ? [body?: EventBody<Name>]
  : [body: EventBody<Name>];

type Unnumbered<Message> = Message extends WireMessage ? Omit<Message, 'seq'> : never;

export class Connection {
  readonly #transport: Transport;
  readonly #handlers: ConnectionHandlers;
  readonly #options: ConnectionOptions;
  readonly #reader: FrameReader;
  #maxBodyBytes: number;
  readonly #incoming: IncomingRequests;
  readonly #outgoing = new OutgoingRequests();
  #nextSeq = 1;
  #diverted: ((message: WireMessage) => void) | undefined;
  #closeReason: CloseReason | undefined;
  #resolveClosed!: (reason: CloseReason) => void;

  /** Resolves, never rejects, once the transport is down. */
  readonly closed: Promise<CloseReason> = new Promise(resolve => {
    this.#resolveClosed = resolve;
  });

  constructor(transport: Transport, handlers: ConnectionHandlers, options: ConnectionOptions) {
    this.#transport = transport;
    this.#handlers = handlers;
    this.#options = options;
    this.#maxBodyBytes = options.maxBodyBytes ?? defaultMaximumBodyBytes;
    this.#reader = new FrameReader(this.#maxBodyBytes);
    this.#incoming = new IncomingRequests({
      handle: request => this.#handle(request),
      respond: (request, outcome) => this.#respond(request, outcome),
      threw: (what, error) => this.#threw(what, error),
    });
    transport.start({
      data: bytes => this.#receive(bytes),
      closed: error => this.#transportClosed(error),
    });
  }

  get description(): string {
    return this.#transport.description;
  }

  /** The largest message that is taken from now on; by default the largest there is. */
  takeUpTo(bytes: number = defaultMaximumBodyBytes): void {
    this.#maxBodyBytes = bytes;
    this.#reader.maximumBodyBytes = bytes;
  }

  get isClosed(): boolean {
    return this.#closeReason !== undefined;
  }

  /** Rejects with `ResponseFailure`, `ConnectionClosed` or `RequestTimeout`. */
  request<Command extends AnyRequestName>(
    command: Command,
    ...[args, options]: RequestParameters<Command>
  ): Promise<ResponseBody<Command>> {
    return this.customRequest(command, args, options) as Promise<ResponseBody<Command>>;
  }

  /** A request that the protocol does not define; its body comes unchecked. */
  async customRequest(command: string, args?: unknown, options: RequestOptions = {}): Promise<unknown> {
    if (this.#closeReason !== undefined) throw new ConnectionClosed(this.#closeReason);
    if (options.signal?.aborted === true) throw ResponseFailure.cancelled();
    const seq = this.#nextSeq;
    const message = { type: 'request', command, ...(args === undefined ? {} : { arguments: args }) } as const;
    const bytes = this.#encode({ seq, ...message });
    const answer = this.#outgoing.add(seq, command, options, () => this.#cancelAtPeer(seq));
    this.#send(bytes, { seq, ...message });
    return answer;
  }

  event<Name extends EventName>(name: Name, ...[body]: EventParameters<Name>): void {
    this.customEvent(name, body);
  }

  /** An event that the protocol does not define. */
  customEvent(name: string, body?: unknown): void {
    this.#post({ type: 'event', event: name, ...(body === undefined ? {} : { body }) });
  }

  /** From now on what comes in is handed over unread, until that is taken back; what was read before is answered here. */
  divert(take: ((message: WireMessage) => void) | undefined): void {
    this.#diverted = take;
  }

  /** Sends the message of somebody else under a number of this connection, which is the answer. */
  pass(message: WireMessage): number {
    const seq = this.#nextSeq;
    const unnumbered: Record<string, unknown> = { ...message };
    delete unnumbered['seq'];
    this.#post(unnumbered as unknown as Unnumbered<WireMessage>);
    return seq;
  }

  get bufferedBytes(): number {
    return this.#transport.bufferedBytes;
  }

  whenDrained(): Promise<void> {
    return this.#transport.whenDrained();
  }

  /** Sends what is buffered, then ends. Requests in progress are aborted, their answers are not sent any more. */
  close(): void {
    this.#stop({ kind: 'local', message: 'this end closed it' });
    this.#transport.close();
  }

  destroy(): void {
    this.#stop({ kind: 'local', message: 'this end closed it' });
    this.#transport.destroy();
  }

  #receive(bytes: Uint8Array): void {
    if (this.#closeReason !== undefined) return;
    for (const frame of this.#decode(bytes)) {
      if (this.isClosed) return;
      if (frame.ok) this.#dispatch(frame.message);
      else this.#malformed(frame.error);
    }
  }

  #decode(bytes: Uint8Array): readonly DecodedFrame[] {
    if (this.#transport.framing === 'stream') return this.#reader.push(bytes);
    const limit = this.#maxBodyBytes;
    if (bytes.length <= limit) return [decodeMessage(bytes)];
    const text = `the message has ${bytes.length} bytes, the limit is ${limit}`;
    return [{ ok: false, error: new FramingError('body-too-large', text) }];
  }

  #dispatch(message: WireMessage): void {
    this.#options.log?.('in', message);
    if (this.#diverted !== undefined) return this.#diverted(message);
    switch (message.type) {
      case 'request':
        return this.#receiveRequest(message);
      case 'response':
        return this.#receiveResponse(message);
      case 'event':
        return this.#receiveEvent(message);
    }
  }

  #receiveRequest({ seq, command, arguments: given }: Request): void {
    let args: unknown = given ?? {};
    const defined = this.#options.role === 'adapter' ? isRequestName(command) : isReverseRequestName(command);
    if (defined && this.#checks) {
      const checked = checkArguments(command as AnyRequestName, given);
      if (!checked.ok) {
        this.#report('wrong-arguments', `${command}: ${checked.problem}`);
        this.#refuse(seq, command, connectionErrorIds.wrongArguments, `${command}: ${checked.problem}`);
        return;
      }
      args = checked.value;
    }
    if (command === 'cancel') this.#cancelHere(args);
    void this.#incoming.run(seq, command, args);
  }

  #receiveResponse(response: Response): void {
    const { expected, problem } = this.#outgoing.settle(response, (command, body) =>
      this.#checks && isAnyRequestName(command) ? checkResponse(command, body) : { ok: true, value: body },
    );
    if (problem !== undefined) this.#report('wrong-response', problem);
    if (expected) return;
    const text = `a response to request ${response.request_seq}, which is not waiting for one`;
    this.#report('unexpected-response', text);
  }

  #receiveEvent({ event, body }: Event): void {
    const checked: Check<unknown> =
      this.#checks && isEventName(event) ? checkEvent(event, body) : { ok: true, value: body };
    if (!checked.ok) return this.#report('wrong-event', `event ${event}: ${checked.problem}`);
    try {
      this.#handlers.event?.(event, checked.value);
    } catch (error) {
      this.#threw(`the handler of event ${event}`, error);
    }
  }

  #malformed(error: FramingError): void {
    if (!error.recoverable) return this.#fail(error);
    this.#report(error.kind, error.message);
    const { salvage } = error;
    if (salvage === undefined) return this.#complain(`Not understood: ${error.message}`);
    this.#refuse(salvage.seq, salvage.command, connectionErrorIds.malformedMessage, error.message);
  }

  /** The boundary is lost. A debugger is told why; whoever speaks HTTP is told nothing. */
  #fail(error: FramingError): void {
    this.#report(error.kind, error.message, true);
    if (error.kind !== 'http') this.#complain(`Closing the connection: ${error.message}`);
    this.#stop({ kind: 'protocol', message: error.message, error });
    if (error.kind === 'http') this.#transport.destroy();
    else this.#transport.close();
  }

  /** What cannot be answered is told to the client as output: silence would leave its author guessing. */
  #complain(text: string): void {
    if (this.#options.role === 'adapter')
      this.event('output', { category: 'important', output: `${text}\n` });
  }

  async #handle(request: IncomingRequest): Promise<unknown> {
    if (this.#handlers.request !== undefined) return this.#handlers.request(request);
    const format = `unknown command ${JSON.stringify(request.command)}`;
    throw ResponseFailure.of({ id: connectionErrorIds.unknownCommand, format });
  }

  #respond({ seq, command }: IncomingRequest, outcome: Outcome): boolean {
    if (!outcome.success) {
      this.#answerFailure(seq, command, outcome.failure);
      return false;
    }
    const { body } = outcome;
    const response = { type: 'response', request_seq: seq, success: true, command } as const;
    const problem = this.#post(body === undefined ? response : { ...response, body });
    if (problem === undefined) return true;
    const format = `the response to ${command} could not be encoded: ${problem}`;
    this.#refuse(seq, command, connectionErrorIds.unencodableResponse, format);
    return false;
  }

  #refuse(seq: number, command: string, id: number, format: string): void {
    this.#answerFailure(seq, command, ResponseFailure.of({ id, format }));
  }

  #answerFailure(seq: number, command: string, { message, body }: ResponseFailure): void {
    this.#post({
      type: 'response',
      request_seq: seq,
      success: false,
      command,
      message,
      body: body ?? { error: { id: connectionErrorIds.handlerFailed, format: message } },
    });
  }

  #cancelHere(args: unknown): void {
    const requestId =
      typeof args === 'object' && args !== null ? (args as { requestId?: unknown }).requestId : undefined;
    if (typeof requestId === 'number') this.#incoming.cancel(requestId);
  }

  /** Only clients may cancel; the answer to the cancel itself is of no interest. */
  #cancelAtPeer(requestId: number): void {
    if (this.#options.role !== 'client' || this.isClosed) return;
    this.request('cancel', { requestId }).catch(() => undefined);
  }

  /** Undefined if sent (or the connection is closed); else why it could not be encoded, which is also reported. */
  #post(message: Unnumbered<WireMessage>): string | undefined {
    if (this.isClosed) return undefined;
    const numbered = { seq: this.#nextSeq, ...message } as WireMessage;
    let bytes: Uint8Array;
    try {
      bytes = this.#encode(numbered);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.#report('unencodable', problem);
      return problem;
    }
    this.#send(bytes, numbered);
    return undefined;
  }

  #encode(message: WireMessage): Uint8Array {
    return this.#transport.framing === 'stream' ? encodeMessage(message) : encodeBody(message);
  }

  /** Numbers are used up only here, so that what could not be encoded leaves no gap. */
  #send(bytes: Uint8Array, message: WireMessage): void {
    this.#nextSeq++;
    this.#options.log?.('out', message);
    this.#transport.send(bytes);
  }

  #transportClosed(error: Error | undefined): void {
    if (this.#closeReason === undefined) this.#stop(this.#reasonOf(error));
    if (this.#closeReason !== undefined) this.#resolveClosed(this.#closeReason);
  }

  #reasonOf(error: Error | undefined): CloseReason {
    const cause = error ?? this.#reader.end();
    if (cause === undefined) return { kind: 'peer', message: 'the peer closed it' };
    if (!(cause instanceof FramingError)) return { kind: 'transport', message: cause.message, error: cause };
    this.#report(cause.kind, cause.message, true);
    return { kind: 'protocol', message: cause.message, error: cause };
  }

  #stop(reason: CloseReason): void {
    if (this.#closeReason !== undefined) return;
    this.#closeReason = reason;
    const closed = new ConnectionClosed(reason);
    this.#incoming.abortAll(closed);
    this.#outgoing.rejectAll(closed);
  }

  get #checks(): boolean {
    return this.#options.checkIncoming !== false;
  }

  #threw(what: string, error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#report('handler-failed', `${what} threw: ${text}`);
  }

  #report(kind: ProtocolProblem['kind'], message: string, fatal = false): void {
    this.#handlers.protocolError?.({ kind, message, fatal });
  }
}
