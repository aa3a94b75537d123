// One client of a debug node: lines in, answers and notifications out. TCP and clients in this process share it.

import { Value } from '@sinclair/typebox/value';
import { asFailure, Failure, sameSecret } from '@sonde/engine';
import { adapterOperations } from './adapter-operations.js';
import { breakpointOperations } from './breakpoint-operations.js';
import { changeOperations } from './change-operations.js';
import type { DebugNode, TransactionNews } from './debug-node.js';
import { gasOperations } from './gas-operations.js';
import { inspectionOperations } from './inspection-operations.js';
import {
  answerTo,
  errorTo,
  idOf,
  notification,
  readRequest,
  RpcError,
  rpcErrorOf,
  type RpcRequest,
} from './json-rpc.js';
import { nodeOperations } from './node-operations.js';
import type { Asker, Operation } from './operation.js';
import { sessionOperations } from './session-operations.js';
import { timeOperations } from './time-operations.js';

export const operations: ReadonlyMap<string, Operation> = new Map(
  [
    ...sessionOperations,
    ...breakpointOperations,
    ...inspectionOperations,
    ...gasOperations,
    ...changeOperations,
    ...nodeOperations,
    ...adapterOperations,
    ...timeOperations,
  ].map(each => [each.name, each]),
);

const mostInBatch = 64;
/** See docs/formats/nova-debug.md, Versions. */
export const protocol = 3;

export interface ConnectionEnds {
  send(message: object): void;
  /** What was sent still goes out. */
  close(): void;
  /** Undefined: none is needed. */
  readonly token: string | undefined;
  authenticated(): void;
}

export class NodeConnection implements Asker {
  readonly sessions = new Set<string>();
  #isAuthenticated: boolean;

  constructor(
    readonly node: DebugNode,
    private readonly ends: ConnectionEnds,
  ) {
    this.#isAuthenticated = ends.token === undefined;
  }

  readonly notify = (method: string, params: object): void => this.ends.send(notification(method, params));

  readonly subscription = (news: TransactionNews): void => this.notify('transaction', news);

  /** The answer to one line; undefined when there is none. Never throws. */
  async respond(line: string): Promise<object | undefined> {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return errorTo(null, new RpcError('parse', 'this is no JSON.'));
    }
    if (!Array.isArray(value)) return this.#answer(value);
    if (value.length === 0 || value.length > mostInBatch)
      return errorTo(null, new RpcError('invalidRequest', `a batch has 1 to ${mostInBatch} requests.`));
    const answers: object[] = [];
    for (const each of value) {
      const answer = await this.#answer(each);
      if (answer !== undefined) answers.push(answer);
    }
    return answers.length === 0 ? undefined : answers;
  }

  /** The client is gone: its sessions are detached. */
  async close(): Promise<void> {
    this.node.subscribers.delete(this.subscription);
    const left = [...this.sessions].flatMap(id => this.node.sessions.get(id) ?? []);
    this.sessions.clear();
    await Promise.allSettled(left.map(session => this.node.detach(session)));
  }

  async #answer(value: unknown): Promise<object | undefined> {
    try {
      const request = readRequest(value);
      const result = await this.#perform(request);
      return request.id === undefined ? undefined : answerTo(request.id, result);
    } catch (error) {
      const told = error instanceof RpcError ? error : rpcErrorOf(asFailure(error));
      const isNotification = told.kind !== 'invalidRequest' && (value as RpcRequest).id === undefined;
      return isNotification ? undefined : errorTo(idOf(value), told);
    }
  }

  async #perform({ method, params }: RpcRequest): Promise<unknown> {
    if (method === 'authenticate') return this.#authenticate(params);
    if (!this.#isAuthenticated)
      throw new RpcError('tokenRequired', 'say the token first.', {
        next: 'authenticate with the token of this node.',
      });
    const found = operations.get(method);
    if (found === undefined)
      throw new RpcError('methodNotFound', `there is no operation ${JSON.stringify(method.slice(0, 80))}.`);
    const wrong = Value.Errors(found.params, params).First();
    if (wrong !== undefined)
      throw new RpcError(
        'invalidParams',
        `${method}: ${wrong.path === '' ? 'params' : wrong.path.slice(1)}: ${wrong.message}.`,
      );
    return found.run(this, params as never);
  }

  #authenticate(params: unknown): object {
    const given = (params as { readonly token?: unknown }).token;
    const { token } = this.ends;
    if (token !== undefined && !(typeof given === 'string' && sameSecret(given, token))) {
      // The answer goes out first.
      setImmediate(() => this.ends.close());
      throw new RpcError('badToken', 'this is not the token of this node.');
    }
    this.#isAuthenticated = true;
    this.ends.authenticated();
    return { node: 'nova', protocol };
  }
}

/** An error of the connection itself, as a message. */
export const connectionError = (kind: 'parse' | 'tooMuch' | 'tokenRequired', message: string): object =>
  errorTo(null, new RpcError(kind, message));

/** For clients in this process: the same messages, as objects that were text. */
export interface NodeClient {
  request(method: string, params?: object): Promise<unknown>;
  close(): Promise<void>;
}

/** `heard` gets notifications. Requests reject with a Failure. */
export function connectInProcess(
  node: DebugNode,
  heard: (method: string, params: Readonly<Record<string, unknown>>) => void,
): NodeClient {
  const connection = new NodeConnection(node, {
    token: undefined,
    authenticated: () => undefined,
    close: () => undefined,
    send: message => {
      const { method, params } = JSON.parse(JSON.stringify(message)) as {
        readonly method: string;
        readonly params: Readonly<Record<string, unknown>>;
      };
      heard(method, params);
    },
  });
  let last = 0;
  return {
    request: async (method, params = {}) => {
      const id = ++last;
      const answer = await connection.respond(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      const read = JSON.parse(JSON.stringify(answer)) as {
        readonly result?: unknown;
        readonly error?: { readonly message: string; readonly data?: { readonly next?: string } };
      };
      if (read.error === undefined) return read.result;
      throw new Failure('bad-arguments', 'user', read.error.message, read.error.data?.next);
    },
    close: () => connection.close(),
  };
}
