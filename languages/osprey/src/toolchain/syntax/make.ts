// Nodes that both flavors make of their own spellings.

import { spanning, type Span } from '@sonde/native-compiler';
import { SyntaxMistake, type TokenCursor } from './token-cursor.js';
import type { Token } from './tokens.js';
import type {
  BinaryOperator,
  CallTree,
  ExpressionTree,
  FunctionTree,
  LambdaTree,
  Name,
  ParameterTree,
  PatternTree,
  TypeTree,
} from './tree.js';

/** How tightly binary operators bind; the pipe is the tightest. */
export const strengths: Readonly<Record<string, number>> = {
  '||': 2,
  '&&': 3,
  ...Object.fromEntries(['==', '!=', '<', '<=', '>', '>='].map(sign => [sign, 4])),
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
  '|>': 7,
};

/** `grouped`: the right side stands in parentheses, so that a call in it is a value of its own. */
export function binary(
  sign: string,
  left: ExpressionTree,
  right: ExpressionTree,
  grouped: boolean,
): ExpressionTree {
  const at = spanning(left.at, right.at);
  if (sign === '|>') return piped(left, right, at, grouped);
  return { kind: 'binary', operator: sign as BinaryOperator, left, right, at };
}

/** `x |> f(a)` is `f(x, a)`, and `x |> f` is `f(x)`. */
function piped(value: ExpressionTree, into: ExpressionTree, at: Span, grouped: boolean): CallTree {
  if (into.kind !== 'call' || grouped) return { kind: 'call', callee: into, args: [value], at };
  if (into.names !== undefined)
    throw new SyntaxMistake(into.at, 'a call with named arguments cannot take a piped one');
  const { kind, callee, args } = into;
  return { kind, callee, args: [value, ...args], at };
}

/** Both branches of an `if`, as a match over the condition. */
export function conditional(
  subject: ExpressionTree,
  yes: ExpressionTree,
  no: ExpressionTree,
  at: Span,
): ExpressionTree {
  const arm = (value: boolean, body: ExpressionTree) =>
    ({ pattern: { kind: 'literal', value, at: body.at }, body, at: body.at }) as const;
  return { kind: 'match', subject, arms: [arm(true, yes), arm(false, no)], at };
}

/** `value { field } ? found : other`: fits what has the fields. */
export function picked(
  subject: ExpressionTree,
  pattern: PatternTree,
  found: ExpressionTree,
  other: ExpressionTree,
): ExpressionTree {
  const arms = [
    { pattern, body: found, at: spanning(pattern.at, found.at) },
    { pattern: { kind: 'wildcard', at: other.at } as const, body: other, at: other.at },
  ];
  return { kind: 'match', subject, arms, at: spanning(subject.at, other.at) };
}

/** `-5` is a literal: no Result comes of it. */
export function negative(minus: Token, number: Token): ExpressionTree {
  const at = spanning(minus.at, number.at);
  if (number.kind === 'float') return { kind: 'float', value: -Number(number.text), at };
  return { kind: 'int', value: -number.whole!, at };
}

export function numeral(token: Token): ExpressionTree {
  if (token.kind === 'float') return { kind: 'float', value: Number(token.text), at: token.at };
  return { kind: 'int', value: fitting(token), at: token.at };
}

export function fitting({ whole = 0n, text, at }: Token): bigint {
  if (whole < 1n << 63n) return whole;
  throw new SyntaxMistake(at, `${text} does not fit into an int of 64 bits`);
}

/** A parameter without a name still has one of its own; no source can spell it. */
export const wildName = (at: Span, nth: number): Name => ({ text: `$wild${nth}`, at });

/** `f x y = e` of the ML flavor: a function of the first that gives a function of the second. */
export function curried(
  groups: readonly (readonly ParameterTree[])[],
  body: ExpressionTree,
  result: TypeTree | undefined,
): Pick<FunctionTree, 'parameters' | 'body'> & { readonly result?: TypeTree } {
  const [first, ...rest] = groups as [readonly ParameterTree[], ...(readonly ParameterTree[])[]];
  if (rest.length === 0) return { parameters: first, body, ...(result === undefined ? {} : { result }) };
  const inner = curried(rest, body, innerResult(result));
  const at = spanning(rest[0]![0]?.name.at ?? body.at, body.at);
  const lambda: LambdaTree = { kind: 'lambda', ...inner, at };
  return { parameters: first, body: lambda, ...(result === undefined ? {} : { result }) };
}

const innerResult = (type: TypeTree | undefined): TypeTree | undefined =>
  type?.kind === 'function' ? type.result : undefined;

export const unitTypeAt = (at: Span): TypeTree => ({ kind: 'named', name: 'Unit', args: [], at });

/** The label of a namespace: a name, or a quoted text, which keeps its quotes. */
export function parseLabel(cursor: TokenCursor): Name {
  if (!cursor.is('string')) return cursor.name('the label of a namespace');
  const { text, at } = cursor.advance();
  return { text, at };
}
