// The JavaScript of integer and float operations: machine arithmetic where the width allows it.

import type { Expression, IntegerKind, IntegerOperator } from '@sonde/engine';
import { kindNumber } from './javascript-runtime.js';
import { integralRange, isNumeric, type Operand } from './javascript-operand.js';
import type { JavaScriptWriter } from './javascript-writer.js';
import { isUnary, secondOperand } from './program-limits.js';

type IntegerNode = Extract<Expression, { op: 'integer' }>;

const isSmall = (kind: IntegerKind): boolean => kind.bits > 0 && kind.bits <= 32;

const limits = (kind: IntegerKind): { readonly low: number; readonly high: number } =>
  kind.signed
    ? integralRange(-(2 ** (kind.bits - 1)), 2 ** (kind.bits - 1) - 1)
    : integralRange(0, 2 ** kind.bits - 1);

/** Code that wraps a number into a small kind; right for every exact integer. */
function wrapped(code: string, kind: IntegerKind): string {
  const spare = 32 - kind.bits;
  if (kind.signed) return spare === 0 ? `(${code}) | 0` : `(${code}) << ${spare} >> ${spare}`;
  return spare === 0 ? `(${code}) >>> 0` : `(${code}) & ${2 ** kind.bits - 1}`;
}

export function writeInteger(writer: JavaScriptWriter, node: IntegerNode): Operand {
  const first = writer.visit(node.a);
  const second = isUnary(node.operator) ? undefined : writer.visit(secondOperand(node));
  return isSmall(node.kind)
    ? writeSmall(writer, node.operator, node.kind, first, second)
    : writeWide(writer, node.operator, node.kind, first, second);
}

/** Brings an operand into a small kind, as a number. */
function intoSmall(writer: JavaScriptWriter, operand: Operand, kind: IntegerKind): string {
  const { low, high } = limits(kind);
  if (operand.kind === 'number') {
    if (operand.low >= low && operand.high <= high) return operand.code;
    return fitted(writer, operand.code, kind);
  }
  const value = writer.scalar(operand);
  return writer.keep(`${fitsAlready(value, kind)} ? ${value} + 0 : rt.fit(${value}, ${kindNumber(kind)})`);
}

/** Code that tells whether a scalar is a number of a small kind; `+ 0` then makes `0` of `-0`. */
const fitsAlready = (code: string, kind: IntegerKind): string =>
  `typeof ${code} === "number" && (${wrapped(code, kind)}) === ${code}`;

/** A raw result brought into its kind. `-0` becomes `0` on every way. */
function fitted(writer: JavaScriptWriter, raw: string, kind: IntegerKind): string {
  if (kind.overflow === 'wrap') return writer.keep(wrapped(raw, kind));
  const { low, high } = limits(kind);
  const value = writer.keep(`${raw} + 0`);
  if (kind.overflow === 'saturate')
    return writer.keep(`${value} < ${low} ? ${low} : ${value} > ${high} ? ${high} : ${value}`);
  writer.line(
    `if (${value} < ${low} || ${value} > ${high}) throw rt.overflow(${value}, ${kindNumber(kind)});`,
  );
  return value;
}

function writeSmall(
  writer: JavaScriptWriter,
  operator: IntegerOperator,
  kind: IntegerKind,
  first: Operand,
  second: Operand | undefined,
): Operand {
  const a = intoSmall(writer, first, kind);
  const is = (code: string): Operand => ({ code, kind: 'number', ...limits(kind) });
  const unsigned = (code: string): string => (kind.signed ? code : `(${code}) >>> 0`);
  if (second === undefined) {
    if (operator === 'neg') return is(fitted(writer, `0 - ${a}`, kind));
    return is(writer.keep(kind.signed ? `~${a}` : wrapped(`~${a}`, kind)));
  }
  if (operator === 'shl' || operator === 'shr') return is(smallShift(writer, operator, kind, a, second));
  const b = intoSmall(writer, second, kind);
  switch (operator) {
    case 'add':
      return is(fitted(writer, `${a} + ${b}`, kind));
    case 'sub':
      return is(fitted(writer, `${a} - ${b}`, kind));
    case 'mul':
      // A product beyond 2^53 is not exact, which matters for wrapping only: it is out of range either way.
      return is(fitted(writer, kind.overflow === 'wrap' ? `Math.imul(${a}, ${b})` : `${a} * ${b}`, kind));
    case 'div':
      writer.line(`if (${b} === 0) throw rt.divisionByZero();`);
      return is(fitted(writer, `Math.trunc(${a} / ${b})`, kind));
    case 'rem':
      writer.line(`if (${b} === 0) throw rt.divisionByZero();`);
      return is(writer.keep(`${a} % ${b} + 0`));
    case 'and':
      return is(writer.keep(unsigned(`${a} & ${b}`)));
    case 'or':
      return is(writer.keep(unsigned(`${a} | ${b}`)));
    case 'xor':
      return is(writer.keep(unsigned(`${a} ^ ${b}`)));
    case 'neg':
    case 'not':
      return is(a);
  }
}

