// One expression as people type it, in either syntax mode.

import { Failure } from '@sonde/engine';
import { SourceText, SyntaxMistake, type Span } from '@sonde/front-end';
import { ProgramProblems } from '../../toolchain/problems/lint-levels.js';
import { parseExpression as parseNative } from '../../toolchain/syntax/native/parse-expressions.js';
import { scan } from '../../toolchain/syntax/scanner.js';
import { parseExpression as parseSolidity } from '../../toolchain/syntax/solidity/parse-expressions.js';
import { SolidityCursor } from '../../toolchain/syntax/solidity/solidity-cursor.js';
import type { ExpressionTree, SyntaxMode } from '../../toolchain/syntax/tree.js';
import { Cursor } from '../../toolchain/syntax/twilight-cursor.js';

/** What an expression cannot be, and where. */
export class ExpressionMistake extends Error {
  constructor(
    message: string,
    readonly at: Span,
    readonly hint?: string,
  ) {
    super(message);
  }
}

const deepest = 200;

/** `base`: where offsets of its places begin. Throws an ExpressionMistake. */
export function parseText(text: string, mode: SyntaxMode, base = 0): ExpressionTree {
  const source = new SourceText({ name: 'expression', path: 'expression' }, text, base);
  const problems = new ProgramProblems([source]);
  const tokens = scan(source, mode, 0, problems);
  const [first] = problems.diagnostics();
  if (first !== undefined)
    throw new ExpressionMistake(
      first.message,
      source.span(Math.max(0, (first.location?.column ?? 1) - 1), text.length),
    );
  try {
    const cursor =
      mode === 'solidity'
        ? new SolidityCursor(tokens, problems, deepest)
        : new Cursor(tokens, problems, deepest);
    const tree = mode === 'solidity' ? parseSolidity(cursor as SolidityCursor) : parseNative(cursor);
    if (!cursor.atEnd) throw cursor.mistake(`expected the end, found ${cursor.found()}`);
    return tree;
  } catch (error) {
    if (error instanceof SyntaxMistake) throw new ExpressionMistake(error.message, error.at, error.hint);
    throw error;
  }
}

/** As a Failure that names the position. */
export function expressionFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof RangeError)
    return new Failure('bad-expression', 'user', 'it is nested too deeply.', undefined, { cause: error });
  if (!(error instanceof ExpressionMistake)) throw error;
  return new Failure('bad-expression', 'user', `${error.message} (column ${error.at.column}).`, error.hint);
}
