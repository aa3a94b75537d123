// Values beside the lines and under the mouse, by the words of each language.

import { codeLines, inlineValues, readFrameValues, type Syntax } from '@sonde/client';
import { blockStart, expressionAt, variablesIn, type WordRange, type WordRules } from '@sonde/editor';
import * as vscode from 'vscode';
import { wantsLldbDap } from './adapter.js';
import { debugType } from './debug-type.js';
import type { FrameNames } from './frame-names.js';
import type { ExtensionLanguage } from './languages.js';

interface NotationRules {
  readonly languageId: string;
  readonly rules: WordRules;
  readonly syntax: Syntax;
}

const rulesOf = ({ notations }: ExtensionLanguage): readonly NotationRules[] =>
  notations.map(({ languageId, comments, syntax }) => ({
    languageId,
    syntax: {
      ...(comments?.line === undefined ? {} : { line: comments.line }),
      ...(comments?.block === undefined ? {} : { block: comments.block }),
      ...(syntax?.strings === undefined ? {} : { strings: syntax.strings }),
      ...(syntax?.escapes === undefined ? {} : { escapes: syntax.escapes }),
      keywords: syntax?.keywords ?? [],
    },
    rules: {
      ...(comments?.line === undefined ? {} : { lineComment: comments.line }),
      ...(comments?.block === undefined ? {} : { blockComment: comments.block }),
      ...(syntax?.strings === undefined ? {} : { strings: syntax.strings }),
      ...(syntax?.escapes === undefined ? {} : { escapes: syntax.escapes }),
      ...(syntax?.interpolations === undefined ? {} : { interpolations: syntax.interpolations }),
      reserved: new Set([
        ...(syntax?.keywords ?? []),
        ...(syntax?.types ?? []),
        ...(syntax?.constants ?? []),
      ]),
    },
  }));

const linesOf = (document: vscode.TextDocument): readonly string[] => document.getText().split(/\r?\n/);

const rangeOf = ({ line, start, end }: WordRange): vscode.Range => new vscode.Range(line, start, line, end);

/** Values of the frame that is shown: from where its function begins to where it stands. */
const inlineProvider = (
  { rules, syntax }: NotationRules,
  frameNames: FrameNames,
): vscode.InlineValuesProvider => ({
  provideInlineValues(document, viewPort, { frameId, stoppedLocation }) {
    const session = vscode.debug.activeDebugSession;
    if (session?.type !== debugType || wantsLldbDap(session.configuration))
      return guessedValues(document, rules, viewPort, stoppedLocation.end.line);
    const functionName = frameNames.of(session.id, frameId) ?? '';
    return toldValues(document, {
      session,
      frameId,
      functionName,
      syntax,
      last: stoppedLocation.end.line,
      viewPort,
    });
  },
});

interface ShownFrame {
  readonly session: vscode.DebugSession;
  readonly frameId: number;
  readonly functionName: string;
  readonly syntax: Syntax;
  /** Where the program stands, from 0. */
  readonly last: number;
  /** Where lines are folded, each part that is shown is asked for by itself. */
  readonly viewPort: vscode.Range;
}

/** As the session tells: which function the line belongs to, and where each variable is declared. */
async function toldValues(
  document: vscode.TextDocument,
  { session, frameId, functionName, syntax, last, viewPort }: ShownFrame,
): Promise<vscode.InlineValue[]> {
  const lines = linesOf(document);
  const path = document.uri.fsPath;
  const source = codeLines(lines, syntax)
    .slice(0, last + 1)
    .join('\n');
  const told = await readFrameValues(
    async (command, args) => session.customRequest(command, args),
    frameId,
    name => source.includes(name),
  );
  return inlineValues({ lines, current: last + 1, functionName, path, syntax, ...told })
    .filter(({ line }) => line - 1 >= viewPort.start.line && line - 1 <= viewPort.end.line)
    .map(({ line, text }) => new vscode.InlineValueText(document.lineAt(line - 1).range, text));
}

/** Other adapters do not tell where a function begins: its indentation is a guess. */
function guessedValues(
  document: vscode.TextDocument,
  rules: WordRules,
  viewPort: vscode.Range,
  last: number,
): vscode.InlineValue[] {
  const lines = linesOf(document);
  const first = Math.max(viewPort.start.line, blockStart(lines, last));
  return variablesIn(lines, rules, last)
    .filter(({ line }) => line >= first && line <= viewPort.end.line)
    .map(word => new vscode.InlineValueVariableLookup(rangeOf(word), word.text, true));
}

const hover = (rules: WordRules): vscode.EvaluatableExpressionProvider => ({
  provideEvaluatableExpression(document, { line, character }) {
    const found = expressionAt(linesOf(document), rules, { line, column: character });
    return found === undefined ? undefined : new vscode.EvaluatableExpression(rangeOf(found), found.text);
  },
});

export const registerSourceProviders = (
  languages: readonly ExtensionLanguage[],
  frameNames: FrameNames,
): readonly vscode.Disposable[] =>
  languages
    .flatMap(rulesOf)
    .flatMap(notation => [
      vscode.languages.registerInlineValuesProvider(
        notation.languageId,
        inlineProvider(notation, frameNames),
      ),
      vscode.languages.registerEvaluatableExpressionProvider(notation.languageId, hover(notation.rules)),
    ]);
