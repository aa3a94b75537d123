// sonde debug: the debugger on a program, on the terminal, on a console of lines, or in a browser.

import { readFile } from 'node:fs/promises';
import { Failure } from '@sonde/engine';
import { commonOptions, UsageError, type Command, type Invocation, type OptionSpec } from '../command.js';
import { debugInBrowser } from '../debug-in-browser.js';
import { shortPath } from '../diagnostics.js';
import { checkLaunchOptions, launchSettings, setOption } from '../launch-options.js';
import { converseInOwnSession } from '../own-session.js';
import { findProgram } from '../program.js';
import { isAtTerminal } from '../terminal-debugger.js';
import { version } from '../version.js';
import { pageOptions } from './serve.js';
import { debugProgram, themeOption } from './tui.js';

export const scriptOption = {
  type: 'string',
  short: 'x',
  value: 'FILE',
  help: 'run the debugger commands in this file first',
} as const satisfies OptionSpec;

export const debug: Command = {
  name: 'debug',
  summary: 'Debug a program on the terminal, or with --web in a browser.',
  operands: 'PROGRAM [ARGUMENT…]',
  takes: 'program',
  options: {
    plain: { type: 'boolean', help: 'lines of commands instead of a screen, as at a pipe' },
    script: scriptOption,
    theme: themeOption,
    web: { type: 'boolean', help: 'debug it in a browser instead: serve the page and open it' },
    port: { ...pageOptions.port, help: `with --web: ${pageOptions.port.help}` },
    'no-open': { ...pageOptions['no-open'], help: `with --web: ${pageOptions['no-open'].help}` },
    language: commonOptions.language,
    set: setOption,
    log: commonOptions.log,
  },
  launches: 'debug',
  details: `
On a terminal this is sonde tui, which ? explains. With --plain or --script, and at a pipe, commands are typed line by line, and
help lists them; each is carried out when the one before it is through, and the exit code is 1 if one of them failed.
With --web the program is started by the first page; it stops first at the line with the comment #look, or where it begins
if its source has none. Whoever opens the address later joins it. The page also shows what else is in the current folder.
Options of sonde end at the first argument of the program, or at --.`,
  async run(invocation) {
    const { operands, programArguments, languages, text } = invocation;
    checkWeb(invocation);
    const program = await findProgram(operands[0]!, languages, text('language'));
    const { path, language, isSource } = program;
    const { configuration } = await checkLaunchOptions({
      ...program,
      args: programArguments,
      settings: launchSettings(invocation, 'debug'),
      use: 'debug',
      common: 'all',
    });
    if (invocation.flag('web')) return debugInBrowser(invocation, program, configuration);
    if (!invocation.flag('plain') && text('script') === undefined && isAtTerminal(invocation.streams))
      return debugProgram(invocation, program, configuration);
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

/** Options that belong to one way of debugging only. */
function checkWeb({ flag, text }: Invocation): void {
  if (flag('web')) {
    if (text('script') !== undefined) throw new UsageError('--script is for the console, not for --web.');
    return;
  }
  if (text('port') !== undefined) throw new UsageError('--port needs --web.');
  if (flag('no-open')) throw new UsageError('--no-open needs --web.');
}

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
