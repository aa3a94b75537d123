// Statements and blocks. After a mistake reading goes on with the next statement.

import { spanning } from '@sonde/native-compiler';
import { parseVariable } from './parse-declarations.js';
import { parseExpression } from './parse-expressions.js';
import { isLoopWord, parseLoop } from './parse-loops.js';
import { parsePick } from './parse-pick.js';
import { beginsType } from './parse-types.js';
import type { BlockTree, IfTree, StatementTree } from './statement-tree.js';
import { SyntaxMistake, type TokenCursor } from './token-cursor.js';
import type { ExpressionTree, Name } from './tree.js';

export function parseBlock(cursor: TokenCursor): BlockTree {
  return cursor.nested(() => {
    const open = cursor.expect('{', 'Blocks stand in braces.');
    const statements: StatementTree[] = [];
    while (!cursor.sees('}') && !cursor.atEnd && !cursor.problems.full) {
      // A stray `;`, as behind the brace of a block, is nothing.
      if (cursor.takes(';')) continue;
      const statement = recovering(cursor, () => parseStatement(cursor));
      if (statement !== undefined) statements.push(statement);
    }
    const close = cursor.expect('}', `It would close the { of line ${open.at.line}.`);
    return { kind: 'block', statements, at: spanning(open.at, close.at) };
  });
}

/** Reports what is wrong and moves behind it; always moves on. */
export function recovering<T>(cursor: TokenCursor, read: () => T): T | undefined {
  const before = cursor.position;
  try {
    return read();
  } catch (problem) {
    if (!(problem instanceof SyntaxMistake)) throw problem;
    cursor.problems.error(problem.at, problem.message, problem.hint);
    skipStatement(cursor, cursor.openBraces(before));
    if (cursor.position === before) cursor.advance();
    return undefined;
  }
}

/** From inside of so many braces: behind the next `;` or block that is not inside of another; in front of a `}` that closes what is around. */
function skipStatement(cursor: TokenCursor, open: number): void {
  let depth = open;
  while (!cursor.atEnd) {
    if (cursor.sees('}')) {
      if (depth === 0) return;
      cursor.advance();
      if (--depth === 0) return;
      continue;
    }
    if (cursor.sees('{')) depth++;
    const token = cursor.advance();
    if (depth === 0 && token.text === ';' && token.kind === 'sign') return;
  }
}

export function parseStatement(cursor: TokenCursor): StatementTree {
  const token = cursor.peek();
  if (token.kind === 'word') {
    switch (token.text) {
      case 'if':
        return parseIf(cursor);
      case 'pick':
        return parsePick(cursor);
      case 'pass':
      case 'return':
        return parsePass(cursor);
      case 'fail': {
        cursor.advance();
        const code = parseExpression(cursor);
        return { kind: 'fail', code, at: spanning(token.at, cursor.expect(';').at) };
      }
      case 'break':
      case 'continue': {
        cursor.advance();
        const label = cursor.sees(';') ? undefined : parseLabelUse(cursor);
        const at = spanning(token.at, cursor.expect(';').at);
        return { kind: token.text, at, ...(label === undefined ? {} : { label }) };
      }
      case 'fall': {
        cursor.advance();
        const label = parseLabelUse(cursor);
        return { kind: 'fall', label, at: spanning(token.at, cursor.expect(';').at) };
      }
      case 'defer':
        return parseDefer(cursor);
      case 'const':
        return parseVariable(cursor);
      case 'func':
      case 'async':
      case 'jit':
        if (cursor.sees('<', 1)) break;
        throw cursor.mistake('a function inside of a block', 'Functions are declared at module level.');
      case 'struct':
      case 'enum':
        throw cursor.mistake(
          `a declaration does not begin with ${token.text}`,
          `Write const Name = ${token.text} { … };`,
        );
      default:
        if (isLoopWord(token.text)) return parseLoop(cursor, undefined);
    }
  }
  if (cursor.sees('{')) return parseBlock(cursor);
  const label = takeLabel(cursor);
  if (label !== undefined) return parseLoop(cursor, label);
  if (beginsDeclaration(cursor)) return parseVariable(cursor);
  const expression = parseExpression(cursor);
  return { kind: 'expression', expression, at: spanning(expression.at, cursor.expect(';').at) };
}

function parseIf(cursor: TokenCursor): IfTree {
  return cursor.nested(() => {
    const first = cursor.expect('if');
    const condition = parseCondition(cursor);
    const then = parseBlock(cursor);
    if (!cursor.takes('else')) return { kind: 'if', condition, then, at: spanning(first.at, then.at) };
    const otherwise = cursor.sees('if') ? parseIf(cursor) : parseBlock(cursor);
    return { kind: 'if', condition, then, otherwise, at: spanning(first.at, otherwise.at) };
  });
}

/** In parentheses. */
export function parseCondition(cursor: TokenCursor): ExpressionTree {
  cursor.expect('(', 'Conditions stand in parentheses.');
  const condition = parseExpression(cursor);
  cursor.expect(')');
  return condition;
}

/** `pass(v);`, `pass v;`, `pass();` and `pass;`. */
function parsePass(cursor: TokenCursor): StatementTree {
  const first = cursor.advance();
  if (cursor.sees('(') && cursor.sees(')', 1) && cursor.sees(';', 2)) {
    cursor.advance();
    cursor.advance();
  }
  const value = cursor.sees(';') ? undefined : parseExpression(cursor);
  const at = spanning(first.at, cursor.expect(';').at);
  return { kind: 'pass', at, ...(value === undefined ? {} : { value }) };
}

/** `defer { … }`, or `defer expression;`, which is a block of one statement. */
function parseDefer(cursor: TokenCursor): StatementTree {
  const first = cursor.expect('defer');
  if (cursor.sees('{')) {
    const body = parseBlock(cursor);
    return { kind: 'defer', body, at: spanning(first.at, body.at) };
  }
  const expression = parseExpression(cursor);
  const at = spanning(expression.at, cursor.expect(';').at);
  const body: BlockTree = { kind: 'block', statements: [{ kind: 'expression', expression, at }], at };
  return { kind: 'defer', body, at: spanning(first.at, at) };
}

/** `(label)` or `label`. */
function parseLabelUse(cursor: TokenCursor): Name {
  if (!cursor.takes('(')) return cursor.name('a label');
  const label = cursor.name('a label');
  cursor.expect(')');
  return label;
}

/** `label: while …`, also written `label=> while …`. */
function takeLabel(cursor: TokenCursor): Name | undefined {
  if (cursor.peek().kind !== 'name' || !(cursor.sees(':', 1) || cursor.sees('=>', 1))) return undefined;
  const loop = cursor.peek(2);
  if (loop.kind !== 'word' || !isLoopWord(loop.text)) return undefined;
  const label = cursor.name('a label');
  cursor.advance();
  return label;
}

/** `Type:name`. What begins with a name of the program's own may be an expression too: the colon decides. */
export function beginsDeclaration(cursor: TokenCursor): boolean {
  if (beginsType(cursor)) return true;
  if (cursor.peek().kind !== 'name') return false;
  for (let ahead = 1; ahead < 64;) {
    if (cursor.sees(':', ahead)) return cursor.peek(ahead + 1).kind === 'name';
    if (cursor.sees('@', ahead) || cursor.sees('*', ahead) || cursor.sees('$', ahead)) ahead++;
    else if (cursor.sees('[', ahead)) {
      while (ahead < 64 && !cursor.sees(']', ahead)) ahead++;
      ahead++;
    } else return false;
  }
  return false;
}
