// The extension of Steps: VS Code's API behind the interfaces of @sonde/editor, and nothing else.

import { reportFailure, type EditorMessages, type EditorProblems, type EditorProgress } from '@sonde/editor';
import * as vscode from 'vscode';
import { completed, findAdapter, prepare, type StepsSettings } from './start.js';
import { debugType } from './steps.js';

const settings = (): StepsSettings => {
  const section = vscode.workspace.getConfiguration('steps');
  return { adapterPath: section.get('adapterPath', ''), profiles: section.get('profiles', {}) };
};

const messages: EditorMessages = {
  show: async (_kind, text, actions) => vscode.window.showErrorMessage(text, ...actions),
  ask: async (text, actions) => vscode.window.showWarningMessage(text, { modal: true }, ...actions),
  pick: async (title, choices) => vscode.window.showQuickPick([...choices], { title }),
};

const progress: EditorProgress = {
  during: async (title, work) =>
    vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (_report, token) => {
        const cancel = new AbortController();
        token.onCancellationRequested(() => cancel.abort());
        return work(cancel.signal);
      },
    ),
};

const problemsIn = (collection: vscode.DiagnosticCollection): EditorProblems => ({
  clear: () => collection.clear(),
  show: problems =>
    collection.set(
      problems.map(({ file, line, column, message }) => {
        const place = new vscode.Range(line - 1, column - 1, line - 1, column - 1);
        return [vscode.Uri.file(file), [new vscode.Diagnostic(place, message)]];
      }),
    ),
});

const clipboard = { copy: async (text: string) => vscode.env.clipboard.writeText(text) };
const terminal = { run: (command: string) => vscode.window.createTerminal('Steps').sendText(command) };

async function reporting<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    void reportFailure(error, { messages, clipboard, terminal });
    return undefined;
  }
}

export function activate(context: vscode.ExtensionContext): void {
  const problems = vscode.languages.createDiagnosticCollection('steps');
  context.subscriptions.push(
    problems,
    vscode.debug.registerDebugConfigurationProvider(debugType, {
      resolveDebugConfiguration: async (_folder, given) =>
        reporting(() => {
          const shown = vscode.window.activeTextEditor?.document.uri.fsPath;
          return Promise.resolve(completed(given, shown, settings()) as unknown as vscode.DebugConfiguration);
        }),
      resolveDebugConfigurationWithSubstitutedVariables: async (_folder, given) =>
        reporting(async () => {
          // Here, because VS Code shows what fails when the session starts as a mistake in launch.json.
          await findAdapter(settings());
          const documents = vscode.workspace.textDocuments
            .filter(({ languageId }) => languageId === 'steps')
            .map(document => ({
              path: document.uri.fsPath,
              isDirty: document.isDirty,
              isUntitled: document.isUntitled,
              save: async () => document.save(),
            }));
          const around = { messages, progress, problems: problemsIn(problems), documents };
          return (await prepare(given, around)) ? given : undefined;
        }),
    }),
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
      createDebugAdapterDescriptor: async () =>
        new vscode.DebugAdapterExecutable((await findAdapter(settings())).path),
    }),
  );
}
