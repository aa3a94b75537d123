// sonde attach: the console debugger on what was there before: a session, a process, a core file, a debug server.

import { Failure } from '@sonde/engine';
import { connectSession, findSession, type RegisteredSession } from '@sonde/server';
import { attachTargetIn, type AttachTarget } from '../attach-target.js';
import { commonOptions, UsageError, type Command, type Invocation } from '../command.js';
import { shortPath } from '../diagnostics.js';
import { setOption } from '../launch-options.js';
import { converseInOwnSession } from '../own-session.js';
import { version } from '../version.js';
import { readScript, scriptOption } from './debug.js';

export const attach: Command = {
  name: 'attach',
  summary: 'Debug what is there already: a session, a process, a core file.',
  operands:
    'SESSION | --pid N | --name NAME | --core FILE | --remote HOST:PORT | --language LANGUAGE --set NAME=VALUE [PROGRAM]',
  brief: 'SESSION | --pid N | --core FILE …',
  takes: { least: 0, most: 2 },
  options: {
    pid: { type: 'string', value: 'N', help: 'the process with this number' },
    name: { type: 'string', value: 'NAME', help: 'the process of this name, or of this path' },
    wait: { type: 'boolean', help: 'with --name: wait for the next process of that name' },
    core: { type: 'string', value: 'FILE', help: 'a core file: what a program left when it crashed' },
    remote: { type: 'string', value: 'HOST:PORT', help: 'a server that speaks the GDB remote protocol' },
    script: scriptOption,
    language: {
      ...commonOptions.language,
      help: 'the language; without a process or file: attach by its own options, with --set',
    },
    set: { ...setOption, help: 'an attach option; VALUE is JSON, or else text; may be repeated' },
    log: commonOptions.log,
  },
  details: `
SESSION is an id from sonde sessions, or an unambiguous beginning of it. Breakpoints are this console's own; motions are
seen by everyone. Leaving does not end the program.

A process is halted where it is, and goes on with continue. It lives on when the debugger is left with quit or detach.
PROGRAM is the file it was started from; that is found by itself where possible. A core file shows the program as it was
at its end; nothing runs. Programs of some languages are reached in ways of their own: --language names the language, and
--set its attach options, which are listed below.`,
  attaches: true,
  async run(invocation) {
    const script = await readScript(invocation.text('script'));
    const target = attachTargetIn(invocation);
    if (target !== undefined) return attachTo(target, invocation, script);
    return join(invocation, script);
  },
};

function attachTo(
  { words, configuration }: AttachTarget,
  invocation: Invocation,
  script: string | undefined,
): Promise<number> {
  return converseInOwnSession(invocation, {
    greeting: `Sonde ${version}: ${words}. Type help for the commands.`,
    program: undefined,
    script,
    spare: [invocation.operands[0], invocation.text('core'), invocation.text('script')],
    start: { kind: 'attach', configuration },
  });
}

async function join({ operands, streams }: Invocation, script: string | undefined): Promise<number> {
  const [id, extra] = operands;
  if (id === undefined)
    throw new UsageError('name what to attach to: a SESSION, --pid, --name, --core, --remote or --language.');
  if (extra !== undefined) throw new UsageError(`sonde attach does not take "${extra}".`);
  const session = await sessionNamed(id);
  // The console is large, and an adapter that is started by the same command must not wait for it.
  const { converseWith } = await import('../console/conversation.js');
  return converseWith({
    streams,
    script,
    greeting: `Sonde ${version}: joined session ${session.id}, ${shortPath(session.program)}, ${session.state}.`,
    program: session.program,
    connect: () => connectSession(session),
    start: { kind: 'join', session: session.id },
  });
}

async function sessionNamed(id: string): Promise<RegisteredSession> {
  try {
    return await findSession(id);
  } catch (error) {
    if (!isProcess(id)) throw error;
    throw new Failure(
      'not-found',
      'user',
      `there is no session ${id}, but a process has that number.`,
      `To attach to it: sonde attach --pid ${id}`,
      { cause: error },
    );
  }
}

function isProcess(text: string): boolean {
  if (!/^[1-9]\d{0,9}$/.test(text)) return false;
  try {
    process.kill(Number(text), 0);
    return true;
  } catch (error) {
    // It is there, and another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
