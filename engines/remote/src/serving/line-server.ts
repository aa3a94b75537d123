// Serves lines over TCP: where it listens, and how many may come.

import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Failure } from '@sonde/engine';
import { LineConnection } from './line-connection.js';
import type { LineService } from './line-service.js';

export const mostConnections = 64;

export interface LineServer {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

export const listensLocally = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Port 0 takes a free one. Throws a Failure when it cannot listen, and on other hosts than the loopback without a token. */
export async function serveLines(
  service: LineService,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<LineServer> {
  if (!listensLocally(host) && service.token === undefined)
    throw new Failure(
      'bad-arguments',
      'user',
      `${host} can be reached from other computers.`,
      'Give a token with --token or SONDE_TOKEN.',
    );
  const connections = new Set<LineConnection>();
  const turnedAway = new Set<Socket>();
  const server = createServer({ noDelay: true }, socket => {
    if (connections.size >= mostConnections) {
      turnAway(socket, turnedAway, service.refused('too_many_connections'));
      return;
    }
    connections.add(new LineConnection(socket, service, gone => connections.delete(gone)));
  });
  await listening(server, host, port);
  return {
    host,
    port: (server.address() as AddressInfo).port,
    close: async () => {
      service.dispose();
      for (const connection of connections) connection.destroy();
      for (const socket of turnedAway) socket.destroy();
      await new Promise<void>(done => server.close(() => done()));
    },
  };
}

/** Told why, and not waited for. */
function turnAway(socket: Socket, all: Set<Socket>, why: string): void {
  // Without room for a few more, whoever has taken all places could fill the memory as well.
  if (all.size >= mostConnections) {
    socket.destroy();
    return;
  }
  all.add(socket);
  const timer = setTimeout(() => socket.destroy(), 500);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(timer);
    all.delete(socket);
  });
  socket.resume();
  socket.end(`${why}\n`);
}

const listening = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((done, failed) => {
    server.once('error', error =>
      failed(
        new Failure('no-resources', 'environment', `cannot listen on ${host}:${port}: ${error.message}.`),
      ),
    );
    server.listen(port, host, done);
  });
