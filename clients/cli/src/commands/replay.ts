// sonde replay: opens a recording in the debugger, where the run failed, else at its end.

import { resolve } from 'node:path';
import { programFileKind, programFileProblem } from '@sonde/session';
import { commonOptions, UsageError, type Command } from '../command.js';
import { shortPath } from '../diagnostics.js';
import { converseInOwnSession, onOwnServer } from '../own-session.js';
import { debugOnTerminal, isAtTerminal } from '../terminal-debugger.js';
import { version } from '../version.js';
import { readScript, scriptOption } from './debug.js';
import { pageOptions } from './serve.js';
import { themeOption } from './tui.js';

export const replay: Command = {
  name: 'replay',
  summary: 'Open a recording in the debugger, at the failure.',
  operands: 'FILE',
  takes: { least: 1, most: 1 },
  options: {
    plain: { type: 'boolean', help: 'lines of commands instead of a screen, as at a pipe' },
    script: scriptOption,
    theme: themeOption,
    web: { type: 'boolean', help: 'in a browser instead: serve the page and open it' },
    port: { ...pageOptions.port, help: `with --web: ${pageOptions.port.help}` },
    'no-open': { ...pageOptions['no-open'], help: `with --web: ${pageOptions['no-open'].help}` },
    log: commonOptions.log,
  },
  details: `
The file comes from sonde record, from the debugger (record FILE), or from the launch option "record". What the program did to
the world is not done again: it reads what was recorded, and what it prints is shown. From where it stops one can go back.`,
  async run(invocation) {
    const { operands, text, flag, streams } = invocation;
    const path = resolve(operands[0]!);
    await requireFile(operands[0]!, path);
    const options = { recording: path, stopOnEntry: false };
    if (flag('web')) {
      const { serveBrowsers } = await import('../serve-browsers.js');
      return serveBrowsers(invocation, {
        folder: process.cwd(),
        spare: [path],
        open: { program: path, args: [], launch: options },
      });
    }
    const script = await readScript(text('script'));
    if (!flag('plain') && script === undefined && isAtTerminal(streams))
      return onOwnServer(invocation, [path], connect =>
        debugOnTerminal(invocation, { connect, start: { kind: 'launch', program: path, options } }),
      );
    return converseInOwnSession(invocation, {
      greeting: `Sonde ${version}: ${shortPath(path)}. Type help for the commands, back and timeline among them.`,
      program: undefined,
      script,
      spare: [path, text('script')],
      // It is over: there is nothing to start, and it is looked at at once.
      start: { kind: 'launch', adapterName: 'sonde', configuration: options, hasEnded: true },
    });
  },
};

/** Said before anything opens, as every command says it; what is in the file, the session knows better. */
async function requireFile(name: string, path: string): Promise<void> {
  const kind = await programFileKind(path);
  if (kind === 'folder') throw new UsageError(`${name} is a folder. Name the recording in it.`, false);
  if (kind === 'missing') throw new UsageError(programFileProblem(name, kind)!.text, false);
}
