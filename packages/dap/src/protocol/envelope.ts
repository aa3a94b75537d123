// The envelope: what every message has around its arguments or body.
import { Type } from '@sinclair/typebox';
import {
  anything,
  flag,
  int32,
  openEnumeration,
  sequenceNumber,
  structure,
  text,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';

export const ProtocolMessage = structure({
  seq: sequenceNumber,
  type: openEnumeration('request', 'response', 'event'),
});
export type ProtocolMessage = Infer<typeof ProtocolMessage>;

export const Request = structure(
  { seq: sequenceNumber, type: Type.Literal('request'), command: text },
  { arguments: anything },
);
export type Request = Infer<typeof Request>;

export const Event = structure(
  { seq: sequenceNumber, type: Type.Literal('event'), event: text },
  { body: anything },
);
export type Event = Infer<typeof Event>;

/** `message` is for programs (`cancelled`, `notStopped`, or a short text); `body.error` is for people. */
export const Response = structure(
  {
    seq: sequenceNumber,
    type: Type.Literal('response'),
    request_seq: sequenceNumber,
    success: flag,
    command: text,
  },
  { message: openEnumeration('cancelled', 'notStopped'), body: anything },
);
export type Response = Infer<typeof Response>;

/** An error for people. `format` may contain `{name}`, to be filled from `variables`. */
export const Message = structure(
  { id: int32, format: text },
  {
    variables: Type.Record(Type.String(), Type.String()),
    sendTelemetry: flag,
    showUser: flag,
    url: text,
    urlLabel: text,
  },
);
export type Message = Infer<typeof Message>;

export const ErrorResponseBody = structure({}, { error: Message });
export type ErrorResponseBody = Infer<typeof ErrorResponseBody>;

export const ErrorResponse = structure(
  {
    seq: sequenceNumber,
    type: Type.Literal('response'),
    request_seq: sequenceNumber,
    success: flag,
    command: text,
    body: ErrorResponseBody,
  },
  { message: openEnumeration('cancelled', 'notStopped') },
);
export type ErrorResponse = Infer<typeof ErrorResponse>;
