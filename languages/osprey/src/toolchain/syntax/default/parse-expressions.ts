// Expressions of the Default flavor: operators, calls and what hangs on them.

import { spanning } from '@sonde/native-compiler';
import { binary, conditional, negative, picked, strengths } from '../make.js';
import type { TokenCursor } from '../token-cursor.js';
import type { BlockTree, ExpressionTree, Name, PatternTree } from '../tree.js';
import { fieldsPattern } from './parse-patterns.js';
import { parsePrimary } from './parse-primary.js';
import { parseStatements } from './parse-statements.js';

export function parseExpression(cursor: TokenCursor): ExpressionTree {
  return cursor.nested(() => {
    const left = parseBinary(cursor, 0);
    if (cursor.takes('?:')) {
      const fallback = parseExpression(cursor);
      return { kind: 'default', value: left, fallback, at: spanning(left.at, fallback.at) };
    }
    const fields = parsePickedFields(cursor);
    if (fields !== undefined) {
      cursor.expect('?');
      const found = parseExpression(cursor);
      cursor.expect(':');
      const other = parseExpression(cursor);
      return picked(left, fields, found, other);
    }
    if (!cursor.takes('?')) return left;
    const yes = parseExpression(cursor);
    cursor.expect(':');
    const no = parseExpression(cursor);
    return conditional(left, yes, no, spanning(left.at, no.at));
  });
}

/** `{ value } ?` behind a value; undefined, and nothing taken, where it is something else. */
function parsePickedFields(cursor: TokenCursor): PatternTree | undefined {
  if (!cursor.sees('{') || !cursor.bracesAllowed || cursor.peek().startsLine) return undefined;
  let ahead = 1;
  while (cursor.is('name', ahead) && cursor.sees(',', ahead + 1)) ahead += 2;
  const fits = cursor.is('name', ahead) && cursor.sees('}', ahead + 1) && cursor.sees('?', ahead + 2);
  return fits ? fieldsPattern(cursor) : undefined;
}

function parseBinary(cursor: TokenCursor, weakest: number): ExpressionTree {
  let left = parseUnary(cursor);
  for (let links = 0; ; links++) {
    cursor.requireShort(links);
    const { kind, text } = cursor.peek();
    const strength = kind === 'sign' ? strengths[text] : undefined;
    if (strength === undefined || strength <= weakest || beginsStatement(cursor)) return left;
    cursor.advance();
    const grouped = cursor.sees('(');
    left = binary(text, left, parseBinary(cursor, strength), grouped);
  }
}

/** A line that begins with `-1` is a statement of its own; one with `- 1` or `|> f` goes on with the line above. */
function beginsStatement(cursor: TokenCursor): boolean {
  const { text, startsLine } = cursor.peek();
  return startsLine && (text === '-' || text === '+') && !cursor.peek(1).spaced;
}

function parseUnary(cursor: TokenCursor): ExpressionTree {
  const token = cursor.peek();
  if (cursor.sees('-') && /^(?:int|float)$/.test(cursor.peek(1).kind)) {
    const minus = cursor.advance();
    return parsePostfix(cursor, negative(minus, cursor.advance()));
  }
  if (token.kind === 'sign' && (token.text === '-' || token.text === '+' || token.text === '!')) {
    cursor.advance();
    const operand = cursor.nested(() => parseUnary(cursor));
    return { kind: 'unary', operator: token.text, operand, at: spanning(token.at, operand.at) };
  }
  if (cursor.takes('await')) {
    const fiber = cursor.nested(() => parseUnary(cursor));
    return { kind: 'await', fiber, at: spanning(token.at, fiber.at) };
  }
  if (cursor.takes('spawn')) {
    // All that follows, as in the layout flavor.
    const body = parseExpression(cursor);
    return { kind: 'spawn', body, at: spanning(token.at, body.at) };
  }
  return parsePostfix(cursor, parsePrimary(cursor));
}

/** A call's `(` stands on the line of its callee, and the `[` of an index touches it: else they begin something else. */
function parsePostfix(cursor: TokenCursor, first: ExpressionTree): ExpressionTree {
  let whole = first;
  for (let links = 0; ; links++) {
    cursor.requireShort(links);
    const { startsLine, spaced } = cursor.peek();
    if (cursor.takes('.')) {
      const name = cursor.name('the name of a field or function');
      const at = spanning(whole.at, name.at);
      if (cursor.sees('(') && !cursor.peek().startsLine) {
        // `x.f(a)` is `f(x, a)`.
        const { args, names } = parseArguments(cursor);
        if (names !== undefined)
          throw cursor.mistake('a call behind a dot takes no named arguments', undefined, name.at);
        const callee: ExpressionTree = { kind: 'name', name: name.text, at: name.at };
        whole = { kind: 'call', callee, args: [whole, ...args], at: spanning(whole.at, cursor.last.at) };
      } else whole = { kind: 'field', target: whole, name, at };
    } else if (cursor.sees('(') && !startsLine) {
      const { args, names } = parseArguments(cursor);
      const at = spanning(whole.at, cursor.last.at);
      whole = { kind: 'call', callee: whole, args, at, ...(names === undefined ? {} : { names }) };
    } else if (cursor.sees('[') && !spaced) {
      cursor.advance();
      const index = cursor.inBrackets(() => parseExpression(cursor));
      const end = cursor.expect(']');
      whole = { kind: 'index', target: whole, index, at: spanning(whole.at, end.at) };
    } else return whole;
  }
}

export interface Arguments {
  readonly args: ExpressionTree[];
  readonly names?: Name[];
}

export function parseArguments(cursor: TokenCursor): Arguments {
  cursor.expect('(');
  const args: ExpressionTree[] = [];
  const names: Name[] = [];
  cursor.inBrackets(() => {
    while (!cursor.sees(')')) {
      const at = cursor.peek().at;
      const named = cursor.is('name') && cursor.sees(':', 1);
      if (named) {
        names.push(cursor.name('an argument'));
        cursor.expect(':');
      }
      if (args.length > 0 && named !== names.length > 0)
        throw cursor.mistake('arguments are all named or none', undefined, at);
      args.push(parseExpression(cursor));
      if (!cursor.takes(',')) break;
    }
  });
  cursor.expect(')');
  return names.length === 0 ? { args } : { args, names };
}

export function parseBlock(cursor: TokenCursor): BlockTree {
  return cursor.nested(() => {
    const start = cursor.expect('{');
    const statements = cursor.inBrackets(() => parseStatements(cursor));
    const end = cursor.expect('}', `It closes the block that begins in line ${start.at.line}.`);
    return { kind: 'block', statements, at: spanning(start.at, end.at) };
  });
}
