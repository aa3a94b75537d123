// How a request fails: with a message for programs and an error for people. The same class on both ends.
import type { ErrorResponseBody, Message } from './protocol/protocol.js';

/** Numbers of the errors that the connection itself answers with; a session's own catalogue starts above 1100. */
export const connectionErrorIds = {
  malformedMessage: 1001,
  wrongArguments: 1002,
  unknownCommand: 1003,
  handlerFailed: 1004,
  unencodableResponse: 1005,
  cancelled: 1006,
} as const;

export class ResponseFailure extends Error {
  override readonly name = 'ResponseFailure';
  /** What travels beside `message`. */
  readonly body: ErrorResponseBody | undefined;

  /** `message` is what programs look at: `cancelled`, `notStopped`, or else the text itself. */
  constructor(message: string, body?: ErrorResponseBody, options?: ErrorOptions) {
    super(message, options);
    this.body = body;
  }

  /** A failure with an error for people, whose text, filled in, is the message too unless one is given. */
  static of(error: Message, message?: string): ResponseFailure {
    return new ResponseFailure(message ?? fillIn(error), { error });
  }

  static cancelled(): ResponseFailure {
    const error = { id: connectionErrorIds.cancelled, format: 'the request was cancelled', showUser: false };
    return ResponseFailure.of(error, 'cancelled');
  }

  get isCancelled(): boolean {
    return this.message === 'cancelled';
  }

  /** The best text for a person. */
  get explanation(): string {
    return this.body?.error === undefined ? this.message : fillIn(this.body.error);
  }
}

/** Replaces `{name}` by the variable of that name; what has no variable stays as it is. */
export function fillIn(error: Message): string {
  const variables = error.variables ?? {};
  return error.format.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  );
}
