// Entry of @sonde/dap for every platform: the protocol, framing, both ends of a connection, the typed client.
export * from './protocol/protocol.js';
export { Connection } from './connection.js';
export type { EventParameters, RequestParameters } from './connection.js';
export { ConnectionClosed, RequestTimeout } from './connection-types.js';
export type {
  CloseReason,
  ConnectionHandlers,
  ConnectionOptions,
  IncomingRequest,
  ProtocolProblem,
  RequestOptions,
} from './connection-types.js';
export { DapClient } from './client.js';
export type { DapClientOptions, OnceOptions, ReverseHandler } from './client.js';
export { decodeMessage } from './decode-message.js';
export type { DecodedFrame, WireMessage } from './decode-message.js';
export { FrameReader, FrameSplitter, defaultMaximumBodyBytes, encodeMessage } from './framing.js';
export type { SplitFrame } from './framing.js';
export { FramingError } from './framing-error.js';
export type { FramingErrorKind, Salvage } from './framing-error.js';
export { MemoryTransport, createTransportPair } from './memory-transport.js';
export { ResponseFailure, connectionErrorIds, fillIn } from './response-failure.js';
export type { Transport, TransportSink } from './transport.js';
export { WrittenJson } from './written-json.js';
export { findProblem } from './protocol/problem.js';
