// sonde dap: the debug adapter, for editors: on standard streams, a port or a socket.

import type { Language } from '@sonde/language';
import { listen, newToken, serveStdio, type ListenAddress, type ListenAt } from '@sonde/server';
import { commonOptions, UsageError, type Command, type Invocation, type Streams } from '../command.js';
import { givenToken } from '../given-token.js';
import { lastWords } from '../last-words.js';
import { openLog } from '../log.js';
import { portIn } from '../parse-arguments.js';
import { languageNamed } from '../program.js';
import { unencrypted } from '../remote-warning.js';
import { startServerProcess } from '../server-process.js';

/** The transport has waited a while for the client to read before this. */
const unreadPatienceMs = 1000;

/** `sonde NAME`, where a language has given itself an adapter of that name. */
export const dapFor = (name: string, language: Language): Command => ({
  ...dap,
  name,
  summary: `The debug adapter for ${language.name}.`,
  run: invocation => serveDap(invocation, language.id),
});

export const dap: Command = {
  name: 'dap',
  summary: 'The debug adapter, for editors (stdio, port or socket).',
  operands: '',
  takes: { least: 0, most: 0 },
  options: {
    server: {
      type: 'boolean',
      help: 'listen on a TCP port, also for WebSockets; without --port a free one is picked',
    },
    port: { type: 'string', value: 'N', help: 'listen on this TCP port; 0 picks a free one' },
    host: { type: 'string', value: 'HOST', help: 'with a port: the address to listen on (127.0.0.1)' },
    'allow-remote': { type: 'boolean', help: 'allow a host that other machines reach; needs --token' },
    socket: { type: 'string', value: 'PATH', help: 'listen on a Unix socket that only this user can open' },
    token: {
      type: 'boolean',
      help: 'ask clients for a token ($SONDE_TOKEN, else a new one that is printed)',
    },
    language: commonOptions.language,
    log: commonOptions.log,
  },
  details: `
Without --server, --port and --socket the protocol runs on standard input and output; the end of the input ends everything.
With them, one line on standard output says where it listens, for example
  Listening for: connection://127.0.0.1:4711
With --server a WebSocket may be opened on the same port: ws://127.0.0.1:4711. Pages of other
origins are refused, with a token or without. Any user of the machine can connect to a port without --token; --socket is for you alone.`,
  run: invocation => serveDap(invocation, undefined),
};

async function serveDap(invocation: Invocation, languageId: string | undefined): Promise<number> {
  const { streams, languages, text } = invocation;
  const at = whereToListen(invocation);
  const given = givenToken();
  const token = at !== undefined && invocation.flag('token') ? (given ?? newToken().value) : undefined;
  if (token === '') throw new UsageError('SONDE_TOKEN is empty: set it to a secret, or unset it.');
  const named = text('language');
  const defaultLanguage = named === undefined ? languageId : languageNamed(named, languages).id;
  const log = await openLog({ target: text('log'), errors: streams.errors });
  const server = await startServerProcess({
    languages,
    log,
    ...(defaultLanguage === undefined ? {} : { defaultLanguage }),
    ...(token === undefined ? {} : { token }),
  });
  if (at === undefined) {
    await serveStdio(server.environment);
    await server.end('the client is gone');
    // A client that holds our output and reads none of it must not keep us.
    await lastWords(streams.output, unreadPatienceMs);
    return 0;
  }
  const listener = await listen(at, server.environment).catch(async (error: unknown) => {
    await server.end('it could not listen');
    throw error;
  });
  server.owns(listener);
  streams.output.write(`Listening for: ${addressText(listener.address)}\n`);
  if (token !== undefined && given === undefined) streams.output.write(`Token: ${token}\n`);
  warn(streams, at, token);
  // A signal ends the process; there is no other end.
  return new Promise<never>(() => undefined);
}

/** A port is open to more people than its owner thinks. */
function warn({ errors }: Streams, at: ListenAt, token: string | undefined): void {
  if (at.kind === 'unix') return;
  if (at.allowRemote === true) errors.write(`sonde: ${unencrypted(at.port)}\n`);
  else if (token === undefined)
    errors.write(
      'sonde: any user of this machine can connect to a port and run programs as you. ' +
        'Use --socket PATH, which only you can open, or --token.\n',
    );
}

function whereToListen({ text, flag }: Invocation): ListenAt | undefined {
  const webSockets = flag('server');
  const port = text('port') ?? (webSockets ? '0' : undefined);
  const path = text('socket');
  const host = text('host');
  if (port !== undefined && path !== undefined)
    throw new UsageError(`choose one of ${webSockets ? '--server' : '--port'} and --socket.`);
  if (port === undefined && host !== undefined) throw new UsageError('--host needs --port.');
  if (port === undefined && flag('allow-remote')) throw new UsageError('--allow-remote needs --port.');
  if (port === undefined && path === undefined && flag('token')) {
    throw new UsageError('--token needs --port or --socket: standard streams are private already.');
  }
  if (path !== undefined) return { kind: 'unix', path };
  if (port === undefined) return undefined;
  return {
    kind: 'tcp',
    port: portIn(port),
    ...(host === undefined ? {} : { host }),
    ...(flag('allow-remote') ? { allowRemote: true } : {}),
    ...(webSockets ? { webSockets } : {}),
  };
}

function addressText(address: ListenAddress): string {
  if (address.kind === 'unix') return `unix-connect://${address.path}`;
  return `connection://${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;
}
