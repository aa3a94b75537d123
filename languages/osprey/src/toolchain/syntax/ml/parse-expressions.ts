// Expressions of the ML flavor: operators, and application by juxtaposition.

import { spanning } from '@sonde/native-compiler';
import { binary, curried, negative, strengths } from '../make.js';
import { isUpper } from '../token-cursor.js';
import type { ExpressionTree, ParameterTree } from '../tree.js';
import { beginsAtom, parseAtom } from './parse-atoms.js';
import { parseWordExpression } from './parse-forms.js';
import { parseGroups } from './parse-heads.js';
import { parseItems } from './parse-items.js';
import type { MlCursor } from './ml-cursor.js';

export function parseExpression(cursor: MlCursor): ExpressionTree {
  return cursor.nested(() => {
    const left = parseBinary(cursor, 0);
    if (!cursor.takes('?:')) return left;
    const fallback = parseExpression(cursor);
    return { kind: 'default', value: left, fallback, at: spanning(left.at, fallback.at) };
  });
}

/** An expression, or a block of deeper lines. */
export function parseBody(cursor: MlCursor): ExpressionTree {
  if (!cursor.is('indent')) return parseExpression(cursor);
  return cursor.nested(() => {
    cursor.advance();
    const statements = cursor.scoped(() => parseItems(cursor));
    cursor.expectKind('dedent', 'the end of the block');
    const [first] = statements;
    if (first === undefined) throw cursor.mistake('this block is empty');
    return { kind: 'block', statements, at: spanning(first.at, statements.at(-1)!.at) };
  });
}

function parseBinary(cursor: MlCursor, weakest: number): ExpressionTree {
  let left = parseUnary(cursor);
  for (let links = 0; ; links++) {
    cursor.requireShort(links);
    const { kind, text } = cursor.peek();
    const strength = kind === 'sign' ? strengths[text] : undefined;
    if (strength === undefined || strength <= weakest) return left;
    cursor.advance();
    const grouped = cursor.sees('(');
    const before = cursor.position;
    const right = parseBinary(cursor, strength);
    // Only parentheses around the whole right side group it: `x |> (f a) b` applies.
    left = binary(text, left, right, grouped && right.kind === 'call' && closesWith(cursor, before));
  }
}

/** Whether the parenthesis at that position is closed by the token that was taken last. */
function closesWith(cursor: MlCursor, opened: number): boolean {
  const end = cursor.position;
  cursor.position = opened;
  let depth = 0;
  try {
    while (cursor.position < end) {
      const { kind, text } = cursor.advance();
      if (kind !== 'sign') continue;
      if (text === '(') depth++;
      if (text === ')' && --depth === 0) return cursor.position === end;
    }
    return false;
  } finally {
    cursor.position = end;
  }
}

function parseUnary(cursor: MlCursor): ExpressionTree {
  const token = cursor.peek();
  if (cursor.sees('-') && /^(?:int|float)$/.test(cursor.peek(1).kind)) {
    const minus = cursor.advance();
    return negative(minus, cursor.advance());
  }
  if (token.kind === 'sign' && (token.text === '-' || token.text === '!')) {
    cursor.advance();
    const operand = cursor.nested(() => parseUnary(cursor));
    return { kind: 'unary', operator: token.text, operand, at: spanning(token.at, operand.at) };
  }
  if (cursor.sees('\\')) return parseLambda(cursor);
  if (token.kind === 'word' && token.text !== 'true' && token.text !== 'false')
    return parseWordExpression(cursor, token);
  return parseApplication(cursor);
}

/** What one pair of parentheses, or one atom, gives to an application. */
export interface ArgumentGroup {
  readonly args: readonly ExpressionTree[];
  readonly end: ExpressionTree['at'];
}

