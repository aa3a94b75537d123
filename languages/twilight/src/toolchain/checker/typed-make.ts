// Typed expressions that several parts of the checker make.

import type { Span } from '@sonde/front-end';
import type { Body } from './body.js';
import type { ArithmeticOperator, Failing, TypedArm, TypedExpression, Use } from './typed-expressions.js';
import type { TypedPattern } from './typed-patterns.js';
import type { Local, Place, Scope, TypedBlock, TypedStatement } from './typed-places.js';
import { isCopy } from './type-rules/type-facts.js';
import type { EnumType, IntType, Type } from './types.js';

type Named = Pick<Type, 'name'>;

export const failures = {
  overflow: (operator: string, type: Named): Failing => ({
    outcome: 'revert',
    text: `arithmetic overflow: ${type.name} ${operator}`,
  }),
  divisionOverflow: (operator: string, type: Named): Failing => ({
    outcome: 'panic',
    text: `division overflow: ${type.name} ${operator}`,
  }),
  byZero: { outcome: 'panic', text: 'division by zero' },
  shift: { outcome: 'revert', text: 'shift out of range' },
  bounds: { outcome: 'panic', text: 'index out of bounds' },
  range: (from: Named, to: Named): Failing => ({
    outcome: 'revert',
    text: `conversion out of range: ${from.name} to ${to.name}`,
  }),
} as const satisfies Record<string, Failing | ((...args: never[]) => Failing)>;

export const place = (local: Local): Place => ({
  root: { kind: 'local', local },
  path: [],
  type: local.type,
});

export const temporary = (value: TypedExpression): Place => ({
  root: { kind: 'temporary', value },
  path: [],
  type: value.type,
});

export const read = (local: Local, at: Span, use?: Use): TypedExpression => ({
  kind: 'read',
  place: place(local),
  use: use ?? (isCopy(local.type) ? 'copy' : 'move'),
  type: local.type,
  at,
});

export const constant = (
  value: bigint | boolean | string | undefined,
  type: Type,
  at: Span,
): TypedExpression => ({
  kind: 'constant',
  value,
  type,
  at,
});

export const bind = (local: Local, at: Span): TypedPattern => ({
  kind: 'bind',
  local,
  use: isCopy(local.type) ? 'copy' : 'move',
  inner: undefined,
  at,
});

/** A hidden local with a value. */
export const letHidden = (local: Local, value: TypedExpression): TypedStatement => ({
  kind: 'let',
  pattern: bind(local, value.at),
  value,
  at: value.at,
  stops: false,
  generated: true,
});

export const generated = (expression: TypedExpression): TypedStatement => ({
  kind: 'expression',
  expression,
  at: expression.at,
  stops: false,
  generated: true,
});

/** A block of the compiler's own. */
export const hiddenBlock = (
  scope: Scope,
  statements: readonly TypedStatement[],
  result: TypedExpression | undefined,
  type: Type,
  at: Span,
): TypedBlock => ({ kind: 'block', type, at, scope, statements, result, resultStops: false });

export const compare = (
  body: Body,
  operator: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge',
  left: TypedExpression,
  right: TypedExpression,
  at: Span,
): TypedExpression => ({
  kind: 'compare',
  operator,
  operand: left.type,
  left,
  right,
  type: body.checker.types.bool,
  at,
});

/** An arm for a variant with one value in it, or none; `make` gets the value. */
export function variantArm(
  body: Body,
  type: EnumType,
  name: string,
  at: Span,
  make: (value: Local | undefined) => TypedExpression,
): TypedArm {
  const variant = type.variants.find(candidate => candidate.name === name)!;
  return body.within(at, scope => {
    const [field] = variant.fields;
    const local = field === undefined ? undefined : body.hidden(name.toLowerCase(), field.type, at);
    const parts = local === undefined ? [] : [{ nth: 0, pattern: bind(local, at) }];
    const pattern: TypedPattern = { kind: 'variant', type, variant, parts, at };
    return { pattern, guard: undefined, scope, body: make(local), at };
  });
}

export const variantOf = (
  type: EnumType,
  name: string,
  value: TypedExpression | undefined,
  at: Span,
): TypedExpression => ({
  kind: 'variant',
  type,
  variant: type.variants.find(candidate => candidate.name === name)!,
  fields: value === undefined ? [] : [{ nth: 0, value }],
  at,
});

const signs: Readonly<Record<ArithmeticOperator, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  rem: '%',
  pow: 'pow',
};

export const arithmetic = (
  operator: ArithmeticOperator,
  type: IntType,
  left: TypedExpression,
  right: TypedExpression,
  at: Span,
): TypedExpression => ({
  kind: 'arithmetic',
  operator,
  mode: 'checked',
  operand: type,
  left,
  right,
  ...arithmeticFailures(operator, type),
  type,
  at,
});

export const arithmeticFailures = (
  operator: ArithmeticOperator,
  type: IntType,
): { readonly overflow: Failing; readonly byZero: Failing | undefined } => {
  const divides = operator === 'div' || operator === 'rem';
  return {
    overflow: divides
      ? failures.divisionOverflow(signs[operator], type)
      : failures.overflow(signs[operator], type),
    byZero: divides ? failures.byZero : undefined,
  };
};
