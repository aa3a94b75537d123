// Stdio transports: this process as an adapter, or a child process as one.
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '../transport.js';
import { directInput } from './direct-input.js';
import { StreamTransport } from './stream-transport.js';

/**
 * This process's own stdin and stdout. Nothing else may read the one or write to the other from now on. Whoever also listens
 * to `process.stdin`, as for its end, passes it: a descriptor can be opened once.
 */
export function stdioTransport(input?: typeof process.stdin): Transport {
  const options = { description: 'stdio', endOutput: false };
  const direct = input === undefined ? directInput(0) : undefined;
  return direct === undefined
    ? new StreamTransport(process.stdin, process.stdout, options)
    : new StreamTransport(direct.stream, process.stdout, { ...options, read: direct.read });
}

/** The streams of a child whose adapter speaks on stdio. Ending the process stays its owner's business. */
export function childProcessTransport(child: {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly pid?: number | undefined;
}): Transport {
  const description = child.pid === undefined ? 'child process' : `process ${child.pid}`;
  return new StreamTransport(child.stdout, child.stdin, { description, endOutput: true });
}
