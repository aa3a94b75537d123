// The commands: debug or run the file that is shown, look for missing tools, choose a process.

import { failureText, runProcess, sessionName } from '@sonde/editor';
import * as vscode from 'vscode';
import type { AdapterSurroundings } from './adapter.js';
import { showDoctor } from './doctor.js';
import type { LanguageServers } from './language-servers.js';
import { debugType } from './debug-type.js';
import { startShown } from './manifest/start-keys.js';
import { shownFile } from './shown-file.js';
import { hasConfigurations } from './start-keys.js';

/** Starts the file that a menu names, or the one that is shown. */
async function start(file: unknown, noDebug: boolean): Promise<void> {
  const uri = file instanceof vscode.Uri ? file : shownFile();
  const folder = uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(uri);
  // What is on no disk has no path: the launch provider says what to do then.
  const program = uri?.scheme === 'file' ? { program: uri.fsPath } : {};
  const name = 'program' in program ? sessionName(program.program, noDebug) : '';
  await vscode.debug.startDebugging(
    folder,
    { type: debugType, request: 'launch', name, ...program },
    { noDebug },
  );
}

/** The keys on a project or a built program, for which the editor itself has no debugger. Written configurations count first, as on sources. */
async function startByKey(options: unknown): Promise<void> {
  const noDebug = (options as { readonly noDebug?: boolean } | undefined)?.noDebug === true;
  if (!hasConfigurations(vscode.workspace.getConfiguration('launch').get('configurations')))
    return start(undefined, noDebug);
  await vscode.commands.executeCommand(`workbench.action.debug.${noDebug ? 'run' : 'start'}`);
}

/** The processes of this machine, as `ps` lists them; the answer is an id, or nothing. */
async function pickProcess(): Promise<string | undefined> {
  const end = await runProcess({ command: 'ps', args: ['-Ao', 'pid=,args='], timeoutMs: 20_000 });
  if (end.kind !== 'exited') throw new Error(`ps could not list the processes: ${end.kind}.`);
  const rows = end.stdout.split('\n').flatMap(line => {
    const [, pid, args] = /^\s*(\d+)\s+(.+)$/.exec(line) ?? [];
    return pid === undefined || args === undefined ? [] : [{ label: args.slice(0, 120), description: pid }];
  });
  const chosen = await vscode.window.showQuickPick(rows.reverse(), {
    title: 'Attach to which process?',
    matchOnDescription: true,
  });
  return chosen?.description;
}

const telling =
  <Result>(work: () => Promise<Result>) =>
  async (): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      void vscode.window.showErrorMessage(failureText(error));
      return undefined;
    }
  };

export const registerCommands = (
  around: AdapterSurroundings,
  servers: LanguageServers,
): readonly vscode.Disposable[] => [
  vscode.commands.registerCommand('sonde.debugFile', (file: unknown) => start(file, false)),
  vscode.commands.registerCommand('sonde.runFile', (file: unknown) => start(file, true)),
  vscode.commands.registerCommand(startShown, startByKey),
  vscode.commands.registerCommand('sonde.doctor', () => showDoctor(around)),
  vscode.commands.registerCommand('sonde.restartLanguageServers', () => servers.restart()),
  vscode.commands.registerCommand('sonde.pickProcess', telling(pickProcess)),
];
