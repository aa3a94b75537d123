// Reads a file that a program is given on a descriptor, or a pipe that the shell redirected there, as the program takes it.

import { constants, createReadStream, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';

/** An error comes with the stream, also when it cannot be opened at all. */
export function openGivenFile(path: string): Readable {
  try {
    // A read that waits for a pipe would take a thread that all of Node's files share: pipes are polled instead.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    return fstatSync(fd).isFIFO()
      ? new Socket({ fd, readable: true, writable: false })
      : createReadStream(path, { fd });
  } catch (error) {
    return Readable.from(failing(error));
  }
}

async function* failing(error: unknown): AsyncGenerator<Buffer> {
  throw error;
}
