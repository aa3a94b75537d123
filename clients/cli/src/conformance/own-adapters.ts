// Sonde's own adapter for one language, over each of the lines that it can be reached by.

import { fileURLToPath } from 'node:url';
import type { Language } from '@sonde/language';
import { OutputText, OwnedProcess, overStdio, spawnServer, type Endpoint } from '@sonde/testkit';
import { endpointAt } from '@sonde/testkit/conformance';

export interface OwnAdapter {
  readonly endpoint: Endpoint;
  readonly close: () => Promise<void>;
}

const startDeadlineMs = 30_000;
const endDeadlineMs = 10_000;

const sonde = fileURLToPath(new URL('../../bin/sonde.js', import.meta.url));

/** `nodeArguments`: for Node itself. */
export const ownCommand = ({ id }: Language, nodeArguments: readonly string[] = []): readonly string[] => [
  process.execPath,
  ...nodeArguments,
  sonde,
  'dap',
  '--language',
  id,
];

const overStandardStreams = async (language: Language): Promise<OwnAdapter> => {
  const [node = '', ...args] = ownCommand(language);
  return { endpoint: overStdio(node, args), close: async () => undefined };
};

const overPort = async (language: Language, nodeArguments?: readonly string[]): Promise<OwnAdapter> => {
  const [node = '', ...args] = ownCommand(language, nodeArguments);
  const options = { timeoutMs: startDeadlineMs, endDeadlineMs };
  const endpoint = await spawnServer(node, [...args, '--port', '0'], options);
  return { endpoint, close: () => endpoint.close() };
};

const overWebSocket = async (
  { id }: Language,
  nodeArguments: readonly string[] = [],
): Promise<OwnAdapter> => {
  const args = [...nodeArguments, sonde, 'serve', '--port', '0', '--language', id];
  const server = await OwnedProcess.start(process.execPath, args);
  const close = async (): Promise<void> => {
    server.kill('SIGTERM');
    await server.end(endDeadlineMs);
  };
  try {
    const printed = new OutputText();
    server.stdout.setEncoding('utf8').on('data', (text: string) => printed.append(text));
    server.stdout.on('close', () => printed.end());
    const [address] = await printed.waitFor(/http:\/\/\S+/, startDeadlineMs);
    return { endpoint: endpointAt(address), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** By the kind of line. Where one process has all sessions, it can be given arguments for Node. */
export const ownLines = { stdio: overStandardStreams, tcp: overPort, websocket: overWebSocket } as const;
