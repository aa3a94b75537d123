// nova --debug: a node that debuggers attach to.

import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { asFailure } from '@sonde/engine';
import { coloursFor, parseOptions, type CommandStreams, type SubcommandGiven } from '@sonde/language';
import type { TransactionRequest } from '../chain/transaction.js';
import { DebugNode } from '../debug/debug-node.js';
import { serveNode } from '../debug/server.js';
import { LevelStore } from '../store/level-store.js';
import { MemoryStore } from '../store/memory-store.js';
import { entryLine, heldLine } from './entry-text.js';
import { tellStory } from './tell-story.js';

export const defaultPort = 9_933;

export const debugHelp = [
  `nova --debug [--port N] [options] [SCENARIO.json]`,
  '  Serve the debug interface over TCP until interrupted (docs/formats/nova-debug.md). Prints its address, and the token that',
  '  clients have to say first. A scenario runs at once.',
  `  --port N              the port; 0 takes a free one (default: ${defaultPort})`,
  '  --host ADDRESS        where to listen (default: 127.0.0.1). Nothing is encrypted: an ssh tunnel is safer than another address',
  '  --store FOLDER        keep the chain there (default: in memory only)',
  '  --hold                each transaction waits until a debugger attaches to it, or releases it; its hash is printed',
  '  SONDE_TOKEN in the environment is the token, where it is set.',
];

interface DebugWishes {
  readonly port: number;
  readonly host: string;
  readonly store: string | undefined;
  readonly hold: boolean;
  readonly scenario: string | undefined;
}

/** Text is what is wrong with the usage. */
export function debugWishes(args: readonly string[]): DebugWishes | string {
  const options = parseOptions(args, {
    flags: ['--debug', '--hold'],
    values: { '--port': 'a number', '--host': 'an address', '--store': 'a folder' },
  });
  if (typeof options === 'string') return options;
  const { values, flags, words } = options;
  const port = values.get('--port') ?? String(defaultPort);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    return `--port is a number from 0 to 65535, not ${port}`;
  if (words.length > 1) return 'there is one scenario at most';
  return {
    port: Number(port),
    host: values.get('--host') ?? '127.0.0.1',
    store: values.get('--store'),
    hold: flags.has('--hold'),
    scenario: words[0],
  };
}

/** `until` ends it. */
export async function serveDebug(
  { port, host, store: folder, hold, scenario }: DebugWishes,
  given: SubcommandGiven,
  io: CommandStreams,
  until: () => Promise<unknown>,
): Promise<number> {
  const store =
    folder === undefined ? new MemoryStore() : await LevelStore.open(resolve(folder), { create: true });
  const node = new DebugNode(store, { holds: hold });
  const isGiven = given.token !== undefined && given.token !== '';
  const token = isGiven ? given.token : randomBytes(32).toString('base64url');
  try {
    const server = await serveNode(node, { host, port, token });
    const shown = server.host.includes(':') ? `[${server.host}]` : server.host;
    io.stdout.write(`nova: listening on ${shown}:${server.port}\n`);
    if (!isGiven) io.stdout.write(`nova: token ${token}\n`);
    node.subscribers.add(({ transaction, state, to, function: called }) => {
      if (state !== 'queued' || node.targets.get(transaction)?.isHeld !== true) return;
      const contract = node.contractOf(transaction)?.description?.contract ?? to.slice(0, 10);
      io.stdout.write(heldLine(transaction, { contract, function: called }));
    });
    try {
      if (scenario !== undefined)
        void tell(node, resolve(scenario), io).catch((error: unknown) =>
          io.stderr.write(`nova: ${coloursFor(io.stderr).red('error:')} ${asFailure(error).text}\n`),
        );
      await until();
    } finally {
      await server.close();
    }
    return 0;
  } finally {
    await node.close();
  }
}

async function tell(node: DebugNode, path: string, io: CommandStreams): Promise<void> {
  const host = { chain: node.chain, submit: (request: TransactionRequest) => node.submit(request) };
  const colours = coloursFor(io.stdout as CommandStreams['stderr']);
  await tellStory(path, host, io.stderr, entry => {
    io.stdout.write(entryLine(node.chain.state, entry, colours));
  });
}
