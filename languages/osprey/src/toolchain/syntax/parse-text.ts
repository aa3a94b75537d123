// A single expression, as it is typed into a debugger.

import { Problems, SourceText } from '@sonde/native-compiler';
import { parseExpression as parseDefault } from './default/parse-expressions.js';
import { MlCursor } from './ml/ml-cursor.js';
import { parseExpression as parseMl } from './ml/parse-expressions.js';
import { scan } from './scanner.js';
import { SyntaxMistake, TokenCursor } from './token-cursor.js';
import type { ExpressionTree } from './tree.js';
import type { Flavor } from './words.js';

export type ParsedText =
  | { readonly tree: ExpressionTree }
  | { readonly problem: string; readonly column: number; readonly hint?: string };

/** Where nothing tells which flavor its author thinks in, what reads as one of them is taken. */
export function parseExpressionText(text: string, flavor?: Flavor): ParsedText {
  if (flavor !== undefined) return parsed(text, flavor);
  const first = parsed(text, 'default');
  if ('tree' in first) return first;
  const second = parsed(text, 'ml');
  return 'tree' in second ? second : first;
}

function parsed(text: string, flavor: Flavor): ParsedText {
  const problems = new Problems(new SourceText({ name: 'expression' }, text));
  const tokens = scan(problems.text, flavor, problems);
  const [found] = problems.diagnostics();
  if (found !== undefined) return { problem: found.message, column: found.location?.column ?? 1 };
  try {
    const cursor = flavor === 'ml' ? new MlCursor(tokens, problems) : new TokenCursor(tokens, problems);
    const tree = cursor instanceof MlCursor ? parseMl(cursor) : parseDefault(cursor);
    if (!cursor.atEnd) throw cursor.mistake(`expected the end, found ${cursor.found()}`);
    const [inside] = problems.diagnostics();
    if (inside !== undefined) return { problem: inside.message, column: inside.location?.column ?? 1 };
    return { tree };
  } catch (error) {
    if (!(error instanceof SyntaxMistake)) throw error;
    const { at, message, hint } = error;
    return { problem: message, column: at.column, ...(hint === undefined ? {} : { hint }) };
  }
}
