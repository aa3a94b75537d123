// hsx-exec: the executive as a command.

import { Failure } from '@sonde/engine';
import { parseOptions, runCommand, type CommandStreams, type SubcommandGiven } from '@sonde/language';
import { startTask } from './commands/load-command.js';
import { Executive } from './executive.js';
import { Refusal } from './request.js';
import { serve } from './serve.js';
import { isVariant, type Variant } from './variants.js';

export const defaultPort = 9998;

export const hsxExecHelp = `usage: hsx-exec [options] [FILE.hxe…]

Runs HSX tasks and serves debuggers over TCP, one JSON object a line (docs/formats/hsx-executive.md). Prints its address on
one line and runs until it is interrupted. Tasks move when the clock runs, or when a client steps them.

  --port N          the port; 0 takes a free one (default: ${defaultPort})
  --host ADDRESS    where to listen (default: 127.0.0.1); others than the loopback need a token
  --token TEXT      what clients have to say first; SONDE_TOKEN does the same and is seen by no other user
  --load            the files are loaded, which they are without it too
  --start           start the clock
  --rate N          instructions a second (default: 0, as fast as it goes)
  --quantum N       instructions of a turn (default: 1000)
  --variant NAME    what it keeps of traces: minimal (the last instruction), development (100), full (100 to 10000, as a
                    session asks; the default)
  -h, --help        print this

Nothing is encrypted: an ssh tunnel (ssh -L PORT:127.0.0.1:PORT HOST) is safer than --host.
Exit status: 0 interrupted, 1 it cannot listen or a file cannot be loaded, 2 wrong usage.
`;

interface Command {
  readonly port: number;
  readonly host: string;
  readonly token?: string;
  readonly start: boolean;
  readonly rate: number;
  readonly quantum?: number;
  readonly variant: Variant;
  readonly files: readonly string[];
}

/** `until` ends it; a signal does when it is absent. */
export const hsxExec = (
  args: readonly string[],
  given: SubcommandGiven = {},
  io: CommandStreams = process,
  until: () => Promise<unknown> = interrupted,
): Promise<number> =>
  runCommand(
    { name: 'hsx-exec', help: hsxExecHelp },
    args,
    io,
    all => parse(all, given),
    command => perform(command, io, until),
  );

function parse(args: readonly string[], given: SubcommandGiven): Command | string {
  const options = parseOptions(args, {
    flags: ['--start', '--load'],
    values: {
      '--port': 'a number',
      '--host': 'an address',
      '--token': 'a text',
      '--rate': 'a number',
      '--quantum': 'a number',
      '--variant': 'minimal, development or full',
    },
  });
  if (typeof options === 'string') return options;
  const { flags, values, words } = options;
  const number = (name: string, absent: number, most: number): number | string => {
    const text = values.get(name) ?? String(absent);
    const value = Number(text);
    return /^\d+$/.test(text) && value <= most ? value : `${name} is a number from 0 to ${most}, not ${text}`;
  };
  const [port, rate, quantum] = [
    number('--port', defaultPort, 65_535),
    number('--rate', 0, 1e9),
    number('--quantum', 1_000, 1e6),
  ];
  const wrong = [port, rate, quantum].find(each => typeof each === 'string');
  if (typeof wrong === 'string') return wrong;
  const variant = values.get('--variant') ?? 'full';
  if (!isVariant(variant)) return `--variant is minimal, development or full, not ${variant}`;
  if (flags.has('--load') && words.length === 0) return '--load needs the name of a file';
  const token = values.get('--token') ?? given.token;
  return {
    port: port as number,
    host: values.get('--host') ?? '127.0.0.1',
    ...(token === undefined || token === '' ? {} : { token }),
    start: flags.has('--start'),
    rate: rate as number,
    quantum: quantum as number,
    variant,
    files: words,
  };
}

async function perform(
  command: Command,
  { stdout }: CommandStreams,
  until: () => Promise<unknown>,
): Promise<number> {
  const { token, quantum, variant, files, start, rate } = command;
  const executive = new Executive({
    variant,
    ...(token === undefined ? {} : { token }),
    ...(quantum === undefined ? {} : { quantum }),
  });
  try {
    for (const file of files)
      startTask(executive, executive.programs.read(file, undefined), { paused: false });
  } catch (error) {
    executive.dispose();
    if (error instanceof Refusal) throw new Failure('bad-arguments', 'user', error.message);
    throw error;
  }
  const server = await serve(executive, command);
  executive.clock.rate = rate;
  if (start) {
    executive.clock.start();
    executive.runner.wake();
  }
  const host = server.host.includes(':') ? `[${server.host}]` : server.host;
  stdout.write(`hsx-exec: listening on ${host}:${server.port}\n`);
  await until();
  await server.close();
  return 0;
}

const interrupted = (): Promise<unknown> =>
  new Promise(done => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, done);
  });
