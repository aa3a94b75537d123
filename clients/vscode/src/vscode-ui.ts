// VS Code behind the small interfaces of @sonde/editor.

import type {
  EditorClipboard,
  EditorDocument,
  EditorMessages,
  EditorProblems,
  EditorProgress,
  EditorTerminal,
  Problem,
  ProblemSeverity,
} from '@sonde/editor';
import { withoutRepeated } from '@sonde/editor';
import * as vscode from 'vscode';

export const messages: EditorMessages = {
  async show(kind, text, actions) {
    switch (kind) {
      case 'information':
        return vscode.window.showInformationMessage(text, ...actions);
      case 'warning':
        return vscode.window.showWarningMessage(text, ...actions);
      case 'error':
        return vscode.window.showErrorMessage(text, ...actions);
    }
  },
  async ask(text, actions) {
    return vscode.window.showWarningMessage(text, { modal: true }, ...actions);
  },
  async pick(title, choices) {
    return vscode.window.showQuickPick([...choices], { title });
  },
};

export const progress: EditorProgress = {
  async during(title, work) {
    return vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (_report, token) => {
        const cancel = new AbortController();
        token.onCancellationRequested(() => cancel.abort());
        return work(cancel.signal);
      },
    );
  },
};

export const clipboard: EditorClipboard = {
  async copy(text) {
    await vscode.env.clipboard.writeText(text);
  },
};

export const terminal: EditorTerminal = {
  run(command) {
    const shown =
      vscode.window.terminals.find(({ name }) => name === 'Sonde') ?? vscode.window.createTerminal('Sonde');
    shown.show();
    shown.sendText(command);
  },
};

/** In the status bar; whoever clicks on it is led on by a command. */
export function showLine(text: string, command: string): () => void {
  const item = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
  item.text = `$(keyboard) ${text}`;
  item.command = command;
  item.show();
  return () => item.dispose();
}

const severities: Readonly<Record<ProblemSeverity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** VS Code counts from 0. Without an end the word at the place is marked. */
function rangeOf({ line, column, endLine, endColumn }: Problem): vscode.Range {
  const begin = new vscode.Position(line - 1, column - 1);
  if (endColumn === undefined) return new vscode.Range(begin, begin);
  return new vscode.Range(begin, new vscode.Position((endLine ?? line) - 1, endColumn - 1));
}

function diagnosticOf(problem: Problem): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(problem), problem.message, severities[problem.severity]);
  diagnostic.source = 'Sonde';
  if (problem.code !== undefined) diagnostic.code = problem.code;
  if (problem.related !== undefined)
    diagnostic.relatedInformation = problem.related.map(({ file, line, column, message }) => {
      const place = new vscode.Location(vscode.Uri.file(file), new vscode.Position(line - 1, column - 1));
      return new vscode.DiagnosticRelatedInformation(place, message);
    });
  return diagnostic;
}

/** A language server may have said the same already. */
const isKnown = (file: vscode.Uri, { range, message }: vscode.Diagnostic): boolean =>
  vscode.languages
    .getDiagnostics(file)
    .some(each => each.message === message && each.range.start.isEqual(range.start));

export const problemsIn = (collection: vscode.DiagnosticCollection): EditorProblems => ({
  clear: () => collection.clear(),
  show(problems) {
    collection.clear();
    for (const file of new Set(problems.map(each => each.file))) {
      const uri = vscode.Uri.file(file);
      const own = problems.filter(each => each.file === file).map(diagnosticOf);
      collection.set(
        uri,
        own.filter(each => !isKnown(uri, each)),
      );
    }
  },
});

/** A language server may say the same later: then its own stays, which it keeps up to date. */
export const dropRepeatedProblems = (collection: vscode.DiagnosticCollection): vscode.Disposable =>
  vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    for (const uri of uris) {
      const own = collection.get(uri) ?? [];
      const kept = withoutRepeated(own.map(placed), vscode.languages.getDiagnostics(uri).map(placed));
      if (kept.length < own.length)
        collection.set(
          uri,
          kept.map(({ diagnostic }) => diagnostic),
        );
    }
  });

const placed = (diagnostic: vscode.Diagnostic) => ({
  diagnostic,
  ...{ message: diagnostic.message, line: diagnostic.range.start.line },
  column: diagnostic.range.start.character,
});

const documentOf = (document: vscode.TextDocument): EditorDocument => ({
  path: document.uri.fsPath,
  get isDirty() {
    return document.isDirty;
  },
  isUntitled: document.isUntitled,
  save: async () => document.save(),
});

/** Documents on disk. */
export const documentsThat = (
  isMeant: (file: { readonly path: string; readonly languageId: string }) => boolean,
): readonly EditorDocument[] =>
  vscode.workspace.textDocuments
    .filter(({ uri }) => uri.scheme === 'file')
    .filter(({ languageId, uri }) => isMeant({ path: uri.fsPath, languageId }))
    .map(documentOf);
