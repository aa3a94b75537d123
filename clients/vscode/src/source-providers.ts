// Values beside the lines and under the mouse, by the words of each language.

import { blockStart, expressionAt, variablesIn, type WordRange, type WordRules } from '@sonde/editor';
import * as vscode from 'vscode';
import type { ExtensionLanguage } from './languages.js';

interface NotationRules {
  readonly languageId: string;
  readonly rules: WordRules;
}

const rulesOf = ({ notations }: ExtensionLanguage): readonly NotationRules[] =>
  notations.map(({ languageId, comments, syntax }) => ({
    languageId,
    rules: {
      ...(comments?.line === undefined ? {} : { lineComment: comments.line }),
      ...(comments?.block === undefined ? {} : { blockComment: comments.block }),
      ...(syntax?.strings === undefined ? {} : { strings: syntax.strings }),
      ...(syntax?.escapes === undefined ? {} : { escapes: syntax.escapes }),
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
const inlineValues = (rules: WordRules): vscode.InlineValuesProvider => ({
  provideInlineValues(document, viewPort, { stoppedLocation }) {
    const lines = linesOf(document);
    const last = stoppedLocation.end.line;
    const first = Math.max(viewPort.start.line, blockStart(lines, last));
    return variablesIn(lines, rules, last)
      .filter(({ line }) => line >= first && line <= viewPort.end.line)
      .map(word => new vscode.InlineValueVariableLookup(rangeOf(word), word.text, true));
  },
});

const hover = (rules: WordRules): vscode.EvaluatableExpressionProvider => ({
  provideEvaluatableExpression(document, { line, character }) {
    const found = expressionAt(linesOf(document), rules, { line, column: character });
    return found === undefined ? undefined : new vscode.EvaluatableExpression(rangeOf(found), found.text);
  },
});

export const registerSourceProviders = (
  languages: readonly ExtensionLanguage[],
): readonly vscode.Disposable[] =>
  languages
    .flatMap(rulesOf)
    .flatMap(({ languageId, rules }) => [
      vscode.languages.registerInlineValuesProvider(languageId, inlineValues(rules)),
      vscode.languages.registerEvaluatableExpressionProvider(languageId, hover(rules)),
    ]);
