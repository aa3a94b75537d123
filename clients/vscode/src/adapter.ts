// The debug adapter that a session speaks with: the one in the extension, on the editor's own Node, or one of the machine.

import { join } from 'node:path';
import * as vscode from 'vscode';

/** The command sonde of the extension, as words of a command line and the environment it needs. */
export interface SondeCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export const bundledSonde = (extensionFolder: string): SondeCommand => ({
  command: process.execPath,
  args: [join(extensionFolder, 'adapter', 'clients', 'cli', 'sonde.mjs')],
  // In VS Code the executable is Electron, which is Node when told so; elsewhere it is Node already.
  env: { ELECTRON_RUN_AS_NODE: '1' },
});

export const adapterExecutable = ({ command, args, env }: SondeCommand): vscode.DebugAdapterExecutable =>
  new vscode.DebugAdapterExecutable(command, [...args, 'dap'], { env: { ...env } });
