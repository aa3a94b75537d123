// A single expression, as a user types it into a debugger.

import type { Diagnostic } from '@sonde/language';
import { Problems, SourceText } from '@sonde/native-compiler';
import { Lexer } from './lexer.js';
import { parseExpression } from './parse-expressions.js';
import { SyntaxMistake, TokenCursor } from './token-cursor.js';
import type { ExpressionTree } from './tree.js';

export type ParsedExpression =
  | { readonly expression: ExpressionTree; readonly text: SourceText }
  /** Its line and column count within the text. */
  | { readonly problem: Diagnostic };

/** `typeNames` are the structs and enums of the program: `Point{…}` and `(Color)x` need them. A `;` at the end is nothing. */
export function parseExpressionText(
  text: string,
  typeNames: ReadonlySet<string> = new Set(),
): ParsedExpression {
  const source = new SourceText({ name: 'expression' }, text);
  const problems = new Problems(source);
  const tokens = new Lexer(source, problems).tokens();
  const cursor = TokenCursor.over(tokens, problems, typeNames);
  try {
    const expression = parseExpression(cursor);
    cursor.takes(';');
    if (!cursor.atEnd) throw cursor.mistake(`expected the end, found ${cursor.found()}`);
    if (!problems.hasErrors()) return { expression, text: source };
  } catch (problem) {
    if (!(problem instanceof SyntaxMistake)) throw problem;
    problems.error(problem.at, problem.message, problem.hint);
  }
  return { problem: problems.diagnostics()[0]! };
}
