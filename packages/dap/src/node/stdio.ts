// Stdio transports: this process as an adapter, or a child process as one.
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '../transport.js';
import { StreamTransport } from './stream-transport.js';

/** This process's own stdin and stdout. Nothing else may write to stdout from now on. */
export function stdioTransport(): Transport {
  return new StreamTransport(process.stdin, process.stdout, { description: 'stdio', endOutput: false });
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
