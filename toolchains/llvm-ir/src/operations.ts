// The operators of LLVM IR: which operands, flags and predicates each one takes.

import { misuse } from './misuse.js';
import { typeText, type IrType } from './types.js';

export type IntOperator =
  | 'add'
  | 'sub'
  | 'mul'
  | 'udiv'
  | 'sdiv'
  | 'urem'
  | 'srem'
  | 'shl'
  | 'lshr'
  | 'ashr'
  | 'and'
  | 'or'
  | 'xor';
export type FloatOperator = 'fadd' | 'fsub' | 'fmul' | 'fdiv' | 'frem';
export type BinaryOperator = IntOperator | FloatOperator;

/** Promises; a broken one makes the result poison. */
export type OperatorFlag = 'nuw' | 'nsw' | 'exact';

export type IntPredicate = 'eq' | 'ne' | 'ugt' | 'uge' | 'ult' | 'ule' | 'sgt' | 'sge' | 'slt' | 'sle';
export type FloatPredicate =
  | 'oeq'
  | 'ogt'
  | 'oge'
  | 'olt'
  | 'ole'
  | 'one'
  | 'ord'
  | 'ueq'
  | 'ugt'
  | 'uge'
  | 'ult'
  | 'ule'
  | 'une'
  | 'uno';

export type CastOperator =
  | 'trunc'
  | 'zext'
  | 'sext'
  | 'fptrunc'
  | 'fpext'
  | 'fptosi'
  | 'fptoui'
  | 'sitofp'
  | 'uitofp'
  | 'ptrtoint'
  | 'inttoptr'
  | 'bitcast';

const flagsOf: Readonly<Partial<Record<BinaryOperator, readonly OperatorFlag[]>>> = {
  add: ['nuw', 'nsw'],
  sub: ['nuw', 'nsw'],
  mul: ['nuw', 'nsw'],
  shl: ['nuw', 'nsw'],
  udiv: ['exact'],
  sdiv: ['exact'],
  lshr: ['exact'],
  ashr: ['exact'],
};

const floatOperators: ReadonlySet<string> = new Set<FloatOperator>(['fadd', 'fsub', 'fmul', 'fdiv', 'frem']);

export const isFloating = (type: IrType): boolean => type.kind === 'float' || type.kind === 'double';

export function requireBinary(operator: BinaryOperator, type: IrType, flags: readonly OperatorFlag[]): void {
  const wantsFloat = floatOperators.has(operator);
  const fits = wantsFloat ? isFloating(type) : type.kind === 'int';
  if (!fits)
    misuse(`${operator} takes ${wantsFloat ? 'float or double' : 'integers'}, not ${typeText(type)}`);
  for (const flag of flags) {
    if (flagsOf[operator]?.includes(flag) !== true) misuse(`${operator} has no flag ${flag}`);
  }
}

export function requireCast(operator: CastOperator, from: IrType, to: IrType): void {
  if (!castFits(operator, from, to)) misuse(`${operator} cannot make ${typeText(to)} of ${typeText(from)}`);
}

function castFits(operator: CastOperator, from: IrType, to: IrType): boolean {
  switch (operator) {
    case 'trunc':
      return from.kind === 'int' && to.kind === 'int' && to.bits < from.bits;
    case 'zext':
    case 'sext':
      return from.kind === 'int' && to.kind === 'int' && to.bits > from.bits;
    case 'fptrunc':
      return from.kind === 'double' && to.kind === 'float';
    case 'fpext':
      return from.kind === 'float' && to.kind === 'double';
    case 'fptosi':
    case 'fptoui':
      return isFloating(from) && to.kind === 'int';
    case 'sitofp':
    case 'uitofp':
      return from.kind === 'int' && isFloating(to);
    case 'ptrtoint':
      return from.kind === 'ptr' && to.kind === 'int';
    case 'inttoptr':
      return from.kind === 'int' && to.kind === 'ptr';
    case 'bitcast':
      return (
        bitsOf(from) !== undefined &&
        bitsOf(from) === bitsOf(to) &&
        (from.kind === 'ptr') === (to.kind === 'ptr')
      );
  }
}

function bitsOf(type: IrType): number | undefined {
  if (type.kind === 'int') return type.bits;
  if (type.kind === 'float') return 32;
  return type.kind === 'double' || type.kind === 'ptr' ? 64 : undefined;
}
