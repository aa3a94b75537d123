// Constants: numbers, strings, structs and arrays of them, and addresses in globals.

import { misuse } from './misuse.js';
import { bytesOf, quoted } from './spelling.js';
import { arrayType, i1, i64, i8, ptr, requireStorable, sameType, typeText } from './types.js';
import type { ArrayType, FloatingType, IntType, IrType, StructType } from './types.js';
import { typedText, type Constant } from './value.js';

/** Signed or unsigned: anything that the bits can hold. */
export function intConstant(type: IntType, value: bigint | number): Constant {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) misuse(`${value} is not an exact integer`);
  const whole = BigInt(value);
  const lowest = -(1n << BigInt(type.bits - 1));
  const beyond = 1n << BigInt(type.bits);
  if (whole < lowest || whole >= beyond) misuse(`${whole.toString()} does not fit into i${type.bits}`);
  if (type.bits === 1) return constant(type, whole === 0n ? 'false' : 'true');
  return constant(type, whole.toString());
}

export const boolConstant = (value: boolean): Constant => intConstant(i1, value ? 1 : 0);

/** Exact, as the bits of a double: decimal text is refused by LLVM wherever it would have to round. */
export function floatConstant(type: FloatingType, value: number): Constant {
  const bits = new DataView(new ArrayBuffer(8));
  const held = type.kind === 'float' ? Math.fround(value) : value;
  // All NaNs of JavaScript are one; its bits are not fixed by the language.
  const pattern = Number.isNaN(held) ? 0x7ff8000000000000n : (bits.setFloat64(0, held), bits.getBigUint64(0));
  return constant(type, `0x${pattern.toString(16).toUpperCase().padStart(16, '0')}`);
}

export const nullPointer: Constant = { type: ptr, text: 'null', isConstant: true };

/** All bytes zero. */
export function zeroConstant(type: IrType): Constant {
  requireStorable(type, 'a constant');
  if (type.kind === 'int') return intConstant(type, 0);
  if (type.kind === 'float' || type.kind === 'double') return floatConstant(type, 0);
  return type.kind === 'ptr' ? nullPointer : constant(type, 'zeroinitializer');
}

/** For an aggregate that is about to be filled, or a value nobody reads. */
export function poisonConstant(type: IrType): Constant {
  requireStorable(type, 'a constant');
  return constant(type, 'poison');
}

/** The bytes of a text (UTF-8) or any others; `terminated` puts a zero byte behind them. */
export function stringConstant(
  text: string | Uint8Array,
  options: { readonly terminated?: boolean } = {},
): Constant & { readonly type: ArrayType } {
  const bytes = bytesOf(text);
  // A fresh array is zero, so its last byte is the terminator.
  const all = new Uint8Array(bytes.length + (options.terminated === true ? 1 : 0));
  all.set(bytes);
  return { type: arrayType(i8, all.length), text: `c${quoted(all)}`, isConstant: true };
}

export function arrayConstant(element: IrType, values: readonly Constant[]): Constant {
  values.forEach((value, index) => {
    requireConstant(value, element, `element ${index} of an array of ${typeText(element)}`);
  });
  return constant(arrayType(element, values.length), `[${values.map(typedText).join(', ')}]`, values);
}

export function structConstant(type: StructType, values: readonly Constant[]): Constant {
  if (values.length !== type.fields.length)
    misuse(`${typeText(type)} has ${type.fields.length} fields, not ${values.length}`);
  values.forEach((value, index) => {
    requireConstant(value, type.fields[index]!, `field ${index} of ${typeText(type)}`);
  });
  const body = values.length === 0 ? '{}' : `{ ${values.map(typedText).join(', ')} }`;
  return constant(type, type.packed ? `<${body}>` : body, values);
}

/** So many bytes behind the address of a global; see `structLayout` for those of a field. */
export function addressConstant(base: Constant, offset: number | bigint): Constant {
  requireConstant(base, ptr, 'the base of an address');
  const index = intConstant(i64, offset);
  return constant(ptr, `getelementptr (i8, ptr ${base.text}, ${typedText(index)})`, [base]);
}

/** An address as a number. */
export function addressNumberConstant(base: Constant): Constant {
  requireConstant(base, ptr, 'an address');
  return constant(i64, `ptrtoint (ptr ${base.text} to i64)`, [base]);
}

function constant(type: IrType, text: string, parts: readonly Constant[] = []): Constant {
  const owners = new Set(parts.map(part => part.owner).filter(owner => owner !== undefined));
  if (owners.size > 1) misuse('a constant refers to globals of several modules');
  const [owner] = owners;
  return { type, text, isConstant: true, ...(owner === undefined ? {} : { owner }) };
}

function requireConstant(value: Constant, type: IrType, what: string): void {
  if (!sameType(value.type, type)) misuse(`${what} must be ${typeText(type)}, not ${typeText(value.type)}`);
}
