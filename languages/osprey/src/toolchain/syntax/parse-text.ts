// A single expression, or lines of bindings with a value at their end, as it is typed into a debugger.

import { Problems, SourceText, spanning } from '@sonde/native-compiler';
import { parseExpression as parseDefault } from './default/parse-expressions.js';
import { layOutText } from './layout.js';
import { MlCursor } from './ml/ml-cursor.js';
import { parseExpression as parseMl } from './ml/parse-expressions.js';
import { parseItems } from './ml/parse-items.js';
import { scan } from './scanner.js';
import { SyntaxMistake, TokenCursor } from './token-cursor.js';
import type { Token } from './tokens.js';
import type { ExpressionTree } from './tree.js';
import type { Flavor } from './words.js';

export type ParsedText =
  | { readonly tree: ExpressionTree }
  | { readonly problem: string; readonly column: number; readonly hint?: string };

/**
 * Where nothing tells which flavor its author thinks in, what reads as one of them is taken. A match of the layout flavor
 * needs lines, which many consoles do not have: what makes no sense there is read with braces.
 */
export function parseExpressionText(text: string, flavor?: Flavor): ParsedText {
  const first = parsed(text, flavor ?? 'default');
  if ('tree' in first || flavor === 'default') return first;
  const second = parsed(text, flavor === 'ml' ? 'default' : 'ml');
  return 'tree' in second ? second : first;
}

function parsed(text: string, flavor: Flavor): ParsedText {
  const problems = new Problems(new SourceText({ name: 'expression' }, text));
  const scanned = scan(problems.text, flavor, problems);
  const tokens = (flavor === 'ml' && !problems.hasErrors() && layOutText(scanned, problems)) || scanned;
  const [found] = problems.diagnostics();
  if (found !== undefined) return { problem: found.message, column: found.location?.column ?? 1 };
  try {
    const cursor = flavor === 'ml' ? new MlCursor(tokens, problems) : new TokenCursor(tokens, problems);
    const tree = cursor instanceof MlCursor ? parseLines(cursor, tokens) : parseDefault(cursor);
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

/** Lines below each other are a block. */
function parseLines(cursor: MlCursor, tokens: readonly Token[]): ExpressionTree {
  if (!hasOuterLines(tokens)) return parseMl(cursor);
  const statements = parseItems(cursor);
  return { kind: 'block', statements, at: spanning(statements[0]!.at, statements.at(-1)!.at) };
}

function hasOuterLines(tokens: readonly Token[]): boolean {
  let depth = 0;
  return tokens.some(({ kind }) => {
    if (kind === 'indent') depth++;
    if (kind === 'dedent') depth--;
    return kind === 'newline' && depth === 0;
  });
}