function smallShift(
  writer: JavaScriptWriter,
  operator: 'shl' | 'shr',
  kind: IntegerKind,
  a: string,
  second: Operand,
): string {
  const count =
    second.kind === 'number' && second.low >= 0
      ? second.code
      : writer.keep(`rt.shiftCount(${writer.scalar(second)})`);
  if (operator === 'shr')
    return writer.keep(
      kind.signed ? `${a} >> (${count} > 31 ? 31 : ${count})` : `${count} > 31 ? 0 : ${a} >>> ${count}`,
    );
  if (kind.overflow !== 'wrap') return writer.keep(`rt.integer("shl", ${kindNumber(kind)}, ${a}, ${count})`);
  return writer.keep(`${count} > 31 ? 0 : ${wrapped(`${a} << ${count}`, kind)}`);
}

/** Operators that stay exact on numbers as long as operands and result are safe integers. */
const exactOnNumbers: Partial<Record<IntegerOperator, (a: string, b: string) => string>> = {
  add: (a, b) => `${a} + ${b}`,
  sub: (a, b) => `${a} - ${b}`,
  mul: (a, b) => `${a} * ${b}`,
  // The difference is a multiple of the divisor, so that the quotient is exact.
  div: (a, b) => `(${a} - ${a} % ${b}) / ${b}`,
  rem: (a, b) => `${a} % ${b}`,
  neg: a => `0 - ${a}`,
};

function writeWide(
  writer: JavaScriptWriter,
  operator: IntegerOperator,
  kind: IntegerKind,
  first: Operand,
  second: Operand | undefined,
): Operand {
  const a = writer.scalar(first);
  const b = second === undefined ? '0' : writer.scalar(second);
  const slow = `rt.integer(${JSON.stringify(operator)}, ${kindNumber(kind)}, ${a}, ${b})`;
  const exact = exactOnNumbers[operator];
  // Between 33 and 53 bits a safe integer may still not fit.
  if (exact === undefined || (kind.bits > 0 && kind.bits < 54))
    return { code: writer.keep(slow), kind: 'integer' };
  const result = writer.variable();
  const tests = [
    ...safeTests(first, a, kind.signed),
    ...(second === undefined ? [] : safeTests(second, b, kind.signed)),
    ...(operator === 'div' || operator === 'rem' ? [`${b} != 0`] : []),
    `Number.isSafeInteger(${result} = ${exact(a, b)} + 0)`,
    ...(kind.signed ? [] : [`${result} >= 0`]),
  ];
  writer.line(`if (!(${tests.join(' && ')})) ${result} = ${slow};`);
  return { code: result, kind: 'integer' };
}

function safeTests(operand: Operand, code: string, signed: boolean): readonly string[] {
  const known = operand.kind === 'number';
  return [
    ...(known ? [] : [`Number.isSafeInteger(${code})`]),
    ...(signed || (known && operand.low >= 0) ? [] : [`${code} >= 0`]),
  ];
}

export function writeFloat(writer: JavaScriptWriter, node: Extract<Expression, { op: 'float' }>): Operand {
  const operand = (of: Operand): string => {
    if (of.kind === 'float' && of.size === node.bits / 8) return of.code;
    if (of.kind === 'number' || of.kind === 'float')
      return node.bits === 32 ? `Math.fround(${of.code})` : of.code;
    const value = writer.scalar(of);
    if (isNumeric(of) && node.bits === 64) return `Number(${value})`;
    return writer.keep(`rt.float(${value}, ${node.bits})`);
  };
  const a = operand(writer.visit(node.a));
  const raw =
    node.operator === 'neg'
      ? `-${a}`
      : `${a} ${floatOperators[node.operator]} ${operand(writer.visit(secondOperand(node)))}`;
  return {
    code: writer.keep(node.bits === 32 ? `Math.fround(${raw})` : raw),
    kind: 'float',
    size: node.bits / 8,
  };
}

const floatOperators = { add: '+', sub: '-', mul: '*', div: '/', rem: '%' } as const;

export function writeIntegerConversion(
  writer: JavaScriptWriter,
  operand: Operand,
  kind: IntegerKind,
): Operand {
  if (isSmall(kind)) {
    const is = { kind: 'number', ...limits(kind) } as const;
    if (operand.kind === 'number') return { code: intoSmall(writer, operand, kind), ...is };
    const value = writer.scalar(operand);
    const general = writer.conversion({ code: value, kind: 'scalar' }, { ...kind, kind: 'integer' });
    return { code: writer.keep(`${fitsAlready(value, kind)} ? ${value} + 0 : ${general}`), ...is };
  }
  const value = writer.scalar(operand);
  const general = writer.conversion({ code: value, kind: 'scalar' }, { ...kind, kind: 'integer' });
  if (kind.bits > 0 && kind.bits < 54) return { code: writer.keep(general), kind: 'integer' };
  const safe = ['true', ...safeTests(operand, value, kind.signed)].join(' && ');
  return { code: writer.keep(`${safe} ? ${value} + 0 : ${general}`), kind: 'integer' };
}
