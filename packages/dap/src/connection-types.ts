// What a connection tells its owner, and what its owner gives it.
import type { WireMessage } from './decode-message.js';
import type { FramingError, FramingErrorKind } from './framing-error.js';

export interface IncomingRequest {
  readonly seq: number;
  readonly command: string;
  /** Already checked if the protocol defines the command; `{}` where the peer sent none. */
  readonly arguments: unknown;
  /** Aborted when the peer cancels the request, the connection closes, or whoever serves it gives it up. */
  readonly signal: AbortSignal;
  /** Why the signal is aborted, for those who need to know without one. */
  readonly givenUp: Error | undefined;
  /** The callback runs when the signal is aborted, at once if it is; to make a signal costs more than many an answer. */
  readonly whenGivenUp: (callback: (reason: Error) => void) => void;
  /** Aborts the signal, for a reason of whoever serves it: what the handler then says is answered. */
  readonly giveUp: (reason: Error) => void;
  /**
   * Runs the callback right after the response was handed to the transport, before anything else can be sent:
   * the place for events that must follow the response. `success` tells which response it was. It runs also when the
   * connection closed meanwhile, because what hangs on the answer must not be forgotten.
   */
  readonly afterResponse: (callback: (success: boolean) => void) => void;
}

export interface ConnectionHandlers {
  /** Resolves to the body of the response. Rejects with a `ResponseFailure`; any other error becomes one. */
  request?(request: IncomingRequest): Promise<unknown>;
  event?(event: string, body: unknown): void;
  /** Malformed input and the like, for logs. */
  protocolError?(problem: ProtocolProblem): void;
}

export interface ConnectionOptions {
  readonly role: 'adapter' | 'client';
  readonly maxBodyBytes?: number;
  /**
   * Checks what the protocol defines (on unless false): wrong arguments are refused, a wrong response body makes the
   * request fail, an event with a wrong body is reported and dropped, so that handlers may rely on the types.
   */
  readonly checkIncoming?: boolean;
  readonly log?: (direction: 'in' | 'out', message: WireMessage) => void;
}

export interface RequestOptions {
  /** Gives up; a client also sends `cancel` then. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export interface ProtocolProblem {
  readonly kind:
    | FramingErrorKind
    | 'wrong-arguments'
    | 'wrong-response'
    | 'wrong-event'
    | 'unexpected-response'
    | 'unencodable'
    | 'handler-failed';
  readonly message: string;
  /** True if the connection closes because of it. */
  readonly fatal: boolean;
}

export type CloseReason =
  | { readonly kind: 'local'; readonly message: string }
  | { readonly kind: 'peer'; readonly message: string }
  | { readonly kind: 'transport'; readonly message: string; readonly error: Error }
  | { readonly kind: 'protocol'; readonly message: string; readonly error: FramingError };

/** A request could not be answered because the connection is gone. */
export class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed';
  readonly reason: CloseReason;

  constructor(reason: CloseReason) {
    super(`the connection is closed: ${reason.message}`);
    this.reason = reason;
  }
}

/** The peer did not answer in time. */
export class RequestTimeout extends Error {
  override readonly name = 'RequestTimeout';
}
