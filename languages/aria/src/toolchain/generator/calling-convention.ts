// How arguments and results travel: as C passes them on this machine, so that a debugger and C code can call Aria functions.

import {
  arrayType,
  double,
  float,
  functionType,
  i16,
  i32,
  i64,
  i8,
  ptr,
  sizeOf,
  structLayout,
  structType,
  voidType,
} from '@sonde/llvm-ir';
import type { Attribute, FunctionType, IrType, StructType } from '@sonde/llvm-ir';
import type { AriaType } from '../checker/typed-program.js';
import type { TypeLayout } from './type-layout.js';

export type Machine = 'x86-64' | 'aarch64';

export type Passing =
  | { readonly kind: 'direct'; readonly type: IrType; readonly attributes: readonly Attribute[] }
  /** An aggregate in registers: its bytes, read as these. */
  | { readonly kind: 'parts'; readonly parts: StructType }
  /** The address of a copy that nobody else uses; `byval`: one on the stack. */
  | { readonly kind: 'copy'; readonly attributes: readonly Attribute[] };

export type Returning =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'direct'; readonly type: IrType; readonly attributes: readonly Attribute[] }
  | { readonly kind: 'parts'; readonly parts: StructType }
  /** Into memory whose address is the first argument. */
  | { readonly kind: 'sret' };

export interface Convention {
  readonly parameters: readonly Passing[];
  readonly returning: Returning;
  readonly signature: FunctionType;
  readonly resultAttributes: readonly Attribute[];
  readonly parameterAttributes: readonly (readonly Attribute[])[];
}

/** Registers that are left for arguments. */
interface Registers {
  whole: number;
  floating: number;
}

export function conventionOf(
  layout: TypeLayout,
  machine: Machine,
  parameters: readonly AriaType[],
  result: AriaType,
): Convention {
  const returning = returningOf(layout, machine, result);
  const registers: Registers = { whole: machine === 'x86-64' ? 6 : 8, floating: 8 };
  if (returning.kind === 'sret' && machine === 'x86-64') registers.whole -= 1;
  const passing = parameters.map(type => passingOf(layout, machine, type, registers));
  const first: readonly [IrType, readonly Attribute[]][] =
    returning.kind === 'sret' ? [[ptr, [{ name: 'sret', type: layout.ir(result) }, 'align 8']]] : [];
  const flat = [...first, ...passing.flatMap(irParameters)];
  return {
    parameters: passing,
    returning,
    signature: functionType(
      resultType(returning),
      flat.map(([type]) => type),
    ),
    resultAttributes: returning.kind === 'direct' ? returning.attributes : [],
    parameterAttributes: flat.map(([, attributes]) => attributes),
  };
}

function irParameters(passing: Passing): readonly (readonly [IrType, readonly Attribute[]])[] {
  if (passing.kind === 'direct') return [[passing.type, passing.attributes]];
  if (passing.kind === 'copy') return [[ptr, passing.attributes]];
  return passing.parts.fields.map(part => [part, []]);
}

/** One part is returned as itself, two as a pair. */
function resultType(returning: Returning): IrType {
  if (returning.kind === 'direct') return returning.type;
  if (returning.kind !== 'parts') return voidType;
  const { fields } = returning.parts;
  return fields.length === 1 ? fields[0]! : returning.parts;
}

const isAggregate = (type: IrType): boolean => type.kind === 'struct' || type.kind === 'array';

/** Narrow integers fill their register, as C does it. */
function extension(type: AriaType): readonly Attribute[] {
  if (type.kind === 'bool') return ['zeroext'];
  if (type.kind === 'tbb') return type.bits < 32 ? ['signext'] : [];
  if (type.kind === 'integer' && type.bits < 32) return [type.signed ? 'signext' : 'zeroext'];
  return [];
}

function returningOf(layout: TypeLayout, machine: Machine, type: AriaType): Returning {
  if (type.kind === 'void') return { kind: 'nothing' };
  const ir = layout.ir(type);
  if (!isAggregate(ir)) return { kind: 'direct', type: ir, attributes: extension(type) };
  if (sizeOf(ir) > 16) return { kind: 'sret' };
  return { kind: 'parts', parts: machine === 'x86-64' ? eightbytes(ir) : words(ir) };
}

function passingOf(layout: TypeLayout, machine: Machine, type: AriaType, registers: Registers): Passing {
  const ir = layout.ir(type);
  if (!isAggregate(ir)) {
    if (type.kind === 'float') registers.floating -= 1;
    else registers.whole -= 1;
    return { kind: 'direct', type: ir, attributes: extension(type) };
  }
  if (machine === 'aarch64') {
    const floats = sameFloats(ir);
    if (floats !== undefined) return { kind: 'parts', parts: structType([floats]) };
    if (sizeOf(ir) > 16) return { kind: 'copy', attributes: [] };
    // Both halves or neither are in registers: LLVM knows it of an array.
    return { kind: 'parts', parts: sizeOf(ir) > 8 ? structType([arrayType(i64, 2)]) : words(ir) };
  }
  const onStack: Passing = { kind: 'copy', attributes: [{ name: 'byval', type: ir }, 'align 8'] };
  if (sizeOf(ir) > 16) return onStack;
  const parts = eightbytes(ir);
  const floating = parts.fields.filter(({ kind }) => kind === 'double' || kind === 'float').length;
  const whole = parts.fields.length - floating;
  if (registers.whole < whole || registers.floating < floating) return onStack;
  registers.whole -= whole;
  registers.floating -= floating;
  return { kind: 'parts', parts };
}

interface Scalar {
  readonly offset: number;
  readonly type: IrType;
}

function scalarsOf(type: IrType, offset = 0): readonly Scalar[] {
  if (type.kind === 'struct') {
    const { offsets } = structLayout(type);
    return type.fields.flatMap((field, index) => scalarsOf(field, offset + offsets[index]!));
  }
  if (type.kind !== 'array') return [{ offset, type }];
  const size = sizeOf(type.element);
  return Array.from({ length: type.count }, (_, index) =>
    scalarsOf(type.element, offset + index * size),
  ).flat();
}

/** System V: each eight bytes of an aggregate go into a floating register when only floats are in them. */
function eightbytes(type: IrType): StructType {
  const size = sizeOf(type);
  const scalars = scalarsOf(type);
  const parts = Array.from({ length: Math.ceil(size / 8) }, (_, index): IrType => {
    const inside = scalars.filter(({ offset }) => offset >> 3 === index);
    const allFloats = inside.every(scalar => scalar.type.kind === 'float' || scalar.type.kind === 'double');
    if (!allFloats) return wholeOf(size - index * 8);
    return inside.length === 1 && inside[0]!.type.kind === 'float' ? float : double;
  });
  return structType(parts);
}

const wholeOf = (bytes: number): IrType => (bytes === 1 ? i8 : bytes === 2 ? i16 : bytes === 4 ? i32 : i64);

const words = (type: IrType): StructType => structType(sizeOf(type) > 8 ? [i64, i64] : [i64]);

/** AArch64 passes up to four floats of one size in floating registers. */
function sameFloats(type: IrType): IrType | undefined {
  if (sizeOf(type) > 32) return undefined;
  const scalars = scalarsOf(type);
  const first = scalars[0]?.type;
  if (first === undefined || scalars.length > 4 || (first.kind !== 'float' && first.kind !== 'double'))
    return undefined;
  return scalars.every(scalar => scalar.type.kind === first.kind)
    ? arrayType(first, scalars.length)
    : undefined;
}
