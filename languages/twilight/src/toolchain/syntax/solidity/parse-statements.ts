// Statements of the solidity mode.

import { SyntaxMistake, type Span } from '@sonde/front-end';
import { block, blockWithTail, elseIf, statementOf } from '../make.js';
import type { PatternTree } from '../pattern-tree.js';
import type { BlockTree, ExpressionTree, StatementTree } from '../tree.js';
import type { TypeTree } from '../type-tree.js';
import { parseExpression } from './parse-expressions.js';
import { parseArguments } from './parse-postfix.js';
import { parseLocation, parseType, seesDeclaration } from './parse-types.js';
import { isRejectedForm, rejectedForm } from './rejections.js';
import type { SolidityCursor } from './solidity-cursor.js';

/** What `return;` gives back where the results have names. */
export type NamedResult = ExpressionTree | undefined;

export function parseBlock(cursor: SolidityCursor, result: NamedResult): BlockTree {
  const { at } = cursor.peek();
  return blockWithTail(at, parseStatements(cursor, result), cursor);
}

/** Between braces. */
export function parseStatements(cursor: SolidityCursor, result: NamedResult): StatementTree[] {
  cursor.expect('{');
  return cursor.nested(() =>
    cursor.inBrackets(() => {
      const statements: StatementTree[] = [];
      while (!cursor.sees('}') && !cursor.atEnd)
        cursor.recovering(() => {
          if (!cursor.takes(';')) statements.push(...parseStatement(cursor, result));
        });
      cursor.expect('}', 'A block ends with }.');
      return statements;
    }),
  );
}

/** A statement, or a block, as the body of something. */
function parseBody(cursor: SolidityCursor, result: NamedResult): BlockTree {
  if (cursor.sees('{')) return parseBlock(cursor, result);
  return cursor.nested(() => {
    const { at } = cursor.peek();
    const statements = parseStatement(cursor, result);
    return blockWithTail(at, statements, cursor);
  });
}

function parseStatement(cursor: SolidityCursor, result: NamedResult): readonly StatementTree[] {
  const { text, at, kind } = cursor.peek();
  if (kind === 'word') {
    if (isRejectedForm(text)) throw rejectedForm(text, at);
    const form = parseForm(cursor, result);
    if (form !== undefined) return form;
  }
  if (cursor.sees('{')) return [statementOf(parseBlock(cursor, result))];
  if (cursor.seesName('_') && cursor.sees(';', 1)) {
    cursor.advance();
    return [ended(cursor, { kind: 'placeholder', at })];
  }
  if (cursor.seesName('revert') && cursor.is('name', 1)) return [parseRevertError(cursor)];
  if (seesDeclaration(cursor)) return [parseDeclaration(cursor)];
  if (cursor.sees('(') && seesTupleDeclaration(cursor)) return [parseTupleDeclaration(cursor)];
  return [ended(cursor, parseExpression(cursor))];
}

/** With its semicolon. */
function ended(cursor: SolidityCursor, expression: ExpressionTree): StatementTree {
  cursor.expect(';', 'Statements end with ;.');
  return { kind: 'expression', expression, at: cursor.from(expression.at) };
}

function parseForm(cursor: SolidityCursor, result: NamedResult): readonly StatementTree[] | undefined {
  const { text, at } = cursor.peek();
  switch (text) {
    case 'if':
      return [statementOf(parseIf(cursor, result))];
    case 'while':
      return [statementOf(parseWhile(cursor, result))];
    case 'do':
      return [statementOf(parseDo(cursor, result))];
    case 'for':
      return [parseFor(cursor, result)];
    case 'return':
      return [parseReturn(cursor, result)];
    case 'break':
    case 'continue':
      cursor.advance();
      return [ended(cursor, { kind: text, at })];
    case 'emit': {
      cursor.advance();
      const name = cursor.name('the name of an event');
      const args = parseArguments(cursor);
      return [
        ended(cursor, { kind: 'emit', event: { segments: [name], at: name.at }, args, at: cursor.from(at) }),
      ];
    }
    case 'unchecked':
      cursor.advance();
      return [statementOf(cursor.inUnchecked(() => parseBlock(cursor, result)))];
    default:
      return undefined;
  }
}

function parseHead(cursor: SolidityCursor): ExpressionTree {
  cursor.expect('(');
  const condition = cursor.inBrackets(() => parseExpression(cursor));
  cursor.expect(')');
  return condition;
}

function parseIf(cursor: SolidityCursor, result: NamedResult): ExpressionTree {
  return cursor.nested(() => {
    const { at } = cursor.expect('if');
    const condition = parseHead(cursor);
    const then = parseBody(cursor, result);
    if (!cursor.takes('else')) return { kind: 'if', condition, then, at: cursor.from(at) };
    const otherwise = cursor.sees('if') ? elseIf(parseIf(cursor, result)) : parseBody(cursor, result);
    return { kind: 'if', condition, then, else: otherwise, at: cursor.from(at) };
  });
}

function parseWhile(cursor: SolidityCursor, result: NamedResult): ExpressionTree {
  const { at } = cursor.expect('while');
  const condition = parseHead(cursor);
  return { kind: 'while', condition, body: parseBody(cursor, result), at: cursor.from(at) };
}

