// JSON-RPC 2.0: requests read with care, answers and notifications as lines.

import type { Failure } from '@sonde/engine';

/** Below -32000 those of JSON-RPC, above those of the node. */
export const rpcErrors = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  failed: -32_000,
  tokenRequired: -32_001,
  badToken: -32_002,
  noSession: -32_003,
  notPaused: -32_004,
  notFound: -32_005,
  refused: -32_006,
  tooMuch: -32_007,
} as const;

export type RpcErrorName = keyof typeof rpcErrors;

/** Answered as an error; its message is for people. */
export class RpcError extends Error {
  constructor(
    readonly kind: RpcErrorName,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export type RpcId = string | number | null;

export interface RpcRequest {
  /** Absent in a notification, which is not answered. */
  readonly id?: RpcId;
  readonly method: string;
  readonly params: unknown;
}

const longestId = 256;

/** Throws an RpcError with what is wrong. */
export function readRequest(value: unknown): RpcRequest {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RpcError('invalidRequest', 'a request is an object.');
  const { jsonrpc, id, method, params } = value as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0') throw new RpcError('invalidRequest', 'jsonrpc is "2.0".');
  if (id !== undefined && !isId(id)) throw new RpcError('invalidRequest', 'id is a text, a number or null.');
  if (typeof method !== 'string') throw new RpcError('invalidRequest', 'method is a text.');
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params)))
    throw new RpcError('invalidRequest', 'params is an object: parameters are given by their names.');
  return { ...(id === undefined ? {} : { id }), method, params: params ?? {} };
}

/** Of something that may be no request at all. */
export function idOf(value: unknown): RpcId {
  const id = (value as { readonly id?: unknown } | null)?.id;
  return isId(id) ? id : null;
}

function isId(id: unknown): id is RpcId {
  if (typeof id === 'string') return id.length <= longestId;
  return id === null || (typeof id === 'number' && Number.isFinite(id));
}

export const answerTo = (id: RpcId, result: unknown): object => ({
  jsonrpc: '2.0',
  id,
  result: result ?? null,
});

export const errorTo = (id: RpcId, { kind, message, data }: RpcError): object => ({
  jsonrpc: '2.0',
  id,
  error: { code: rpcErrors[kind], message, ...(data === undefined ? {} : { data }) },
});

export const notification = (method: string, params: object): object => ({ jsonrpc: '2.0', method, params });

const kinds: Readonly<Partial<Record<Failure['code'], RpcErrorName>>> = {
  'bad-arguments': 'invalidParams',
  'not-found': 'notFound',
  'not-stopped': 'notPaused',
  running: 'notPaused',
  internal: 'internal',
};

/** What went wrong below, for the client: whose fault it is, and what can be done. */
export const rpcErrorOf = ({ code, message, blame, next }: Failure): RpcError =>
  new RpcError(kinds[code] ?? 'failed', message, { blame, ...(next === undefined ? {} : { next }) });
