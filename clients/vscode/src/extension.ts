// The entry of the extension: registers what VS Code asks for, and ends what it started.

import { reportFailure } from '@sonde/editor';
import * as vscode from 'vscode';
import { checkAdapter } from './adapter-check.js';
import { watchAdapterEnds } from './adapter-end.js';
import { adapterFor, wantsLldbDap, type AdapterSurroundings } from './adapter.js';
import { hasChangedFiles, saveChangedFiles } from './changed-files.js';
import { registerCommands } from './commands.js';
import { reportMissingTool } from './doctor.js';
import { FrameNames } from './frame-names.js';
import { showRepl, watchInput } from './input-hint.js';
import { LanguageServers } from './language-servers.js';
import { languageNamed, readLanguages } from './languages.js';
import { dynamicConfigurations, LaunchProvider } from './launch-provider.js';
import { debugType } from './debug-type.js';
import { watchRestarts } from './restart-saves.js';
import { watchSessions } from './session-watch.js';
import { traceFile } from './settings.js';
import { registerSourceProviders } from './source-providers.js';
import { watchStartKeys } from './start-keys.js';
import { traceTo } from './trace.js';
import { activateViews } from './views/activate-views.js';
import { clipboard, dropRepeatedProblems, messages, showLine, terminal } from './vscode-ui.js';

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
  const report = (error: unknown): void => void reportFailure(error, { messages, clipboard, terminal });
  const { Dynamic } = vscode.DebugConfigurationProviderTriggerKind;
  activateViews(context, around);
  context.subscriptions.push(
    problems,
    dropRepeatedProblems(problems),
    servers,
    ...registerCommands(around, servers),
    ...watchStartKeys(process.env, {
      configurations: () => vscode.workspace.getConfiguration('launch').get('configurations'),
      setContext: (name, value) => void vscode.commands.executeCommand('setContext', name, value),
      onConfigurationsChanged: listener =>
        vscode.workspace.onDidChangeConfiguration(change => {
          if (change.affectsConfiguration('launch')) listener();
        }),
    }),
    ...registerSourceProviders(around.languages, frameNames),
    vscode.debug.registerDebugConfigurationProvider(debugType, new LaunchProvider(around, problems, storage)),
    // Asked after the provider above, which may end the launch with better words.
    vscode.debug.registerDebugConfigurationProvider(
      debugType,
      checkAdapter({ find: configuration => adapterFor(configuration, around), report }),
    ),
    vscode.debug.registerDebugConfigurationProvider(debugType, dynamicConfigurations(around), Dynamic),
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
      createDebugAdapterDescriptor: ({ configuration }) => adapterFor(configuration, around),
    }),
    // Before the trace, which then tells what is really sent.
    vscode.debug.registerDebugAdapterTrackerFactory(
      debugType,
      watchRestarts({
        // lldb-dap starts the executable again that was built before the session.
        hasChanges: configuration =>
          !wantsLldbDap(configuration) && hasChangedFiles(configuration, around.languages),
        save: configuration => saveChangedFiles(configuration, around.languages),
        report,
      }),
    ),
    vscode.debug.registerDebugAdapterTrackerFactory(
      debugType,
      watchInput(text => showLine(text, showRepl)),
    ),
    vscode.debug.registerDebugAdapterTrackerFactory(debugType, traceTo(traceFile)),
    vscode.debug.registerDebugAdapterTrackerFactory(debugType, frameNames),
    vscode.debug.registerDebugAdapterTrackerFactory(debugType, watchAdapterEnds(report)),
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