function parseApplication(cursor: MlCursor): ExpressionTree {
  const head = parseAtom(cursor);
  const groups: ArgumentGroup[] = [];
  while (beginsArgument(cursor)) {
    groups.push(parseArgumentGroup(cursor));
    cursor.requireShort(groups.length);
  }
  return applied(cursor, head, groups);
}

export const beginsArgument = (cursor: MlCursor): boolean =>
  beginsAtom(cursor) || cursor.sees('\\') || isNegativeArgument(cursor);

/** `f -3` has a space before the minus and none behind it. */
function isNegativeArgument(cursor: MlCursor): boolean {
  const [minus, number] = [cursor.peek(), cursor.peek(1)];
  return cursor.sees('-') && minus.spaced && !number.spaced && /^(?:int|float)$/.test(number.kind);
}

export function parseArgumentGroup(cursor: MlCursor): ArgumentGroup {
  if (cursor.sees('-')) {
    const minus = cursor.advance();
    const value = negative(minus, cursor.advance());
    return { args: [value], end: value.at };
  }
  if (cursor.sees('\\')) {
    const lambda = parseLambda(cursor);
    return { args: [lambda], end: lambda.at };
  }
  const tuple = parseTuple(cursor);
  if (tuple !== undefined) return { args: tuple, end: cursor.last.at };
  const atom = parseAtom(cursor);
  return { args: [atom], end: atom.at };
}

/** `(a, b)` and `()`; undefined, and nothing taken, where the parentheses hold one expression. */
function parseTuple(cursor: MlCursor): ExpressionTree[] | undefined {
  if (!cursor.sees('(')) return undefined;
  const before = cursor.position;
  cursor.advance();
  if (cursor.takes(')')) return [];
  if (!hasComma(cursor)) {
    cursor.position = before;
    return undefined;
  }
  const args: ExpressionTree[] = [];
  do args.push(parseExpression(cursor));
  while (cursor.takes(','));
  cursor.expect(')');
  return args;
}

/** Before the parenthesis that is open here closes. */
function hasComma(cursor: MlCursor): boolean {
  for (let ahead = 0, depth = 0; ; ahead++) {
    const { kind, text } = cursor.peek(ahead);
    if (kind === 'end') return false;
    if (kind !== 'sign') continue;
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text) && --depth < 0) return false;
    if (depth === 0 && text === ',') return true;
  }
}

/**
 * Functions of the program take their arguments one after the other. Constructors, and names that the program does not bind
 * (the library, extern functions), take all of them at once.
 */
function applied(cursor: MlCursor, head: ExpressionTree, groups: readonly ArgumentGroup[]): ExpressionTree {
  if (groups.length === 0) return head;
  const flat = head.kind === 'name' && (isUpper(head.name) || !cursor.binds(head.name));
  if (flat) {
    const args = groups.flatMap(group => group.args);
    const at = spanning(head.at, groups.at(-1)!.end);
    if (groups.length === 1) return { kind: 'call', callee: head, args, at };
    return { kind: 'call', callee: head, args, groups: groups.map(group => group.args.length), at };
  }
  return groups.reduce<ExpressionTree>(
    (callee, { args, end }) => ({ kind: 'call', callee, args, at: spanning(head.at, end) }),
    head,
  );
}

/** `\x y => e` takes one after the other, `\(x, y) => e` both at once. */
export function parseLambda(cursor: MlCursor): ExpressionTree {
  const start = cursor.expect('\\');
  return cursor.scoped(() => {
    const groups = parseGroups(cursor, '=>').map(group =>
      group.map((part): ParameterTree => {
        if (part.kind === 'pattern')
          throw cursor.unsupported('patterns as parameters of a lambda', part.pattern.at);
        cursor.bind(part.name.text);
        return part;
      }),
    );
    if (groups.length === 0) throw cursor.mistake('a lambda needs a parameter, or ()');
    cursor.expect('=>');
    const body = parseBody(cursor);
    return { kind: 'lambda', ...curried(groups, body, undefined), at: spanning(start.at, body.at) };
  });
}
