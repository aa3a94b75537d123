// Blocks, statements and the forms that are made of blocks.

import { block, blockOf, elseIf, endsItself, mayBeResult, statementOf } from '../make.js';
import type { BlockTree, ExpressionTree, MatchArmTree, StatementTree } from '../tree.js';
import type { Cursor } from '../twilight-cursor.js';
import { parseExpression } from './parse-expressions.js';
import { parseCondition } from './parse-intrinsics.js';
import { parseAttributes, parseConst } from './parse-items.js';
import { parsePattern } from './parse-patterns.js';
import { parsePrimary } from './parse-primary.js';
import { parseType } from './parse-types.js';

export function parseBlock(cursor: Cursor): BlockTree {
  const { at } = cursor.expect('{');
  return cursor.nested(() =>
    cursor.inBrackets(() => {
      const statements: StatementTree[] = [];
      let result: ExpressionTree | undefined;
      while (!cursor.sees('}') && !cursor.atEnd && result === undefined)
        cursor.recovering(() => {
          result = parseStatement(cursor, statements);
        });
      cursor.expect('}', 'A block ends with }.');
      return block(cursor.from(at), statements, result);
    }),
  );
}

/** Gives the expression that ends the block without a semicolon. */
function parseStatement(cursor: Cursor, statements: StatementTree[]): ExpressionTree | undefined {
  if (cursor.takes(';')) return undefined;
  const special = parseLet(cursor) ?? parseAssertion(cursor) ?? parseInnerItem(cursor);
  if (special !== undefined) {
    statements.push(special);
    return undefined;
  }
  const start = cursor.peek();
  const expression = parseWhole(cursor);
  if (cursor.takes(';')) {
    statements.push({ kind: 'expression', expression, at: cursor.from(start.at) });
    return undefined;
  }
  if (cursor.sees('}')) {
    if (mayBeResult(expression) || !endsItself(expression)) return expression;
    statements.push(statementOf(expression));
    return undefined;
  }
  if (!endsItself(expression))
    throw cursor.mistake(`expected ;, found ${cursor.found()}`, 'Statements end with ;.');
  statements.push(statementOf(expression));
  return undefined;
}

/** A form with a block ends with it, whatever comes behind, unless something is asked of its value. */
function parseWhole(cursor: Cursor): ExpressionTree {
  if (!/^(?:if|match|while|for|loop|\{)$/.test(cursor.peek().text) || cursor.is('string'))
    return parseExpression(cursor);
  const start = cursor.position;
  const form = parsePrimary(cursor);
  if (!cursor.sees('.') && !cursor.sees('?')) return form;
  cursor.position = start;
  return parseExpression(cursor);
}

function parseLet(cursor: Cursor): StatementTree | undefined {
  const { text, at } = cursor.peek();
  const isLet = cursor.seesName('let') && /^(?:name|word)$/.test(cursor.peek(1).kind);
  if (!cursor.sees('val') && !cursor.sees('var') && !isLet) return undefined;
  cursor.advance();
  const mutable = text === 'var' || (isLet && cursor.takes('mut'));
  if (isLet)
    cursor.problems.lint(
      'let_keyword',
      at,
      '`let` is no word of the language',
      `Write \`${mutable ? 'var' : 'val'}\`.`,
    );
  const pattern = parsePattern(cursor);
  const type = cursor.takes(':') ? parseType(cursor) : undefined;
  cursor.expect('=', 'A variable has a value from the beginning.');
  const value = parseExpression(cursor);
  cursor.expect(';', 'Statements end with ;.');
  return {
    kind: 'let',
    mutable,
    pattern,
    ...(type === undefined ? {} : { type }),
    value,
    at: cursor.from(at),
  };
}

export function parseAssertion(cursor: Cursor): Extract<StatementTree, { kind: 'assertion' }> | undefined {
  const { text, at } = cursor.peek();
  const found = /^assert_(pre|post|invariant)$/.exec(text)?.[1];
  if (found === undefined || !cursor.sees('(', 1)) return undefined;
  cursor.advance();
  cursor.expect('(');
  const { condition, message } = cursor.inBrackets(() => parseCondition(cursor));
  cursor.expect(';', 'Statements end with ;.');
  return {
    kind: 'assertion',
    assertion: found as 'pre' | 'post' | 'invariant',
    condition,
    ...(message === undefined ? {} : { message }),
    at: cursor.from(at),
  };
}

function parseInnerItem(cursor: Cursor): StatementTree | undefined {
  const { text, kind, at } = cursor.peek();
  if (cursor.sees('const')) return parseConst(cursor, { attributes: [], visibility: 'private', at });
  if (cursor.sees('#')) {
    parseAttributes(cursor);
    return undefined;
  }
  if (kind === 'word' && /^(?:fn|struct|enum|trait|impl|type|contract|pub|use|event)$/.test(text))
    throw cursor.mistake(
      `${text} cannot stand in a function`,
      'Declare it outside; only constants may stand in a block.',
    );
  return undefined;
}

export function parseIf(cursor: Cursor): ExpressionTree {
  return cursor.nested(() => {
    const { at } = cursor.expect('if');
    const condition = cursor.withoutBraces(() => parseExpression(cursor));
    const then = parseBlock(cursor);
    if (!cursor.takes('else')) return { kind: 'if', condition, then, at: cursor.from(at) };
    const otherwise = cursor.sees('if') ? elseIf(parseIf(cursor)) : parseBlock(cursor);
    return { kind: 'if', condition, then, else: otherwise, at: cursor.from(at) };
  });
}

export function parseWhile(cursor: Cursor): ExpressionTree {
  const { at } = cursor.expect('while');
  const condition = cursor.withoutBraces(() => parseExpression(cursor));
  const body = parseBlock(cursor);
  return { kind: 'while', condition, body, at: cursor.from(at) };
}

export function parseFor(cursor: Cursor): ExpressionTree {
  const { at } = cursor.expect('for');
  const pattern = parsePattern(cursor);
  cursor.expect('in');
  const over = cursor.withoutBraces(() => {
    const from = parseExpression(cursor);
    if (!cursor.takes('..')) return from;
    const to = parseExpression(cursor);
    return { kind: 'range' as const, from, to, at: cursor.from(from.at) };
  });
  const body = parseBlock(cursor);
  return { kind: 'for', pattern, over, body, at: cursor.from(at) };
}

export function parseMatch(cursor: Cursor): ExpressionTree {
  const { at } = cursor.expect('match');
  const subject = cursor.withoutBraces(() => parseExpression(cursor));
  cursor.expect('{');
  const arms: MatchArmTree[] = [];
  cursor.nested(() =>
    cursor.inBrackets(() => {
      while (!cursor.sees('}') && !cursor.atEnd) cursor.recovering(() => arms.push(parseArm(cursor)));
    }),
  );
  cursor.expect('}');
  return { kind: 'match', subject, arms, at: cursor.from(at) };
}

function parseArm(cursor: Cursor): MatchArmTree {
  parseAttributes(cursor);
  const { at } = cursor.peek();
  const pattern = parsePattern(cursor);
  const guard = cursor.takes('if') ? parseExpression(cursor) : undefined;
  cursor.expect('=>');
  const value = parseWhole(cursor);
  if (!cursor.takes(',') && !cursor.sees('}') && !endsItself(value))
    cursor.expect(',', 'Arms end with a comma.');
  return { pattern, ...(guard === undefined ? {} : { guard }), body: blockOf(value), at: cursor.from(at) };
}
