// Unix sockets in the file system: made with mode 0600, and an old one removed only when nobody listens there.

import { chmodSync, existsSync, lstatSync, unlinkSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { dirname } from 'node:path';
import { Failure } from '@sonde/engine';

/** The kernel's limit on the length of a socket's path, less the final zero. */
const longestPath = process.platform === 'linux' ? 107 : 103;

/** Whether somebody answers at a socket. A connection that hangs counts as somebody. */
export function somebodyListens(path: string, timeoutMs = 1000): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path);
    const answer = (listens: boolean): void => {
      socket.destroy();
      resolve(listens);
    };
    socket.setTimeout(timeoutMs, () => answer(true));
    socket.once('connect', () => answer(true));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      answer(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
    });
  });
}

/** Listens at a path that only this user may connect to. */
export async function listenAtPath(server: Server, path: string): Promise<void> {
  if (Buffer.byteLength(path) > longestPath) {
    throw new Failure(
      'bad-arguments',
      'user',
      `the socket path ${path} is longer than the ${longestPath} bytes that the system allows.`,
      'Choose a shorter one.',
    );
  }
  await makeRoom(path);
  await listenPrivately(server, path);
  chmodSync(path, 0o600);
}

function explain(error: NodeJS.ErrnoException, path: string): Failure {
  const folder = dirname(path);
  const options = { cause: error };
  // The system says EACCES for a folder that is not there, so it is looked for.
  if (!existsSync(folder)) {
    const next = 'Make it first, or choose another path.';
    return new Failure('not-found', 'user', `there is no folder ${folder} for the socket.`, next, options);
  }
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    const message = `this user may not make a socket in ${folder}.`;
    return new Failure('bad-arguments', 'user', message, 'Choose another path.', options);
  }
  const message = `cannot listen at ${path}: ${error.message}.`;
  return new Failure('bad-arguments', 'environment', message, 'Choose another path.', options);
}

/** Removes what a dead server left; refuses to touch anything else. */
async function makeRoom(path: string): Promise<void> {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isSocket()) {
    throw new Failure('bad-arguments', 'user', `${path} exists and is not a socket.`, 'Choose another path.');
  }
  if (await somebodyListens(path)) {
    throw new Failure(
      'wrong-state',
      'user',
      `another process listens at ${path}.`,
      'Choose another path, or end that process.',
    );
  }
  unlinkSync(path);
}

/** The socket file appears inside `listen`, before anyone could change its mode: so the umask decides. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => reject(explain(error, path));
    server.once('error', failed);
    const umask = process.umask(0o177);
    try {
      server.listen(path, () => {
        server.off('error', failed);
        resolve();
      });
    } finally {
      process.umask(umask);
    }
  });
}
