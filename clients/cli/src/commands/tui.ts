// sonde tui: the debugger on the whole terminal, for a program, a running session, or any adapter.

import { resolve } from 'node:path';
import { splitArguments } from '@sonde/client';
import { connectSession, endOnSignals, findSession, listSessions } from '@sonde/server';
import { adapterTransport, startAdapter } from '../adapter-process.js';
import { commonOptions, UsageError, type Command, type Invocation, type OptionSpec } from '../command.js';
import {
  checkLaunchOptions,
  launchSettings,
  readLaunchOptions,
  setOption,
  type LaunchOptions,
} from '../launch-options.js';
import { onOwnServer } from '../own-session.js';
import { findProgram, type NamedProgram } from '../program.js';
import { checkTerminal, debugOnTerminal } from '../terminal-debugger.js';

export const themeOption = {
  type: 'string',
  value: 'NAME',
  help: 'colours: dark, light, 16, none; else as the terminal and NO_COLOR say',
} as const satisfies OptionSpec;

/** How long an adapter may take to end before it is killed. */
const adapterEndsMs = 2_000;

export const tui: Command = {
  name: 'tui',
  summary: 'Debug on the whole terminal: a program, a session, any adapter.',
  operands: 'PROGRAM [ARGUMENT…] | --session ID | --adapter COMMAND PROGRAM [ARGUMENT…]',
  brief: 'PROGRAM | --session ID | --adapter COMMAND PROGRAM',
  takes: 'program',
  programIsOptional: true,
  options: {
    session: { type: 'string', value: 'ID', help: 'join a session that runs, from sonde sessions' },
    adapter: {
      type: 'string',
      value: 'COMMAND',
      help: 'debug with this adapter, which speaks the Debug Adapter Protocol on its standard streams',
    },
    theme: themeOption,
    language: commonOptions.language,
    set: setOption,
    log: commonOptions.log,
  },
  launches: 'debug',
  details: `
The program stops where it begins. F5, F10, F11 and Shift+F11 move it, or the letters c, n, s and f; F9 or b sets a breakpoint;
Tab goes from pane to pane; ? shows all keys, : takes a command by its name. Breakpoints and watches are kept for the next time.
A session that was joined goes on when the debugger is left; a program that was started here ends with it.
With --adapter, the options of --set go to the adapter as they are; a first stop where there is no source, as many adapters make
it at the entry of a process, is left for the function main. --set stopOnEntry=true stays there, false runs to the first breakpoint.
The program of such an adapter cannot be typed to: the protocol has no way for its input.
Options of sonde end at the first argument of the program, or at --.`,
  async run(invocation) {
    const { operands, text } = invocation;
    const [session, adapter, name] = [text('session'), text('adapter'), operands[0]];
    if (session !== undefined) {
      if (name !== undefined || adapter !== undefined)
        throw new UsageError('--session has its program and its debugger already.');
      refuse(invocation, ['set', 'language', 'log'], 'a session that runs already');
      checkTerminal(invocation);
      return join(invocation, session);
    }
    if (name === undefined) throw new UsageError('sonde tui needs PROGRAM, or --session ID.');
    if (adapter !== undefined) refuse(invocation, ['language', 'log'], 'an adapter that is not ours');
    checkTerminal(invocation);
    if (adapter !== undefined) return withAdapter(invocation, adapter, name);
    const program = await findProgram(name, invocation.languages, text('language'));
    const { configuration } = await checkLaunchOptions({
      ...program,
      args: invocation.programArguments,
      settings: launchSettings(invocation, 'debug'),
      use: 'debug',
      common: 'all',
    });
    return debugProgram(invocation, program, configuration);
  },
};

/** What would be overlooked is said to be so. */
function refuse({ texts }: Invocation, options: readonly string[], where: string): void {
  const stray = options.find(name => texts(name).length > 0);
  if (stray !== undefined) throw new UsageError(`--${stray} has no meaning for ${where}.`);
}

/** The launch options were checked. */
export function debugProgram(
  invocation: Invocation,
  { path, language }: NamedProgram,
  configuration: LaunchOptions,
): Promise<number> {
  const { args, ...options } = configuration;
  return onOwnServer(invocation, [path], connect =>
    debugOnTerminal(invocation, {
      connect,
      language,
      start: {
        kind: 'launch',
        program: path,
        language: language.id,
        args: args as readonly string[],
        options: { stopOnEntry: true, ...options },
      },
    }),
  );
}

async function join(invocation: Invocation, id: string): Promise<number> {
  const session = await findSession(id);
  endOnSignals(() => Promise.resolve(), ['SIGTERM', 'SIGHUP']);
  return debugOnTerminal(invocation, {
    start: { kind: 'join', session: session.id },
    connect: async () => connectSession(await findSession(session.id)),
    server: async () => {
      const { sessions, silent } = await listSessions().catch(() => ({ sessions: [], silent: [] }));
      if (sessions.some(each => each.id === session.id)) return 'same';
      return silent.some(({ socket }) => socket === session.socket) ? 'gone' : 'over';
    },
  });
}

/** Each connection is an adapter of its own, as when the program is started again. */
async function withAdapter(invocation: Invocation, commandLine: string, program: string): Promise<number> {
  const [command, ...args] = splitArguments(commandLine);
  if (command === undefined) throw new UsageError('--adapter needs a command.');
  const adapters: { end(deadlineMs: number): Promise<unknown> }[] = [];
  const end = async (): Promise<void> => {
    await Promise.all(adapters.splice(0).map(adapter => adapter.end(adapterEndsMs)));
  };
  endOnSignals(end, ['SIGTERM', 'SIGHUP']);
  const chosen = readLaunchOptions(invocation.texts('set'));
  try {
    return await debugOnTerminal(invocation, {
      // Who asks for a stop at the entry gets it there; else people want to see their source first.
      passesStartUp: !('stopOnEntry' in chosen),
      connect: async () => {
        const adapter = await startAdapter(command, args);
        adapters.push(adapter);
        return adapterTransport(adapter);
      },
      start: {
        kind: 'launch',
        program: resolve(program),
        args: invocation.programArguments,
        options: { cwd: process.cwd(), stopOnEntry: true, ...chosen },
      },
    });
  } finally {
    await end();
  }
}
