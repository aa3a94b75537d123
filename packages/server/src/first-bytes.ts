// What a connection speaks, told by the first thing that comes.

import type { Socket } from 'node:net';

/** A raw message begins with `Content-Length`, a WebSocket with `GET`. */
const httpBegins = 'G'.charCodeAt(0);

export interface Speakers {
  readonly http: (socket: Socket) => void;
  readonly raw: (socket: Socket) => void;
  /** Nothing came in all the time there was. */
  readonly silent: (socket: Socket) => void;
}

/** Clients speak first on both, so waiting costs nobody anything. What came is put back. */
export function byFirstBytes(socket: Socket, { http, raw, silent }: Speakers, withinMs: number): void {
  const ignore = (): void => void socket.destroy();
  const timer = setTimeout(() => {
    socket.off('data', decide).off('error', ignore);
    silent(socket);
  }, withinMs);
  timer.unref();
  const decide = (data: Buffer): void => {
    clearTimeout(timer);
    socket.off('error', ignore);
    socket.pause();
    socket.unshift(data);
    (data[0] === httpBegins ? http : raw)(socket);
    // Not before those who took it have begun to listen.
    setImmediate(() => socket.resume());
  };
  socket.once('data', decide);
  socket.on('error', ignore);
  socket.once('close', () => clearTimeout(timer));
}
