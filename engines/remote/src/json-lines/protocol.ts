// The driver of the remote protocol: starts a server, or connects to one that is there.

import { cancelled, Failure, type AttachSettings, type LaunchSettings, type Target } from '@sonde/engine';
import { usualLimits, type ChannelEnds } from '../connection/json-lines-channel.js';
import { ServerProcess } from '../connection/server-process.js';
import { addressText, connectTcp, isLoopback, type PeerAddress } from '../connection/tcp.js';
import type { RemoteProtocol } from '../factory.js';
import type { RemoteContext, RemoteMachine } from '../remote-machine.js';
import { ServerLink, type LinkOptions } from './link.js';
import { ServerMachine, type Greeted } from './machine.js';
import { answers, protocolVersion, type WireEvent } from './messages.js';

/** `Target.image` of a program that a server runs. */
export interface ServerImage {
  /** The command and its arguments; it speaks the protocol on its standard input and output. */
  readonly server: readonly string[];
}

export interface JsonLinesOptions extends LinkOptions {
  /** How long a server may take to accept a connection. */
  readonly connectMs: number;
}

const usualOptions: JsonLinesOptions = { answerMs: 10_000, connectMs: 5_000, limits: usualLimits };

export function jsonLines(options: Partial<JsonLinesOptions> = {}): RemoteProtocol {
  const given = { ...usualOptions, ...options };
  return {
    launch: (target, settings, context) => launchServer(target, settings, context, given),
    attach: (settings, context) => attachToServer(settings, context, given),
  };
}

export const jsonLinesProtocol: RemoteProtocol = jsonLines();

async function launchServer(
  target: Target,
  settings: LaunchSettings,
  context: RemoteContext,
  options: LinkOptions,
): Promise<RemoteMachine> {
  const [command = '', ...args] = (target.image as ServerImage).server;
  const { cwd, env } = settings;
  const server = await ServerProcess.start(
    { command, args, cwd, env },
    text => context.events.output('stderr', text),
    context.signal,
  );
  const { hello, connection, deliver } = await greet(
    {
      ends: server.ends,
      name: command,
      close: () => server.end(),
      // A server that is gone has an exit code, which says more than that its line was closed.
      reason: why => server.goneSoon().then(gone => gone ?? why),
    },
    { program: target.program, args: settings.args, cwd },
    context,
    context.signal,
    options,
  );
  const machine = new ServerMachine(hello, connection, true, context);
  deliver(machine);
  return machine;
}

async function attachToServer(
  settings: AttachSettings,
  context: RemoteContext,
  options: JsonLinesOptions,
): Promise<RemoteMachine> {
  const peer = peerIn(settings.extra);
  const token = settings.extra['token'];
  const asked = typeof token === 'string' ? { token } : {};
  const connect = async (signal: AbortSignal): Promise<Greeted> => {
    const ends = await connectTcp(peer, 'a server of the remote protocol', options.connectMs, signal);
    const line: Line = {
      ends,
      name: addressText(peer),
      close: async () => ends.destroy(),
      reason: async why => why,
    };
    return greet(line, asked, context, signal, options);
  };
  const { hello, connection, deliver } = await connect(context.signal);
  const machine = new ServerMachine(hello, connection, isLoopback(peer), context, connect);
  deliver(machine);
  return machine;
}

/** A line to a server, and what it stands on. */
interface Line {
  readonly ends: ChannelEnds;
  /** For people. */
  readonly name: string;
  readonly close: () => Promise<void>;
  /** Why the line is gone, where more is known than the line tells. */
  readonly reason: (why: string) => Promise<string>;
}

/** The first exchange; events that come before there is a machine are kept for it. */
async function greet(
  line: Line,
  asked: Readonly<Record<string, unknown>>,
  context: RemoteContext,
  signal: AbortSignal,
  options: LinkOptions,
): Promise<Greeted> {
  const early: WireEvent[] = [];
  let machine: ServerMachine | undefined;
  let state: 'greeting' | 'open' | 'closed' = 'greeting';
  let hungUp: Promise<string> | undefined;
  const link = new ServerLink(
    line.name,
    line.ends,
    {
      event: event => (machine === undefined ? void early.push(event) : machine.hear(event)),
      lost: (why, byPeer) => {
        if (byPeer) hungUp = line.reason(why);
        if (state === 'open')
          void (hungUp ?? Promise.resolve(why)).then(reason => context.events.lost(reason));
      },
    },
    options,
  );
  const close = async (): Promise<void> => {
    state = 'closed';
    link.close('the debugger left');
    await line.close();
  };
  const abort = (): void => link.close('cancelled');
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (signal.aborted) throw cancelled();
    const hello = await link.ask('hello', { version: protocolVersion, ...asked }, answers.hello);
    if (hello.version !== protocolVersion) throw otherVersion(line.name, hello.version);
    state = 'open';
    return {
      hello,
      connection: { link, close },
      deliver: made => {
        machine = made;
        for (const event of early.splice(0)) made.hear(event);
      },
    };
  } catch (error) {
    const why = await hungUp;
    await close();
    if (signal.aborted) throw cancelled();
    throw why === undefined ? error : gone(line.name, why);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const gone = (peer: string, why: string): Failure =>
  new Failure('engine-died', 'environment', `${peer} is gone: ${why}.`);

const otherVersion = (peer: string, version: number): Failure =>
  new Failure(
    'not-supported',
    'environment',
    `${peer} speaks version ${version} of the remote protocol; this debugger speaks ${protocolVersion}.`,
  );

function peerIn(extra: AttachSettings['extra']): PeerAddress {
  const { host, port } = extra;
  if (typeof port !== 'number')
    throw new Failure('bad-arguments', 'user', 'attach needs the port of the server.', 'Set "port".');
  return { host: typeof host === 'string' ? host : '127.0.0.1', port };
}
