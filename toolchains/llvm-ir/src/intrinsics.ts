// Functions that LLVM knows by name: how the overloaded ones are called for given types.

import { functionType, i1, i64, i8, ptr, structType, typeText, voidType } from './types.js';
import type { FloatingType, FunctionType, IntType, IrType } from './types.js';

export interface Intrinsic {
  readonly name: string;
  readonly signature: FunctionType;
}

export type OverflowOperator = 'sadd' | 'uadd' | 'ssub' | 'usub' | 'smul' | 'umul';

/** The result is `{ iN, i1 }`: the wrapped number and whether it wrapped. */
export function overflowIntrinsic(operator: OverflowOperator, type: IntType): Intrinsic {
  return intrinsic(`llvm.${operator}.with.overflow`, [type], structType([type, i1]), [type, type]);
}

export type BlockIntrinsic = 'memcpy' | 'memmove';

/** (to, from, bytes, volatile) */
export const copyIntrinsic = (kind: BlockIntrinsic): Intrinsic =>
  intrinsic(`llvm.${kind}`, [ptr, ptr, i64], voidType, [ptr, ptr, i64, i1]);

/** (to, byte, bytes, volatile) */
export const fillIntrinsic: Intrinsic = intrinsic('llvm.memset', [ptr, i64], voidType, [ptr, i8, i64, i1]);

/** Ends the program with a signal; `debugtrap` lets a debugger go on behind it. */
export const trapIntrinsic = (kind: 'trap' | 'debugtrap'): Intrinsic =>
  intrinsic(`llvm.${kind}`, [], voidType, []);

/** A function of one operand and a result of the same type: `fabs`, `sqrt`, `floor`, `bswap`, `ctpop`, … */
export const unaryIntrinsic = (name: string, type: IntType | FloatingType): Intrinsic =>
  intrinsic(`llvm.${name}`, [type], type, [type]);

/** The same with two operands: `smin`, `umax`, `sadd.sat`, `copysign`, `pow`, … */
export const binaryIntrinsic = (name: string, type: IntType | FloatingType): Intrinsic =>
  intrinsic(`llvm.${name}`, [type], type, [type, type]);

function intrinsic(
  family: string,
  overloads: readonly IrType[],
  result: IrType,
  parameters: readonly IrType[],
): Intrinsic {
  return {
    name: [family, ...overloads.map(overloadText)].join('.'),
    signature: functionType(result, parameters),
  };
}

function overloadText(type: IrType): string {
  if (type.kind === 'float') return 'f32';
  if (type.kind === 'double') return 'f64';
  return type.kind === 'ptr' ? 'p0' : typeText(type);
}
