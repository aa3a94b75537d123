// WebSockets on a port that also takes raw messages: connections that begin like HTTP come here.

import { createServer, STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { webSocketTransport } from '@sonde/dap/node';
import type { AdapterEnvironment } from '@sonde/session';
import { WebSocketServer } from 'ws';
import type { AdapterSet } from './adapter-set.js';
import { keepAlive } from './http/keep-alive.js';
import { headOf, isOurHost, isOurOrigin } from './http/request-checks.js';

const maxMessageBytes = 16 * 1024 * 1024;

export interface WebSocketDoor {
  /** Takes a connection over; nothing of it has been consumed. */
  take(socket: Socket): void;
}

export function webSocketDoor(adapters: AdapterSet, environment: AdapterEnvironment): WebSocketDoor {
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
    const why = refusal(request, environment);
    if (why !== undefined) return refuseUpgrade(socket, 403, why);
    sockets.handleUpgrade(request, socket, head, webSocket => {
      const adapter = adapters.serve(webSocketTransport(webSocket, describe(request)), {
        ...environment,
        origin: environment.origin ?? 'socket',
      });
      if (adapter !== undefined) keepAlive(webSocket);
    });
  });
  return { take: socket => void http.emit('connection', socket) };
}

/**
 * Any page in a browser can open a WebSocket to this machine. Where `initialize` asks for a token that is no danger;
 * without one only programs get in, which send no origin.
 */
function refusal(request: IncomingMessage, { token }: AdapterEnvironment): string | undefined {
  if (token !== undefined) return undefined;
  const head = headOf(request);
  const port = request.socket.localPort ?? 0;
  if (!isOurHost(head.host, { port, extraHosts: [] }))
    return 'this server is not called by that name; use the address it printed.';
  if (isOurOrigin(head)) return undefined;
  return 'web pages are not served without a token; ask for one when the server is started.';
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
