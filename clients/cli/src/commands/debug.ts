// sonde debug: the console debugger on a program.

import { readFile } from 'node:fs/promises';
import { createTransportPair, type Transport } from '@sonde/dap';
import { Failure } from '@sonde/engine';
import { Adapter } from '@sonde/session';
import { commonOptions, type Command } from '../command.js';
import { shortPath } from '../diagnostics.js';
import { checkLaunchOptions, launchSettings, setOption } from '../launch-options.js';
import { openLog } from '../log.js';
import { findProgram } from '../program.js';
import { startServerProcess } from '../server-process.js';
import { version } from '../version.js';

export const debug: Command = {
  name: 'debug',
  summary: 'Debug a program on the console.',
  operands: 'PROGRAM [ARGUMENT…]',
  takes: 'program',
  options: {
    script: {
      type: 'string',
      short: 'x',
      value: 'FILE',
      help: 'run the debugger commands in this file first',
    },
    language: commonOptions.language,
    set: setOption,
    log: commonOptions.log,
  },
  details: `
Type help for the commands of the debugger. They may also come from a file or a pipe; each is carried out when the one
before it is through, and the exit code is 1 if one of them failed.
Options of sonde end at the first argument of the program, or at --.`,
  async run(invocation) {
    const { operands, programArguments, languages, streams, text } = invocation;
    const program = findProgram(operands[0]!, languages, text('language'));
    const { path, language } = program;
    const { configuration } = await checkLaunchOptions({
      ...program,
      args: programArguments,
      settings: launchSettings(invocation),
      common: 'all',
    });
    // The console is large, and an adapter that is started by the same command must not wait for it.
    const { converseWith } = await import('../console/conversation.js');
    const script = await readScript(text('script'));
    const spare = [path, text('script')];
    const log = await openLog({ target: text('log'), errors: streams.errors, spare });
    const server = await startServerProcess({ languages, log, signals: ['SIGTERM', 'SIGHUP'] });
    try {
      return await converseWith({
        streams,
        script,
        greeting: `Sonde ${version}: ${shortPath(path)} (${language.name}). Type help for the commands, run to start.`,
        program: path,
        connect: () => {
          const [ours, theirs] = createTransportPair();
          new Adapter(theirs, { ...server.environment, origin: 'memory' });
          return Promise.resolve<Transport>(ours);
        },
        start: {
          kind: 'launch',
          adapterName: language.adapterNames[0] ?? language.id,
          configuration,
        },
      });
    } finally {
      await server.end('the debugger was left');
    }
  },
};

export async function readScript(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Failure('not-found', 'user', `the script ${path} cannot be read.`, 'Check the name.', {
      cause: error,
    });
  }
}
