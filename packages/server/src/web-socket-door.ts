// WebSockets on a port that also takes raw messages: connections that begin like HTTP come here.

import { createServer, STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { webSocketTransport } from '@sonde/dap/node';
import type { Adapter, AdapterEnvironment } from '@sonde/session';
import { WebSocketServer } from 'ws';
import type { AdapterSet } from './adapter-set.js';
import { keepAlive } from './http/keep-alive.js';
import { headOf, isOurHost, isOurOrigin } from './http/request-checks.js';

const maxMessageBytes = 16 * 1024 * 1024;
/** What a connection may send before its token was accepted: `initialize`, with room to spare. */
const mostBytesBeforeToken = 64 * 1024;

export interface WebSocketDoor {
  /** Takes a connection over; nothing of it has been consumed. */
  take(socket: Socket): void;
}

export function webSocketDoor(
  adapters: AdapterSet,
  environment: AdapterEnvironment,
  extraHosts: readonly string[],
): WebSocketDoor {
  const http = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 15_000, headersTimeout: 10_000 });
  const sockets = new WebSocketServer({
    noServer: true,
    // The set of adapters already knows every connection.
    clientTracking: false,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  http.on('request', (_request, response) => {
    response.writeHead(426, {
      'Content-Type': 'text/plain; charset=utf-8',
      Upgrade: 'websocket',
      Connection: 'close',
    });
    response.end('This is a debug adapter: connect with a WebSocket, or speak its protocol as it is.\n');
  });
  http.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const why = refusal(request, extraHosts);
    if (why !== undefined) return refuseUpgrade(socket, 403, why);
    sockets.handleUpgrade(request, socket, head, webSocket => {
      const adapter = adapters.serve(webSocketTransport(webSocket, describe(request)), {
        ...environment,
        origin: environment.origin ?? 'socket',
      });
      if (adapter === undefined) return;
      keepAlive(webSocket);
      if (environment.token !== undefined) limitUntilWelcome(socket, adapter);
    });
  });
  return { take: socket => void http.emit('connection', socket) };
}

/** `ws` collects a whole message before anybody sees it, so the bytes themselves are counted. */
function limitUntilWelcome(socket: Duplex, adapter: Adapter): void {
  let received = 0;
  const count = (data: Buffer): void => {
    received += data.length;
    if (adapter.client !== undefined) socket.off('data', count);
    else if (received > mostBytesBeforeToken) socket.destroy();
  };
  socket.on('data', count);
}

/**
 * Any page in a browser can open a WebSocket to this machine, and could try tokens: only programs get in, which send no
 * origin, and pages of this very address.
 */
function refusal(request: IncomingMessage, extraHosts: readonly string[]): string | undefined {
  const head = headOf(request);
  const port = request.socket.localPort ?? 0;
  if (!isOurHost(head.host, { port, extraHosts }))
    return 'this server is not called by that name; use the address it printed.';
  return isOurOrigin(head) ? undefined : 'requests from other web pages are not served.';
}

const describe = ({ socket }: IncomingMessage): string =>
  `websocket ${socket.remoteAddress ?? '?'}:${socket.remotePort ?? '?'}`;

function refuseUpgrade(socket: Duplex, status: number, why: string): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(why) + 1}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${why}\n`);
}
