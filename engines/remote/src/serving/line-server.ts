// The TCP side of an executive: where it listens, and how many may come.

import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Failure } from '@sonde/engine';
import { errorLine } from '../commands/dispatch.js';
import type { Executive } from '../executive.js';
import { Connection } from './connection.js';

export const mostConnections = 64;

export interface ExecutiveServer {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Port 0 takes a free one. Throws a Failure when it cannot listen, and on other hosts than the loopback without a token. */
export async function serve(
  executive: Executive,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ExecutiveServer> {
  if (!isLoopback(host) && executive.token === undefined)
    throw new Failure(
      'bad-arguments',
      'user',
      `${host} can be reached from other computers.`,
      'Give a token with --token or SONDE_TOKEN.',
    );
  const connections = new Set<Connection>();
  const turnedAway = new Set<Socket>();
  const server = createServer({ noDelay: true }, socket => {
    if (connections.size >= mostConnections) {
      turnAway(socket, turnedAway);
      return;
    }
    connections.add(new Connection(socket, executive, gone => connections.delete(gone)));
  });
  await listening(server, host, port);
  return {
    host,
    port: (server.address() as AddressInfo).port,
    close: async () => {
      executive.dispose();
      for (const connection of connections) connection.destroy();
      for (const socket of turnedAway) socket.destroy();
      await new Promise<void>(done => server.close(() => done()));
    },
  };
}

/** Told why, and not waited for. */
function turnAway(socket: Socket, all: Set<Socket>): void {
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
  socket.end(`${errorLine('too_many_connections')}\n`);
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
