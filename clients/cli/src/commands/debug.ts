// sonde debug: the console debugger on a program.

import { readFile } from 'node:fs/promises';
import { Failure } from '@sonde/engine';
import { commonOptions, type Command, type OptionSpec } from '../command.js';
import { shortPath } from '../diagnostics.js';
import { checkLaunchOptions, launchSettings, setOption } from '../launch-options.js';
import { converseInOwnSession } from '../own-session.js';
import { findProgram } from '../program.js';
import { version } from '../version.js';

export const scriptOption = {
  type: 'string',
  short: 'x',
  value: 'FILE',
  help: 'run the debugger commands in this file first',
} as const satisfies OptionSpec;

export const debug: Command = {
  name: 'debug',
  summary: 'Debug a program on the console.',
  operands: 'PROGRAM [ARGUMENT…]',
  takes: 'program',
  options: {
    script: scriptOption,
    language: commonOptions.language,
    set: setOption,
    log: commonOptions.log,
  },
  launches: 'debug',
  details: `
Type help for the commands of the debugger. They may also come from a file or a pipe; each is carried out when the one
before it is through, and the exit code is 1 if one of them failed.
Options of sonde end at the first argument of the program, or at --.`,
  async run(invocation) {
    const { operands, programArguments, languages, text } = invocation;
    const program = await findProgram(operands[0]!, languages, text('language'));
    const { path, language, isSource } = program;
    const { configuration } = await checkLaunchOptions({
      ...program,
      args: programArguments,
      settings: launchSettings(invocation, 'debug'),
      use: 'debug',
      common: 'all',
    });
    const script = await readScript(text('script'));
    // `core` means the same.
    const hasEnded = configuration['coreFile'] !== undefined || configuration['core'] !== undefined;
    return converseInOwnSession(invocation, {
      greeting: `Sonde ${version}: ${shortPath(path)} (${language.name}). Type help for the commands${hasEnded ? '' : ', run to start'}.`,
      // Lines are lines of a source: those of an executable are known by the file they are in.
      program: isSource ? path : undefined,
      script,
      spare: [path, text('script')],
      start: {
        kind: 'launch',
        adapterName: language.adapterNames[0] ?? language.id,
        configuration,
        hasEnded,
      },
    });
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
