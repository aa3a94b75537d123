// The entry of the syntax: a text of either flavor to the canonical tree.

import type { Problems } from '@sonde/native-compiler';
import { parseStatements } from './default/parse-statements.js';
import { layOut } from './layout.js';
import { MlCursor } from './ml/ml-cursor.js';
import { parseItems } from './ml/parse-items.js';
import { scan } from './scanner.js';
import { SyntaxMistake, TokenCursor } from './token-cursor.js';
import type { ProgramTree, StatementTree } from './tree.js';
import type { Flavor } from './words.js';

/**
 * What is wrong is in `problems`; the tree has what could be read. `goesOn`: also behind characters and columns that make no
 * sense, where a parser finds mistakes that only follow from them.
 */
export function parseProgram(flavor: Flavor, problems: Problems, goesOn = false): ProgramTree {
  const tokens = scan(problems.text, flavor, problems);
  if (problems.hasErrors() && !goesOn) return { statements: [] };
  if (flavor === 'default') return { statements: parseDefault(new TokenCursor(tokens, problems)) };
  const laidOut = layOut(tokens, problems, goesOn);
  if (laidOut === undefined) return { statements: [] };
  return { statements: parseMl(new MlCursor(laidOut, problems)) };
}

function parseDefault(cursor: TokenCursor): readonly StatementTree[] {
  const statements: StatementTree[] = [];
  while (!cursor.atEnd && !cursor.problems.full) {
    statements.push(...parseStatements(cursor));
    if (!cursor.sees('}')) continue;
    cursor.problems.error(cursor.peek().at, 'this } closes nothing');
    cursor.advance();
  }
  return statements;
}

function parseMl(cursor: MlCursor): readonly StatementTree[] {
  try {
    return parseItems(cursor, true);
  } catch (error) {
    if (!(error instanceof SyntaxMistake)) throw error;
    cursor.problems.error(error.at, error.message, error.hint);
    return [];
  }
}
