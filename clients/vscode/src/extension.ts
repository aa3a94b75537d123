// The entry of the extension: registers what VS Code asks for, and ends what it started.

import * as vscode from 'vscode';
import { adapterFor, languageNamed, type AdapterSurroundings } from './adapter.js';
import { registerCommands } from './commands.js';
import { reportMissingTool } from './doctor.js';
import { FrameNames } from './frame-names.js';
import { LanguageServers } from './language-servers.js';
import { readLanguages } from './languages.js';
import { dynamicConfigurations, LaunchProvider } from './launch-provider.js';
import { debugType } from './debug-type.js';
import { watchSessions } from './session-watch.js';
import { traceFile } from './settings.js';
import { registerSourceProviders } from './source-providers.js';
import { traceTo } from './trace.js';
import { activateViews } from './views/activate-views.js';

let servers: LanguageServers | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const storage = context.globalStorageUri.fsPath;
  const around: AdapterSurroundings = {
    extensionFolder: context.extensionPath,
    version: (context.extension.packageJSON as { version: string }).version,
    packagesFolder: storage,
    languages: readLanguages(context.extensionPath),
  };
  const problems = vscode.languages.createDiagnosticCollection('sonde');
  servers = new LanguageServers(around);
  const frameNames = new FrameNames();
  const { Dynamic } = vscode.DebugConfigurationProviderTriggerKind;
  activateViews(context, around);
  context.subscriptions.push(
    problems,
    servers,
    ...registerCommands(around, servers),
    ...registerSourceProviders(around.languages, frameNames),
    vscode.debug.registerDebugConfigurationProvider(debugType, new LaunchProvider(around, problems, storage)),
    vscode.debug.registerDebugConfigurationProvider(debugType, dynamicConfigurations(around), Dynamic),
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
      createDebugAdapterDescriptor: ({ configuration }) => adapterFor(configuration, around),
    }),
    vscode.debug.registerDebugAdapterTrackerFactory(debugType, traceTo(traceFile)),
    vscode.debug.registerDebugAdapterTrackerFactory(debugType, frameNames),
    vscode.debug.registerDebugAdapterTrackerFactory(
      debugType,
      watchSessions({
        problems,
        toolIsMissing: (configuration, text) =>
          void reportMissingTool(around, languageNamed(configuration, around.languages), text),
      }),
    ),
  );
}

export async function deactivate(): Promise<void> {
  await servers?.end();
}
