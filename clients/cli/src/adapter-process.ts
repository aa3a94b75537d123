// An adapter that is not ours, as a child process: when it ends before the session does, its exit code and last words are told.

import type { Transport } from '@sonde/dap';
import { childProcessTransport, OwnedProcess } from '@sonde/dap/node';
import { Failure } from '@sonde/engine';

/** How long a process whose output has ended may take to exit and to say its last words. */
const lastWordsMs = 500;
/** A stack trace of Python ends with what happened; more would fill the screen. */
const mostLines = 8;

export async function startAdapter(command: string, args: readonly string[]): Promise<OwnedProcess> {
  try {
    return await OwnedProcess.start(command, args);
  } catch (error) {
    const message = `the adapter ${command} cannot be started.`;
    throw new Failure('not-found', 'user', message, 'Check the name.', { cause: error });
  }
}

/** Its connection, which ends with a reason where it ends by itself. */
export function adapterTransport(adapter: OwnedProcess): Transport {
  const inner = childProcessTransport(adapter);
  let hasSpoken = false;
  let isLeft = false;
  return {
    description: inner.description,
    framing: inner.framing,
    get bufferedBytes() {
      return inner.bufferedBytes;
    },
    send: bytes => inner.send(bytes),
    whenDrained: () => inner.whenDrained(),
    close: () => {
      isLeft = true;
      inner.close();
    },
    destroy: () => {
      isLeft = true;
      inner.destroy();
    },
    start: sink =>
      inner.start({
        data: bytes => {
          hasSpoken = true;
          sink.data(bytes);
        },
        closed: error => {
          if (isLeft) return sink.closed(error);
          void lastWords(adapter, hasSpoken).then(words => sink.closed(new Error(words)));
        },
      }),
  };
}

async function lastWords(adapter: OwnedProcess, hasSpoken: boolean): Promise<string> {
  const exit = await adapter.exitWithin(lastWordsMs);
  await adapter.errors.whenEnded(exit === undefined ? 0 : lastWordsMs);
  const said = adapter.errors.tail(mostLines).trim();
  const how =
    exit === undefined
      ? 'closed its output'
      : exit.signal === null
        ? `ended with exit code ${exit.code ?? '?'}`
        : `was ended by ${exit.signal}`;
  const what = `the adapter ${adapter.commandLine} ${how}`;
  if (said !== '') return `${what}:\n${said}`;
  return hasSpoken
    ? `${what}.`
    : `${what} and said nothing. Does it speak the Debug Adapter Protocol on its standard streams?`;
}
