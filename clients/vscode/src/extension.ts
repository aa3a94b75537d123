// The entry of the extension: registers what VS Code asks for.

import * as vscode from 'vscode';
import { completeLaunch, failureText, type LaunchContext } from '@sonde/editor';
import { adapterExecutable, bundledSonde } from './adapter.js';
import { traceTo } from './trace.js';
import { launchLanguage, readLanguages } from './languages.js';
import { activateViews } from './views/activate-views.js';

const debugType = 'sonde';

export function activate(context: vscode.ExtensionContext): void {
  const languages = readLanguages(context.extensionPath);
  const known = languages.map(launchLanguage);
  const sonde = bundledSonde(context.extensionPath);
  const launchContext = (): LaunchContext => {
    const shown = vscode.window.activeTextEditor?.document;
    return {
      type: debugType,
      languages: known,
      ...(shown?.uri.scheme === 'file' ? { activeFile: shown.uri.fsPath } : {}),
    };
  };
  activateViews(context, () => sonde);
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider(debugType, {
      resolveDebugConfiguration: (_folder, configuration) => {
        try {
          return completeLaunch(configuration, launchContext()) as unknown as vscode.DebugConfiguration;
        } catch (error) {
          void vscode.window.showErrorMessage(failureText(error));
          return undefined;
        }
      },
    }),
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
      createDebugAdapterDescriptor: () => adapterExecutable(sonde),
    }),
    vscode.debug.registerDebugAdapterTrackerFactory(
      debugType,
      traceTo(() => vscode.workspace.getConfiguration('sonde').get('traceFile', '')),
    ),
  );
}

export function deactivate(): void {}
