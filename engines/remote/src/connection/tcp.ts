// Connects to a peer over TCP, within a time limit, with causes that people can act on.

import { connect, type Socket } from 'node:net';
import { cancelled, Failure } from '@sonde/engine';
import type { ChannelEnds } from './json-lines-channel.js';

export interface PeerAddress {
  readonly host: string;
  readonly port: number;
}

export const addressText = ({ host, port }: PeerAddress): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

const local = new Set(['127.0.0.1', 'localhost', '::1']);

export const isLoopback = ({ host }: PeerAddress): boolean => local.has(host);

/** `what` names the peer for people: "a server for …". */
export function connectTcp(
  peer: PeerAddress,
  what: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ChannelEnds> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...peer, noDelay: true });
    const timer = setTimeout(() => {
      const took = `${addressText(peer)} did not accept a connection within ${timeoutMs / 1000} s.`;
      fail(new Failure('deadline', 'environment', took, 'Check host and port, and any firewall in between.'));
    }, timeoutMs);
    const abort = (): void => fail(cancelled());
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const fail = (error: Failure): void => {
      settle();
      socket.destroy();
      reject(error);
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) return abort();
    socket.once('error', error => fail(refused(error, peer, what)));
    socket.once('connect', () => {
      settle();
      socket.removeAllListeners('error');
      // Whoever reads hears of errors by the close that follows.
      socket.on('error', () => undefined);
      resolve(endsOf(socket));
    });
  });
}

export const endsOf = (socket: Socket): ChannelEnds => ({
  input: socket,
  output: socket,
  destroy: () => socket.destroy(),
});

function refused(error: NodeJS.ErrnoException, peer: PeerAddress, what: string): Failure {
  const at = addressText(peer);
  if (error.code === 'ECONNREFUSED')
    return new Failure(
      'not-found',
      'environment',
      `nothing listens at ${at}.`,
      `Start ${what} there first.`,
      {
        cause: error,
      },
    );
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new Failure('not-found', 'user', `there is no host ${peer.host}.`, undefined, { cause: error });
  return new Failure('not-found', 'environment', `${at} cannot be reached: ${error.message}.`, undefined, {
    cause: error,
  });
}
