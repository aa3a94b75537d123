// Literals take the type that is wanted, if they fit it.

import type { Span } from '@sonde/native-compiler';
import type { ExpressionTree } from '../syntax/tree.js';
import { CheckMistake } from './mistake.js';
import type { Expression, IntegerLiteral } from './typed-program.js';
import {
  one,
  builtinTypes,
  flt64,
  int64,
  int8,
  isWhole,
  largest,
  sentinel,
  smallest,
  type AriaType,
  type IntegerType,
  type TbbType,
} from './types.js';

/** Made of literals only: its type is not settled yet. */
export function isFlexible(tree: ExpressionTree): boolean {
  switch (tree.kind) {
    case 'integer':
    case 'char':
    case 'float':
    case 'err':
    case 'null':
      return true;
    case 'unary':
      return (tree.operator === '-' || tree.operator === '~') && isFlexible(tree.operand);
    case 'binary':
      return arithmetic.has(tree.operator) && isFlexible(tree.left) && isFlexible(tree.right);
    case 'conditional':
      return isFlexible(tree.then) && isFlexible(tree.otherwise);
    default:
      return false;
  }
}

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>']);

/** Somewhere in it is a fraction. */
export function hasFraction(tree: ExpressionTree): boolean {
  if (tree.kind === 'unary') return hasFraction(tree.operand);
  if (tree.kind === 'binary') return hasFraction(tree.left) || hasFraction(tree.right);
  if (tree.kind === 'conditional') return hasFraction(tree.then) || hasFraction(tree.otherwise);
  return tree.kind === 'float';
}

/** Whether the digits spell bits (`0xff`) rather than a number. */
type Spelling = 'bits' | 'number';

export function integerLiteral(
  value: bigint,
  spelling: Spelling,
  wanted: AriaType | undefined,
  at: Span,
): Expression {
  if (wanted?.kind === 'float') return { kind: 'float', value: Number(value), type: wanted, at };
  return wholeLiteral(value, spelling, wanted && isWhole(wanted) ? wanted : defaultType(value), at);
}

export function wholeLiteral(
  value: bigint,
  spelling: Spelling,
  type: IntegerType | TbbType,
  at: Span,
): IntegerLiteral {
  if (value >= smallest(type) && value <= largest(type)) return { kind: 'integer', value, type, at };
  // Bytes of machine code are written as bits: 0xb8 is one of an int8.
  const isBits =
    spelling === 'bits' && type.kind === 'integer' && value >= 0n && value < 1n << BigInt(type.bits);
  if (isBits) return { kind: 'integer', value: BigInt.asIntN(type.bits, value), type, at };
  const isError = type.kind === 'tbb' && value === sentinel(type.bits);
  throw new CheckMistake(
    at,
    `${value} does not fit ${type.name}`,
    isError ? 'This is how ERR is stored: write ERR.' : `It holds ${smallest(type)} to ${largest(type)}.`,
  );
}

const uint64 = builtinTypes.get('uint64') as IntegerType;

const defaultType = (value: bigint): IntegerType =>
  value > largest(int64) && value <= largest(uint64) ? uint64 : int64;

export function floatLiteral(value: number, wanted: AriaType | undefined, at: Span): Expression {
  const type = wanted?.kind === 'float' ? wanted : flt64;
  return { kind: 'float', value: type.bits === 32 ? Math.fround(value) : value, type, at };
}

export function charLiteral(value: bigint, wanted: AriaType | undefined, at: Span): Expression {
  if (!wanted || !isWhole(wanted)) return { kind: 'integer', value, type: int8, at };
  const signed = wanted.kind === 'tbb' || wanted.signed;
  return wholeLiteral(signed ? value : BigInt.asUintN(8, value), 'number', wanted, at);
}

export function errorLiteral(wanted: AriaType | undefined, at: Span): Expression {
  if (wanted?.kind === 'tbb') return { kind: 'integer', value: sentinel(wanted.bits), type: wanted, at };
  throw new CheckMistake(
    at,
    wanted === undefined ? 'ERR of which type?' : `${one(wanted)} cannot be ERR`,
    'ERR is a value of tbb8, tbb16, tbb32 and tbb64.',
  );
}

export function nullLiteral(wanted: AriaType | undefined, at: Span): Expression {
  if (wanted?.kind === 'pointer' || wanted?.kind === 'gc' || wanted?.kind === 'wild') {
    return { kind: 'null', type: wanted, at };
  }
  throw new CheckMistake(
    at,
    wanted === undefined ? 'NULL of which type?' : `${one(wanted)} cannot be NULL`,
    'Pointers, gc and wild references can.',
  );
}
