// Listening on a TCP port, with errors that say what to do.

import type { AddressInfo, Server } from 'node:net';
import { Failure } from '@sonde/engine';

/** Answers with the address that was really taken. */
export function listenOnPort(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => reject(explain(error, port, host));
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      resolve(server.address() as AddressInfo);
    });
  });
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Failure {
  const options = { cause: error };
  switch (error.code) {
    case 'EADDRINUSE':
      return new Failure(
        'wrong-state',
        'user',
        `port ${port} is taken.`,
        'Choose another, or 0 to have a free one picked.',
        options,
      );
    case 'EACCES':
      return new Failure(
        'bad-arguments',
        'user',
        `this user may not listen on port ${port}.`,
        'Choose one above 1023.',
        options,
      );
    default:
      return new Failure(
        'bad-arguments',
        'environment',
        `cannot listen on ${host}: ${error.message}.`,
        undefined,
        options,
      );
  }
}

/** A debugger runs what it is told to run: whoever reaches it owns the account. */
export const reachable = (host: string): Failure =>
  new Failure(
    'bad-arguments',
    'user',
    `${host} can be reached from other machines.`,
    'Use 127.0.0.1, or allow remote connections explicitly and give a token.',
  );
