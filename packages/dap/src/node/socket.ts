// TCP and Unix socket transports: one that was accepted, or one that we connect.
import { connect } from 'node:net';
import type { NetConnectOpts, Socket } from 'node:net';
import type { Transport } from '../transport.js';
import { StreamTransport } from './stream-transport.js';

export interface ConnectOptions {
  readonly signal?: AbortSignal;
}

/** Takes over a connected socket, accepted or our own. */
export function socketTransport(socket: Socket, description: string = describePeer(socket)): Transport {
  // Debugger traffic is small questions and answers; delayed packets would cost 40 ms per stop.
  socket.setNoDelay(true);
  return new StreamTransport(socket, socket, { description, endOutput: true });
}

export async function connectTcp(
  address: { readonly port: number; readonly host?: string },
  options: ConnectOptions = {},
): Promise<Transport> {
  const host = address.host ?? '127.0.0.1';
  const socket = await open({ host, port: address.port }, options.signal);
  return socketTransport(socket, `tcp ${host}:${address.port}`);
}

/** A Unix socket, or a named pipe on Windows. */
export async function connectUnix(path: string, options: ConnectOptions = {}): Promise<Transport> {
  const socket = await open({ path }, options.signal);
  return socketTransport(socket, `unix ${path}`);
}

function open(target: NetConnectOpts, signal: AbortSignal | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const socket = connect(target);
    const settle = (action: () => void): void => {
      signal?.removeEventListener('abort', onAbort);
      socket.off('error', onError);
      action();
    };
    const onError = (error: Error): void => settle(() => reject(error));
    const onAbort = (): void =>
      settle(() => {
        socket.destroy();
        reject(new Error('connecting was given up', { cause: signal?.reason }));
      });
    socket.once('error', onError);
    socket.once('connect', () => settle(() => resolve(socket)));
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function describePeer(socket: Socket): string {
  const { remoteAddress, remotePort } = socket;
  return remoteAddress === undefined ? 'unix socket' : `tcp ${remoteAddress}:${String(remotePort)}`;
}
