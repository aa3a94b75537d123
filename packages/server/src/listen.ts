// DAP on a TCP port or a Unix socket: many connections, each with an adapter of its own.

import { createServer, type Socket } from 'node:net';
import { socketTransport } from '@sonde/dap/node';
import { Failure } from '@sonde/engine';
import type { AdapterEnvironment } from '@sonde/session';
import { AdapterSet, defaultLimits, type ConnectionLimits } from './adapter-set.js';
import { byFirstBytes } from './first-bytes.js';
import { isLoopback, namesBeyondLoopback } from './loopback.js';
import { listenAtPath } from './socket-file.js';
import { listenOnPort, reachable } from './tcp-port.js';

export type ListenAt =
  | {
      readonly kind: 'tcp';
      /** Default 127.0.0.1. */
      readonly host?: string;
      /** 0 picks a free one. */
      readonly port: number;
      /** For hosts that other machines reach; a token is needed then. */
      readonly allowRemote?: boolean;
      /** Clients may come with WebSockets too, on the same port. */
      readonly webSockets?: boolean;
    }
  /** A socket file with mode 0600. What a dead server left there is removed. */
  | { readonly kind: 'unix'; readonly path: string };

export type ListenAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

export interface Listener {
  readonly address: ListenAddress;
  /** Takes no more connections and ends those it has. */
  close(reason: string): Promise<void>;
}

export async function listen(
  at: ListenAt,
  environment: AdapterEnvironment,
  changes: Partial<ConnectionLimits> = {},
): Promise<Listener> {
  refuseOpenDoor(at, environment);
  const limits = { ...defaultLimits, ...changes };
  const adapters = new AdapterSet(limits);
  const door =
    at.kind === 'tcp' && at.webSockets === true
      ? // HTTP takes time to load, and most listeners never need it.
        (await import('./web-socket-door.js')).webSocketDoor(
          adapters,
          environment,
          namesBeyondLoopback(at.host ?? '127.0.0.1'),
        )
      : undefined;
  const raw = (socket: Socket): void =>
    void adapters.serve(socketTransport(socket, describe(at, socket)), {
      ...environment,
      origin: environment.origin ?? 'socket',
    });
  const sockets = new Set<Socket>();
  const server = createServer((socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (door === undefined) return raw(socket);
    byFirstBytes(
      socket,
      { raw, http: each => door.take(each), silent: each => void each.destroy() },
      limits.initializeWithinMs,
    );
  });
  // The set refuses with a reason; only a flood is dropped without one.
  server.maxConnections = limits.connections + limits.refusalsAtOnce;
  server.on('drop', () => environment.log?.('a connection was dropped: far too many'));
  const close = async (reason: string): Promise<void> => {
    const closed = new Promise<void>(resolve => {
      server.close(() => resolve());
    });
    await adapters.close(reason);
    // Those that have not said yet what they are.
    for (const socket of sockets) if (door !== undefined) socket.destroy();
    await closed;
  };
  if (at.kind === 'unix') {
    await listenAtPath(server, at.path);
    return { address: at, close };
  }
  const { address, port } = await listenOnPort(server, at.port, at.host ?? '127.0.0.1');
  if (!isLoopback(address) && at.allowRemote !== true) {
    await close('not loopback');
    throw reachable(`${at.host ?? ''} (${address})`);
  }
  return { address: { kind: 'tcp', host: at.host ?? address, port }, close };
}

function refuseOpenDoor(at: ListenAt, environment: AdapterEnvironment): void {
  if (at.kind === 'unix' || isLoopback(at.host ?? '127.0.0.1')) return;
  if (at.allowRemote !== true) throw reachable(at.host ?? '');
  if (environment.token !== undefined) return;
  throw new Failure('bad-arguments', 'user', 'remote connections need a token.', 'Give one.');
}

const describe = (at: ListenAt, socket: Socket): string =>
  at.kind === 'unix' ? `unix ${at.path}` : `tcp ${socket.remoteAddress ?? '?'}:${socket.remotePort ?? '?'}`;
