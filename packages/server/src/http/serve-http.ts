// HTTP on loopback with DAP over WebSocket, for browsers and for tools that like sockets with a name.

import { createServer, STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { webSocketTransport } from '@sonde/dap/node';
import type { AdapterEnvironment } from '@sonde/session';
import { WebSocketServer, type WebSocket } from 'ws';
import { newToken, type AccessToken } from '../access-token.js';
import { AdapterSet, defaultLimits, type ConnectionLimits } from '../adapter-set.js';
import { listenOnPort, reachable } from '../tcp-port.js';
import { hostInUrl, isLoopback } from '../loopback.js';
import { BrowserSessions } from './browser-sessions.js';
import { chooseSubprotocol, rightsOf, subprotocolsIn, type PresentedCredentials } from './credentials.js';
import { strictHeaders } from './headers.js';
import { keepAlive } from './keep-alive.js';
import { pathOf, refuse, type ServedAs } from './request-checks.js';
import { answerHttp, headOf, routes, socketPath } from './routes.js';

export interface HttpOptions {
  /** Default 127.0.0.1. Anything that is not loopback needs `allowRemote`. */
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly allowRemote?: boolean;
  /** Default: one new token with full rights. */
  readonly tokens?: readonly AccessToken[];
  /** Largest message of a client; default 16 MiB. */
  readonly maxMessageBytes?: number;
  readonly limits?: Partial<ConnectionLimits>;
}

export interface HttpServer {
  readonly host: string;
  readonly port: number;
  readonly tokens: readonly AccessToken[];
  /** The address to open: the token is in the fragment, which browsers keep to themselves. */
  urlFor(token: AccessToken): string;
  close(reason: string): Promise<void>;
}

const defaultMessageBytes = 16 * 1024 * 1024;

export async function serveHttp(options: HttpOptions, environment: AdapterEnvironment): Promise<HttpServer> {
  const host = options.host ?? '127.0.0.1';
  if (!isLoopback(host) && options.allowRemote !== true) throw reachable(host);
  const tokens = options.tokens ?? [newToken()];
  const limits = { ...defaultLimits, ...options.limits };
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    requestTimeout: 15_000,
    headersTimeout: 10_000,
    // How often those two are looked after; by default they would come half a minute late.
    connectionsCheckingInterval: 2_000,
  });
  // Besides those that debug there are those that only fetch the page, and those that are told to come later.
  server.maxConnections = limits.connections * 2 + limits.refusalsAtOnce;
  const { port, address } = await listenOnPort(server, options.port, host);
  if (!isLoopback(address) && options.allowRemote !== true) {
    server.close();
    throw reachable(`${host} (${address})`);
  }

  const adapters = new AdapterSet(limits);
  const servedAs: ServedAs = { port, extraHosts: isLoopback(host) ? [] : [hostInUrl(host)] };
  const browsers = new BrowserSessions(port);
  const sockets = new WebSocketServer({
    noServer: true,
    // The set of adapters already knows every connection.
    clientTracking: false,
    maxPayload: options.maxMessageBytes ?? defaultMessageBytes,
    perMessageDeflate: false,
    handleProtocols: chooseSubprotocol,
  });

  server.on('request', (request, response) => {
    answerHttp(request, response, { servedAs, tokens, browsers }).catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const refusal = refuse(headOf(request), servedAs, routes);
    if (refusal !== undefined) return refuseUpgrade(socket, refusal.status, refusal.why);
    if (pathOf(request.url ?? '') !== socketPath)
      return refuseUpgrade(socket, 404, `connect to ${socketPath}.`);
    const rights = rightsOf(credentialsIn(request), tokens, browsers);
    if (rights === undefined) return refuseUpgrade(socket, 401, 'a token is needed; see the page at /.');
    sockets.handleUpgrade(request, socket, head, (webSocket: WebSocket) => {
      const adapter = adapters.serve(webSocketTransport(webSocket, describe(request)), {
        ...environment,
        rights: environment.rights === 'read-only' ? 'read-only' : rights,
        origin: 'socket',
      });
      if (adapter !== undefined) keepAlive(webSocket);
    });
  });
  return {
    host,
    port,
    tokens,
    urlFor: token => `http://${hostInUrl(host)}:${port}/#token=${token.value}`,
    close: async reason => {
      const closed = new Promise<void>(resolve => {
        server.close(() => resolve());
      });
      await adapters.close(reason);
      sockets.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const credentialsIn = (request: IncomingMessage): PresentedCredentials => ({
  cookie: request.headers.cookie,
  authorization: request.headers.authorization,
  subprotocols: subprotocolsIn(request.headers['sec-websocket-protocol']),
});

const describe = ({ socket }: IncomingMessage): string =>
  `websocket ${socket.remoteAddress ?? '?'}:${socket.remotePort ?? '?'}`;

function refuseUpgrade(socket: Duplex, status: number, why: string): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(strictHeaders).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(why) + 1}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${why}\n`);
}
