// The driver of the remote protocol: starts a server, or connects to one that is there.

import { Failure, type AttachSettings, type LaunchSettings, type Target } from '@sonde/engine';
import type { ChannelEnds } from '../connection/json-lines-channel.js';
import { ServerProcess } from '../connection/server-process.js';
import { addressText, connectTcp, isLoopback, type PeerAddress } from '../connection/tcp.js';
import type { RemoteProtocol } from '../factory.js';
import type { RemoteContext, RemoteMachine } from '../remote-machine.js';
import { ServerLink } from './link.js';
import { ServerMachine, type Greeted } from './machine.js';
import { answers, protocolVersion, type WireEvent } from './messages.js';

/** `Target.image` of a program that a server runs. */
export interface ServerImage {
  /** The command and its arguments; it speaks the protocol on its standard input and output. */
  readonly server: readonly string[];
}

const connectMs = 5_000;

export const jsonLinesProtocol: RemoteProtocol = {
  launch: launchServer,
  attach: attachToServer,
};

async function launchServer(
  target: Target,
  settings: LaunchSettings,
  context: RemoteContext,
): Promise<RemoteMachine> {
  const [command = '', ...args] = (target.image as ServerImage).server;
  const { cwd, env } = settings;
  const server = await ServerProcess.start(
    { command, args, cwd, env },
    text => context.events.output('stderr', text),
    context.signal,
  );
  const asked = { program: target.program, args: settings.args, cwd };
  const { hello, connection, deliver } = await greet(server.ends, command, asked, context, () =>
    server.end(),
  );
  const machine = new ServerMachine(hello, connection, true, context);
  deliver(machine);
  return machine;
}

async function attachToServer(settings: AttachSettings, context: RemoteContext): Promise<RemoteMachine> {
  const peer = peerIn(settings.extra);
  const token = settings.extra['token'];
  const asked = typeof token === 'string' ? { token } : {};
  const connect = async (signal: AbortSignal): Promise<Greeted> => {
    const ends = await connectTcp(peer, 'a server of the remote protocol', connectMs, signal);
    return greet(ends, addressText(peer), asked, context, async () => ends.destroy());
  };
  const { hello, connection, deliver } = await connect(context.signal);
  const machine = new ServerMachine(hello, connection, isLoopback(peer), context, connect);
  deliver(machine);
  return machine;
}

/** The first exchange; events that come before there is a machine are kept for it. */
async function greet(
  ends: ChannelEnds,
  peer: string,
  asked: Readonly<Record<string, unknown>>,
  context: RemoteContext,
  end: () => Promise<void>,
): Promise<Greeted> {
  const early: WireEvent[] = [];
  let machine: ServerMachine | undefined;
  let greeted = false;
  const link = new ServerLink(peer, ends, {
    event: event => (machine === undefined ? void early.push(event) : machine.hear(event)),
    lost: why => {
      if (greeted) context.events.lost(why);
    },
  });
  const close = async (): Promise<void> => {
    greeted = false;
    link.close('the debugger left');
    await end();
  };
  try {
    const hello = await link.ask('hello', { version: protocolVersion, ...asked }, answers.hello);
    if (hello.version !== protocolVersion)
      throw new Failure(
        'not-supported',
        'environment',
        `${peer} speaks version ${hello.version} of the remote protocol; this debugger speaks ${protocolVersion}.`,
      );
    greeted = true;
    return {
      hello,
      connection: { link, close },
      deliver: made => {
        machine = made;
        for (const event of early.splice(0)) made.hear(event);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function peerIn(extra: AttachSettings['extra']): PeerAddress {
  const { host, port } = extra;
  if (typeof port !== 'number')
    throw new Failure('bad-arguments', 'user', 'attach needs the port of the server.', 'Set "port".');
  return { host: typeof host === 'string' ? host : '127.0.0.1', port };
}
