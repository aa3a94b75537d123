// DAP over WebSocket: connections to /dap, served here or relayed to the server that holds the session they ask for.

import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { webSocketTransport } from '@sonde/dap/node';
import { asFailure } from '@sonde/engine';
import type { AdapterEnvironment, Rights } from '@sonde/session';
import { WebSocketServer, type WebSocket } from 'ws';
import type { AdapterSet } from '../adapter-set.js';
import { findSession, type RegistryOptions } from '../registry/sessions.js';
import { chooseSubprotocol } from './credentials.js';
import { strictHeaders } from './headers.js';
import { keepAlive } from './keep-alive.js';
import { queryOf } from './request-checks.js';

export interface DebugSocketOptions {
  readonly adapters: AdapterSet;
  readonly environment: AdapterEnvironment;
  readonly maxMessageBytes: number;
  /** Where to look for sessions that are held elsewhere. */
  readonly registry: RegistryOptions;
}

export class DebugSockets {
  readonly #server: WebSocketServer;
  /** Those whose session is being looked for. */
  readonly #waiting = new Set<WebSocket>();

  constructor(private readonly options: DebugSocketOptions) {
    this.#server = new WebSocketServer({
      noServer: true,
      // The set of adapters already knows every connection.
      clientTracking: false,
      maxPayload: options.maxMessageBytes,
      perMessageDeflate: false,
      handleProtocols: chooseSubprotocol,
    });
  }

  /** A request that was let in. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, rights: Rights): void {
    const session = queryOf(request.url ?? '').get('session') ?? '';
    this.#server.handleUpgrade(request, socket, head, webSocket => {
      const isElsewhere =
        session !== '' && !this.options.environment.sessions.list().some(({ id }) => id === session);
      if (isElsewhere) void this.#relay(webSocket, describe(request), session, rights);
      else this.#serve(webSocket, describe(request), rights);
    });
  }

  close(): void {
    for (const webSocket of this.#waiting) webSocket.terminate();
    this.#server.close();
  }

  #serve(webSocket: WebSocket, description: string, rights: Rights): void {
    const { adapters, environment } = this.options;
    const transport = webSocketTransport(webSocket, description);
    const adapter = adapters.serve(transport, { ...environment, rights, origin: 'socket' });
    if (adapter !== undefined) keepAlive(webSocket);
  }

  /** A session that nobody has is answered here: `attach` then says which there are. */
  async #relay(webSocket: WebSocket, description: string, id: string, rights: Rights): Promise<void> {
    const { adapters, environment, registry } = this.options;
    // What the client says meanwhile waits in the kernel, not here.
    webSocket.pause();
    this.#waiting.add(webSocket);
    webSocket.on('error', () => webSocket.terminate());
    const far = await this.#connect(id, registry);
    this.#waiting.delete(webSocket);
    if (webSocket.readyState !== webSocket.OPEN) {
      if (far.kind === 'connected') far.socket.destroy();
      return;
    }
    webSocket.resume();
    if (far.kind === 'nowhere') return this.#serve(webSocket, description, rights);
    const near = webSocketTransport(webSocket, description);
    if (far.kind === 'failed') return adapters.turnAway(near, far.why, environment.log);
    const relay = adapters.relay(
      { near, nearReading: webSocket, far: far.socket },
      {
        readOnly: rights === 'read-only',
        ...(environment.log === undefined ? {} : { log: environment.log }),
      },
    );
    if (relay !== undefined) keepAlive(webSocket);
  }

  async #connect(id: string, registry: RegistryOptions): Promise<FarEnd> {
    const found = await findSession(id, registry).catch((): undefined => {
      // The session is in no register, or there is none.
    });
    if (found?.id !== id) return { kind: 'nowhere' };
    try {
      return { kind: 'connected', socket: await connectTo(found.socket) };
    } catch (error) {
      const why = `the server that holds session ${id} does not answer: ${asFailure(error).message}.`;
      return { kind: 'failed', why };
    }
  }
}

type FarEnd =
  | { readonly kind: 'connected'; readonly socket: Socket }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'nowhere' };

function connectTo(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    // The listener stays: until the relay has its own, an error must not bring the process down.
    socket.on('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

const describe = ({ socket }: IncomingMessage): string =>
  `websocket ${socket.remoteAddress ?? '?'}:${socket.remotePort ?? '?'}`;

export function refuseUpgrade(socket: Duplex, status: number, why: string): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(strictHeaders).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(why) + 1}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${why}\n`);
}
