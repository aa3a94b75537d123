// Where things lie in memory: the natural layout that x86-64 and aarch64 share, in bytes.

import { misuse } from './misuse.js';
import { typeText, type IrType, type StructType } from './types.js';

/** Both targets align nothing beyond this by nature. */
const widestAlignment = 16;

export function alignmentOf(type: IrType): number {
  switch (type.kind) {
    case 'int':
      return Math.min(powerOfTwoFrom(Math.ceil(type.bits / 8)), widestAlignment);
    case 'float':
      return 4;
    case 'double':
    case 'ptr':
      return 8;
    case 'array':
      return alignmentOf(type.element);
    case 'struct':
      return type.packed ? 1 : type.fields.reduce((most, field) => Math.max(most, alignmentOf(field)), 1);
    case 'void':
    case 'function':
      return misuse(`${typeText(type)} has no place in memory`);
  }
}

/** With the padding behind it: the distance of two elements of an array. */
export function sizeOf(type: IrType): number {
  switch (type.kind) {
    case 'int':
      return roundUp(Math.ceil(type.bits / 8), alignmentOf(type));
    case 'float':
      return 4;
    case 'double':
    case 'ptr':
      return 8;
    case 'array':
      return type.count * sizeOf(type.element);
    case 'struct':
      return structLayout(type).size;
    case 'void':
    case 'function':
      return misuse(`${typeText(type)} has no place in memory`);
  }
}

export interface StructLayout {
  readonly size: number;
  readonly alignment: number;
  readonly offsets: readonly number[];
}

export function structLayout(type: StructType): StructLayout {
  const offsets: number[] = [];
  let end = 0;
  for (const field of type.fields) {
    const offset = type.packed ? end : roundUp(end, alignmentOf(field));
    offsets.push(offset);
    end = offset + sizeOf(field);
  }
  const alignment = alignmentOf(type);
  return { size: roundUp(end, alignment), alignment, offsets };
}

const roundUp = (size: number, unit: number): number => Math.ceil(size / unit) * unit;

function powerOfTwoFrom(size: number): number {
  let power = 1;
  while (power < size) power *= 2;
  return power;
}
