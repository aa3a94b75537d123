// Statements of the Default flavor, at file level and in blocks. Nothing separates them.

import { spanning } from '@sonde/native-compiler';
import { SyntaxMistake, type TokenCursor } from '../token-cursor.js';
import type { StatementTree } from '../tree.js';
import { parseEffect, parseExtern, parseFunction, parseTypeDeclaration } from './parse-declarations.js';
import { parseExpression } from './parse-expressions.js';
import { parseModuleStatement } from './parse-modules.js';
import { parseType } from './parse-types.js';

const beginnings: ReadonlySet<string> = new Set([
  ...['let', 'mut', 'fn', 'extern', 'type', 'effect', 'import', 'namespace', 'module', 'signature'],
  ...['export', 'opaque', 'state'],
]);

/** Up to the end of the file or the brace that closes a block. Behind a mistake it goes on with the next statement. */
export function parseStatements(cursor: TokenCursor): StatementTree[] {
  const statements: StatementTree[] = [];
  while (!cursor.atEnd && !cursor.sees('}') && !cursor.problems.full) {
    const before = cursor.position;
    try {
      statements.push(parseStatement(cursor));
    } catch (error) {
      if (!(error instanceof SyntaxMistake)) throw error;
      cursor.problems.error(error.at, error.message, error.hint);
      if (cursor.position === before) cursor.advance();
      recover(cursor);
    }
  }
  return statements;
}

function recover(cursor: TokenCursor): void {
  while (!cursor.atEnd && !cursor.sees('}')) {
    const { kind, text, startsLine } = cursor.peek();
    if (startsLine && kind === 'word' && beginnings.has(text)) return;
    cursor.advance();
  }
}

export function parseStatement(cursor: TokenCursor): StatementTree {
  const token = cursor.peek();
  if (token.kind === 'word') {
    if (token.text === 'let' || token.text === 'mut') return parseLet(cursor);
    // `fn(…) =>` is a lambda.
    if (token.text === 'fn' && cursor.is('name', 1)) return parseFunction(cursor);
    if (token.text === 'extern') return parseExtern(cursor);
    if (token.text === 'type') return parseTypeDeclaration(cursor);
    if (token.text === 'effect') return parseEffect(cursor);
    const ofModules = parseModuleStatement(cursor, token);
    if (ofModules !== undefined) return ofModules;
  }
  if (token.kind === 'name') {
    if (token.text === 'static' && cursor.sees('effect', 1)) return parseEffect(cursor);
    if (cursor.sees('=', 1)) {
      const name = cursor.name('a variable');
      cursor.expect('=');
      const value = parseExpression(cursor);
      return { kind: 'assign', name, value, at: spanning(name.at, value.at) };
    }
  }
  const expression = parseExpression(cursor);
  return { kind: 'expression', expression, at: expression.at };
}

function parseLet(cursor: TokenCursor): StatementTree {
  const start = cursor.advance();
  const name = cursor.name('the name of a variable');
  const type = cursor.takes(':') ? parseType(cursor) : undefined;
  cursor.expect('=');
  const value = parseExpression(cursor);
  const mutable = start.text === 'mut';
  const at = spanning(start.at, value.at);
  return { kind: 'let', mutable, name, value, at, ...(type === undefined ? {} : { type }) };
}
