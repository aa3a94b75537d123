// Notices a WebSocket peer that is gone without saying so: a closed laptop, a lost tunnel.

import type { WebSocket } from 'ws';

const pingEveryMs = 30_000;

/** Pings now and then; a peer that let a whole interval pass without an answer is cut off. */
export function keepAlive(socket: WebSocket): void {
  let answered = true;
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, pingEveryMs);
  timer.unref();
  socket.on('pong', () => (answered = true));
  // Any message is a sign of life: a long one may hold up the answer to a ping.
  socket.on('message', () => (answered = true));
  socket.once('close', () => clearInterval(timer));
}
