// Endpoints: the ways to reach an adapter. Each can be opened more than once, for a second session on the same adapter.
import type { Transport } from '@sonde/dap';
import {
  childProcessTransport,
  connectTcp,
  connectUnix,
  connectWebSocket,
  OutputText,
  OwnedProcess,
} from '@sonde/dap/node';
import type { ProcessOptions } from '@sonde/dap/node';

export interface OpenEndpoint {
  readonly transport: Transport;
  /** The adapter's process, if opening started one; whoever opened ends it. */
  readonly process?: OwnedProcess;
}

/** What lies between client and adapter. */
export type LineKind = 'stdio' | 'tcp' | 'unix' | 'websocket' | 'memory';

export interface Endpoint {
  readonly description: string;
  readonly line: LineKind;
  open(): Promise<OpenEndpoint>;
  /** As a web page of this origin would: without what only the owner knows. Where a browser can get there at all. */
  openFrom?(origin: string): Promise<OpenEndpoint>;
}

/** Starts the adapter and speaks over its stdin and stdout; each opening starts another process. */
export function overStdio(
  command: string,
  args: readonly string[] = [],
  options: ProcessOptions = {},
): Endpoint {
  return {
    description: `stdio of ${[command, ...args].join(' ')}`,
    line: 'stdio',
    open: async () => {
      const process = await OwnedProcess.start(command, args, options);
      return { transport: childProcessTransport(process), process };
    },
  };
}

export function overTcp(port: number, host = '127.0.0.1'): Endpoint {
  return {
    description: `tcp ${host}:${port}`,
    line: 'tcp',
    open: async () => ({ transport: await connectTcp({ port, host }) }),
  };
}

export function overUnixSocket(path: string): Endpoint {
  return {
    description: `unix socket ${path}`,
    line: 'unix',
    open: async () => ({ transport: await connectUnix(path) }),
  };
}

export function overWebSocket(
  url: string,
  options: { readonly headers?: Readonly<Record<string, string>> } = {},
): Endpoint {
  // The address may carry a token, which has no place in the output of tests.
  return {
    description: `websocket ${new URL(url).host}`,
    line: 'websocket',
    open: async () => ({ transport: await connectWebSocket(url, options) }),
    openFrom: async origin => ({ transport: await connectWebSocket(url, { headers: { Origin: origin } }) }),
  };
}

/** An adapter in this process, or any other line: `accept` returns the client's end of a new connection. */
export function overMemory(accept: () => Transport | Promise<Transport>, description = 'memory'): Endpoint {
  return { description, line: 'memory', open: async () => ({ transport: await accept() }) };
}

export interface SpawnedServer extends Endpoint {
  readonly process: OwnedProcess;
  readonly host: string;
  readonly port: number;
  /** Everything the server wrote to stdout so far, and what is to come. */
  readonly output: OutputText;
  /** Ends the server by SIGTERM; throws if it had to be killed after the deadline. */
  close(): Promise<void>;
}

export interface SpawnServerOptions extends ProcessOptions {
  readonly timeoutMs?: number;
  readonly endDeadlineMs?: number;
}

/** Starts a server and waits until it says `Listening for: connection://host:port` on stdout. */
export async function spawnServer(
  command: string,
  args: readonly string[] = [],
  options: SpawnServerOptions = {},
): Promise<SpawnedServer> {
  const process = await OwnedProcess.start(command, args, options);
  const output = new OutputText();
  process.stdout.setEncoding('utf8').on('data', (text: string) => output.append(text));
  process.stdout.on('close', () => output.end());
  let match: RegExpExecArray;
  try {
    const announcement = /^Listening for: connection:\/\/(.+):(\d+)\s*$/m;
    match = await output.waitFor(announcement, options.timeoutMs ?? 20_000);
  } catch (error) {
    process.kill();
    await process.exited;
    const reason = error instanceof Error ? error.message : String(error);
    const text = `${process.commandLine} does not listen: ${reason}\nits stderr:\n${process.errors.tail()}`;
    throw new Error(text, { cause: error });
  }
  const host = (match[1] ?? '').replace(/^\[(.*)\]$/, '$1');
  const port = Number(match[2]);
  return {
    ...overTcp(port, host),
    process,
    host,
    port,
    output,
    close: () => endServer(process, options.endDeadlineMs ?? 5000),
  };
}

async function endServer(process: OwnedProcess, deadlineMs: number): Promise<void> {
  process.kill('SIGTERM');
  const { forced } = await process.end(deadlineMs);
  if (!forced) return;
  throw new Error(`${process.commandLine} did not end within ${deadlineMs} ms of SIGTERM and was killed`);
}
