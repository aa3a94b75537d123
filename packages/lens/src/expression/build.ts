// Constructors of expression programs, so that a language writes what it means and little else.

import type {
  Comparison,
  CompiledExpression,
  Conversion,
  Expression,
  FailureWords,
  FloatOperator,
  IntegerKind,
  IntegerOperator,
  ListedIn,
  RestoredMemory,
  Scalar,
  TypeId,
  VisibleName,
} from '@sonde/engine';
import { isPure } from '@sonde/engine';

export const constant = (value: Scalar, type: TypeId): Expression => ({ op: 'constant', value, type });

/** What a name stands for where the program will run. */
export const read = (name: VisibleName): Expression => ({ op: 'read', place: name.place, type: name.type });

export const field = (of: Expression, name: string, type: TypeId): Expression => ({
  op: 'field',
  of,
  name,
  type,
});
export const index = (of: Expression, at: Expression, type: TypeId): Expression => ({
  op: 'index',
  of,
  at,
  type,
});
export const deref = (of: Expression, type: TypeId): Expression => ({ op: 'deref', of, type });
export const addressOf = (of: Expression, type: TypeId): Expression => ({ op: 'addressOf', of, type });
/** Bytes in memory as text; without a count up to a zero byte. */
export const text = (address: Expression, count: Expression | undefined, type: TypeId): Expression => ({
  op: 'text',
  address,
  ...(count === undefined ? {} : { length: count }),
  type,
});
export const length = (of: Expression, type: TypeId): Expression => ({ op: 'length', of, type });
export const kindOf = (of: Expression, textType: TypeId): Expression => ({
  op: 'kindOf',
  of,
  type: textType,
});
export const format = (of: Expression, textType: TypeId): Expression => ({
  op: 'format',
  of,
  type: textType,
});
export const concat = (parts: readonly Expression[], textType: TypeId): Expression => ({
  op: 'concat',
  parts,
  type: textType,
});
export const convert = (of: Expression, to: Conversion, type: TypeId, says?: FailureWords): Expression => ({
  op: 'convert',
  of,
  to,
  ...(says === undefined ? {} : { says }),
  type,
});
export const fail = (message: string, type: TypeId, of?: Expression): Expression => ({
  op: 'fail',
  message,
  ...(of === undefined ? {} : { of }),
  type,
});
/** A structure that lies nowhere. */
export const record = (members: Readonly<Record<string, Expression>>, type: TypeId): Expression => ({
  op: 'record',
  members: Object.entries(members).map(([name, value]) => ({ name, value })),
  type,
});
/** A value in memory that the program's own code gives. */
export const placed = (
  of: Expression,
  memory: Pick<Extract<Expression, { op: 'placed' }>, 'allocate' | 'restores' | 'word' | 'element'>,
): Expression => ({ op: 'placed', of, type: of.type, ...memory });
/** The address of a symbol of the program. */
export const symbol = (name: string, type: TypeId): Expression => ({ op: 'symbol', name, type });
/** Fails where the language objects to the use of the value. */
export const vouched = (of: Expression, listed?: readonly ListedIn[]): Expression => ({
  op: 'vouched',
  of,
  ...(listed === undefined ? {} : { listed }),
  type: of.type,
});
export const assign = (target: Expression, value: Expression, type: TypeId): Expression => ({
  op: 'assign',
  target,
  value,
  type,
});
/** With `code`, which is an address, `callee` only names it. */
export const call = (
  callee: string,
  args: readonly Expression[],
  type: TypeId,
  more: { readonly code?: Expression; readonly restores?: readonly RestoredMemory[] } = {},
): Expression => ({
  op: 'call',
  callee,
  arguments: args,
  type,
  ...more,
});

/** `code` is the machine's, from the language's own compiler; `changes` when it is meant to change the program. */
export const run = (code: unknown, changes: boolean, type: TypeId): Expression => ({
  op: 'run',
  code,
  changes,
  type,
});

/** Of the two branches only the chosen one runs. Its type is that of the first. */
export const select = (test: Expression, whenTrue: Expression, whenFalse: Expression): Expression => ({
  op: 'select',
  test,
  then: whenTrue,
  else: whenFalse,
  type: whenTrue.type,
});

type Binary = (a: Expression, b: Expression) => Expression;
type Unary = (a: Expression) => Expression;

/**
 * The integer arithmetic of one type: `const i32 = integers({ bits: 32, … }, type); i32.add(a, b)`. `says` has the words of the
 * language for what fails.
 */
export function integers(
  kind: IntegerKind,
  type: TypeId,
  says?: (operator: IntegerOperator) => FailureWords,
): Readonly<Record<Exclude<IntegerOperator, 'neg' | 'not'>, Binary> & Record<'neg' | 'not', Unary>> {
  const words = (operator: IntegerOperator): { readonly says?: FailureWords } =>
    says === undefined ? {} : { says: says(operator) };
  const binary =
    (operator: IntegerOperator): Binary =>
    (a, b) => ({ op: 'integer', operator, kind, a, b, ...words(operator), type });
  const unary =
    (operator: IntegerOperator): Unary =>
    a => ({ op: 'integer', operator, kind, a, ...words(operator), type });
  return {
    add: binary('add'),
    sub: binary('sub'),
    mul: binary('mul'),
    div: binary('div'),
    rem: binary('rem'),
    and: binary('and'),
    or: binary('or'),
    xor: binary('xor'),
    shl: binary('shl'),
    shr: binary('shr'),
    neg: unary('neg'),
    not: unary('not'),
  };
}

export function floats(
  bits: 32 | 64,
  type: TypeId,
): Readonly<Record<Exclude<FloatOperator, 'neg'>, Binary> & Record<'neg', Unary>> {
  const binary =
    (operator: FloatOperator): Binary =>
    (a, b) => ({ op: 'float', operator, bits, a, b, type });
  return {
    add: binary('add'),
    sub: binary('sub'),
    mul: binary('mul'),
    div: binary('div'),
    rem: binary('rem'),
    neg: a => ({ op: 'float', operator: 'neg', bits, a, type }),
  };
}

/** Comparisons and connectives; `type` is the language's boolean. */
export function conditions(
  type: TypeId,
): Readonly<Record<Comparison | 'and' | 'or', Binary> & Record<'not', Unary>> {
  const compare =
    (operator: Comparison): Binary =>
    (a, b) => ({ op: 'compare', operator, a, b, type });
  return {
    eq: compare('eq'),
    ne: compare('ne'),
    lt: compare('lt'),
    le: compare('le'),
    gt: compare('gt'),
    ge: compare('ge'),
    and: (a, b) => ({ op: 'and', a, b, type }),
    or: (a, b) => ({ op: 'or', a, b, type }),
    not: of => ({ op: 'not', of, type }),
  };
}

/** Hands out the slots of one program, each once. */
export class Bindings {
  #next = 0;

  /** Evaluates `value` once and lets the body use it as often as it likes. */
  bind(value: Expression, body: (bound: Expression) => Expression): Expression {
    const slot = this.#next++;
    const inner = body({ op: 'bound', slot, type: value.type });
    return { op: 'let', slot, value, body: inner, type: inner.type };
  }
}

/** A program together with the text it came from. */
export const compiled = (text: string, program: Expression): CompiledExpression => ({
  text,
  program,
  type: program.type,
  pure: isPure(program),
});
