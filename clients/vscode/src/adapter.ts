// The debug adapter of a session: Sonde from the extension on the editor's own Node, a sonde of the machine, or lldb-dap.

import { join } from 'node:path';
import { findTool, lldbDap, probeVersion, requireVersion, type LaunchConfiguration } from '@sonde/editor';
import * as vscode from 'vscode';
import { languageNamed, type ExtensionLanguage } from './languages.js';
import { toolSettings } from './settings.js';

/** The command sonde, as words of a command line and the environment it needs. */
export interface SondeCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface AdapterSurroundings {
  readonly extensionFolder: string;
  readonly version: string;
  /** Where packages that do not come along are installed. */
  readonly packagesFolder: string;
  readonly languages: readonly ExtensionLanguage[];
}

/** The one that a setting names, if its version is ours; else the one in the extension. */
export async function sondeCommand(around: AdapterSurroundings): Promise<SondeCommand> {
  const env = { SONDE_PACKAGES: around.packagesFolder };
  const { adapterPath } = toolSettings();
  if (adapterPath === '') {
    return {
      command: process.execPath,
      args: [join(around.extensionFolder, 'adapter', 'clients', 'cli', 'sonde.mjs')],
      // In VS Code the executable is Electron, which is Node when told so; elsewhere it is Node already.
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    };
  }
  const { path } = await findTool({
    name: 'sonde',
    setting: { name: 'sonde.adapterPath', value: adapterPath },
  });
  const version = await probeVersion({ name: 'sonde', path });
  requireVersion(
    { name: 'sonde', path, version },
    { by: 'the extension', version: around.version, match: 'exact' },
  );
  return { command: path, args: [], env };
}

export const wantsLldbDap = (configuration: LaunchConfiguration): boolean =>
  configuration['adapter'] === 'lldb-dap';

export async function adapterFor(
  configuration: vscode.DebugConfiguration,
  around: AdapterSurroundings,
): Promise<vscode.DebugAdapterExecutable> {
  if (wantsLldbDap(configuration)) {
    const { path } = await findTool(
      lldbDap({ name: 'sonde.lldbDapPath', value: toolSettings().lldbDapPath }),
    );
    return new vscode.DebugAdapterExecutable(path, []);
  }
  const { command, args, env } = await sondeCommand(around);
  const language = languageNamed(configuration, around.languages);
  // The editor learns which exceptions there are before it says what to launch: only those of the language, if we know it.
  const narrowed = language === undefined ? [] : ['--language', language.id];
  return new vscode.DebugAdapterExecutable(command, [...args, 'dap', ...narrowed], { env: { ...env } });
}
