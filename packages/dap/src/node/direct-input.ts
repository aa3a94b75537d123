// Standard input, read as directly as Node can: into one buffer, without a stream's machinery, which takes longer than most
// requests do.
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

export interface DirectInput {
  /** For its life: it ends, fails and is destroyed as any stream, but no data comes from it. */
  readonly stream: Readable;
  /** Begins to read. The bytes are of use only until the callback returns. */
  readonly read: (take: (bytes: Uint8Array) => void) => void;
}

const bufferBytes = 64 * 1024;

/** Undefined for what cannot be read so, such as a file or a terminal. */
export function directInput(descriptor: number): DirectInput | undefined {
  let take: ((bytes: Uint8Array) => void) | undefined;
  const onread = {
    buffer: new Uint8Array(bufferBytes),
    callback: (count: number, buffer: Uint8Array): boolean => {
      take?.(buffer.subarray(0, count));
      return true;
    },
  };
  // The types do not know that a socket can be made with it, and not only connected.
  const options = { fd: descriptor, readable: true, writable: false, onread };
  let socket: Socket;
  try {
    socket = new Socket(options);
  } catch {
    return undefined;
  }
  return {
    stream: socket,
    read: callback => {
      take = callback;
      socket.resume();
    },
  };
}
