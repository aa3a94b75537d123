// The log of a command: to a file or to stderr, never to stdout, which may be the protocol.

import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { Failure } from '@sonde/engine';

export type Log = (line: string) => void;

/** Without a target nothing is logged. Fails at once, and in words, when the file cannot be written. */
export async function openLog(target: string | undefined, errors: Writable): Promise<Log | undefined> {
  if (target === undefined) return undefined;
  const stream = target === '-' ? errors : await openFile(target);
  return line => {
    stream.write(`${new Date().toISOString()} ${line.replaceAll('\n', '\n  ')}\n`);
  };
}

function openFile(path: string): Promise<Writable> {
  return new Promise((resolve, reject) => {
    // A log holds what a program printed: nobody else's business.
    const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
    stream.once('open', () => {
      // A full disk must not end a debug session.
      stream.on('error', () => undefined);
      resolve(stream);
    });
    stream.once('error', error => {
      reject(
        new Failure(
          'bad-arguments',
          'user',
          `cannot write the log: ${error.message}.`,
          'Choose another file.',
        ),
      );
    });
  });
}