function parseDo(cursor: SolidityCursor, result: NamedResult): ExpressionTree {
  const { at } = cursor.expect('do');
  const body = parseBody(cursor, result);
  cursor.expect('while');
  const condition = parseHead(cursor);
  cursor.expect(';');
  return { kind: 'while', condition, body, testsLast: true, at: cursor.from(at) };
}

/** `for (a; b; c)` is a `while` with a step, in a block for its variable. */
function parseFor(cursor: SolidityCursor, result: NamedResult): StatementTree {
  const { at } = cursor.expect('for');
  cursor.expect('(');
  const { first, condition, step } = cursor.inBrackets(() => {
    const begin = cursor.takes(';') ? [] : parseStatement(cursor, result);
    const test: ExpressionTree = cursor.sees(';')
      ? { kind: 'bool', value: true, at: cursor.peek().at }
      : parseExpression(cursor);
    cursor.expect(';');
    const next = cursor.sees(')') ? undefined : parseExpression(cursor);
    return { first: begin, condition: test, step: next };
  });
  cursor.expect(')');
  const body = parseBody(cursor, result);
  const whole = cursor.from(at);
  const loop: ExpressionTree = {
    kind: 'while',
    condition,
    body,
    ...(step === undefined ? {} : { step }),
    at: whole,
  };
  return statementOf(first.length === 0 ? loop : block(whole, [...first, statementOf(loop)]));
}

function parseReturn(cursor: SolidityCursor, result: NamedResult): StatementTree {
  const { at } = cursor.expect('return');
  const value = cursor.sees(';') ? result : parseExpression(cursor);
  return ended(cursor, { kind: 'return', ...(value === undefined ? {} : { value }), at: cursor.from(at) });
}

/** `uint64 x = 5;`; without a value it is zero. */
function parseDeclaration(cursor: SolidityCursor): StatementTree {
  const { at } = cursor.peek();
  const { pattern, type } = parseVariable(cursor);
  const value = cursor.takes('=') ? parseExpression(cursor) : zeroOf(type, cursor.from(at));
  cursor.expect(';', 'Statements end with ;.');
  return { kind: 'let', mutable: true, pattern, type, value, at: cursor.from(at) };
}

function parseVariable(cursor: SolidityCursor): { readonly pattern: PatternTree; readonly type: TypeTree } {
  const type = parseType(cursor);
  parseLocation(cursor);
  const name = cursor.name('the name of a variable');
  return { pattern: { kind: 'binding', name, mutable: false, at: name.at }, type };
}

/** Where a literal says it, that is what the other mode would say. */
export function zeroOf(type: TypeTree, at: Span): ExpressionTree {
  const name = type.kind === 'named' && type.args.length === 0 ? type.path.segments.at(-1)!.text : '';
  if (/^[ui]\d+$/.test(name)) return { kind: 'int', value: 0n, at };
  if (name === 'bool') return { kind: 'bool', value: false, at };
  if (name === 'string') return { kind: 'string', value: '', at };
  return { kind: 'zero', type, at };
}

/** `(uint64 a, , bool c) = f();` */
function seesTupleDeclaration(cursor: SolidityCursor): boolean {
  let ahead = 1;
  while (cursor.sees(',', ahead)) ahead++;
  return seesDeclaration(cursor, ahead);
}

function parseTupleDeclaration(cursor: SolidityCursor): StatementTree {
  const { at } = cursor.expect('(');
  const parts: PatternTree[] = [];
  const types: (TypeTree | undefined)[] = [];
  for (;;) {
    if (cursor.sees(',') || cursor.sees(')')) {
      parts.push({ kind: 'wildcard', at: cursor.peek().at });
      types.push(undefined);
    } else {
      const { pattern, type } = parseVariable(cursor);
      parts.push(pattern);
      types.push(type);
    }
    if (!cursor.takes(',')) break;
  }
  cursor.expect(')');
  const pattern: PatternTree = { kind: 'tuple', parts, at: cursor.from(at) };
  cursor.expect('=', 'Declare variables without a value one by one.');
  const value = parseExpression(cursor);
  cursor.expect(';', 'Statements end with ;.');
  const known = types.filter(type => type !== undefined);
  // Of a tuple with holes the type is that of the value.
  const type: { readonly type?: TypeTree } =
    known.length === types.length ? { type: { kind: 'tuple', items: known, at: pattern.at } } : {};
  return { kind: 'let', mutable: true, pattern, ...type, value, at: cursor.from(at) };
}

/** `revert TooSmall(a, b);` */
function parseRevertError(cursor: SolidityCursor): StatementTree {
  const { at } = cursor.advance();
  const segments = [cursor.name('the name of an error')];
  if (cursor.sees('.'))
    throw new SyntaxMistake(segments[0]!.at, 'errors are declared in the contract that uses them');
  const args = parseArguments(cursor);
  return ended(cursor, {
    kind: 'revert',
    error: { path: { segments, at: segments[0]!.at }, args },
    at: cursor.from(at),
  });
}
