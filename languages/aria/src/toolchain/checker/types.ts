// Types as data. Two types are the same when their canonical names are, apart from `byte`, which is another name of uint8.

export interface IntegerType {
  readonly kind: 'integer';
  /** `int8` … `uint64`, or `byte`. */
  readonly name: string;
  readonly bits: 8 | 16 | 32 | 64;
  readonly signed: boolean;
}

/** Symmetric integers with a sticky error in the most negative value (Aria debug spec 3.1). */
export interface TbbType {
  readonly kind: 'tbb';
  readonly name: string;
  readonly bits: 8 | 16 | 32 | 64;
}

export interface FloatType {
  readonly kind: 'float';
  readonly name: string;
  readonly bits: 32 | 64;
}

export interface PlainType {
  readonly kind: 'bool' | 'string' | 'void';
  readonly name: string;
}

/** Fields are in `TypedProgram.structs`, so that a struct may point to itself. */
export interface StructType {
  readonly kind: 'struct';
  readonly name: string;
}

/** Stored as an int32; members are in `TypedProgram.enums`. */
export interface EnumType {
  readonly kind: 'enum';
  readonly name: string;
}

export interface ArrayType {
  readonly kind: 'array';
  readonly name: string;
  readonly element: AriaType;
  readonly length: number;
}

/**
 * pointer `T@`, reference `T$` (never NULL, read through by itself), gc `gc_ptr<T>` (movable object of the collected heap),
 * wild `wild_ptr<T>` (memory that is freed by hand; a fat pointer in debug builds).
 */
export interface PointerType {
  readonly kind: 'pointer' | 'reference' | 'gc' | 'wild';
  readonly name: string;
  readonly target: AriaType;
}

export interface ResultType {
  readonly kind: 'result' | 'future';
  readonly name: string;
  readonly value: AriaType;
}

/** A call through it gives `result<R>`. */
export interface FunctionType {
  readonly kind: 'function';
  readonly name: string;
  readonly parameters: readonly AriaType[];
  readonly result: AriaType;
}

export type AriaType =
  | IntegerType
  | TbbType
  | FloatType
  | PlainType
  | StructType
  | EnumType
  | ArrayType
  | PointerType
  | ResultType
  | FunctionType;

const integer = (bits: 8 | 16 | 32 | 64, signed: boolean): IntegerType => ({
  kind: 'integer',
  name: `${signed ? 'int' : 'uint'}${bits}`,
  bits,
  signed,
});
const tbb = (bits: 8 | 16 | 32 | 64): TbbType => ({ kind: 'tbb', name: `tbb${bits}`, bits });

export const int32 = integer(32, true);
export const int64 = integer(64, true);
export const int8 = integer(8, true);
export const byte: IntegerType = { kind: 'integer', name: 'byte', bits: 8, signed: false };
export const tbb8 = tbb(8);
export const flt64: FloatType = { kind: 'float', name: 'flt64', bits: 64 };
export const bool: PlainType = { kind: 'bool', name: 'bool' };
export const string: PlainType = { kind: 'string', name: 'string' };
export const nothing: PlainType = { kind: 'void', name: 'void' };

const sizes = [8, 16, 32, 64] as const;

/** The types that have a word of their own. */
export const builtinTypes: ReadonlyMap<string, AriaType> = new Map(
  [
    ...sizes.map(bits => integer(bits, true)),
    ...sizes.map(bits => integer(bits, false)),
    ...sizes.map(tbb),
    { kind: 'float', name: 'flt32', bits: 32 } satisfies FloatType,
    flt64,
    bool,
    byte,
    string,
    nothing,
  ].map(type => [type.name, type]),
);

export const structType = (name: string): StructType => ({ kind: 'struct', name });
export const enumType = (name: string): EnumType => ({ kind: 'enum', name });

export const arrayType = (element: AriaType, length: number): ArrayType => {
  // int64[2][3] is three arrays of two: suffixes are read from left to right.
  return { kind: 'array', name: `${element.name}[${length}]`, element, length };
};
export const pointerType = (target: AriaType): PointerType => ({
  kind: 'pointer',
  name: `${target.name}@`,
  target,
});
export const referenceType = (target: AriaType): PointerType => ({
  kind: 'reference',
  name: `${target.name}$`,
  target,
});
export const gcType = (target: AriaType): PointerType => ({
  kind: 'gc',
  name: `gc_ptr<${target.name}>`,
  target,
});
export const wildType = (target: AriaType): PointerType => ({
  kind: 'wild',
  name: `wild_ptr<${target.name}>`,
  target,
});
export const resultType = (value: AriaType): ResultType => ({
  kind: 'result',
  name: `result<${value.name}>`,
  value,
});
export const futureType = (value: AriaType): ResultType => ({
  kind: 'future',
  name: `future<${value.name}>`,
  value,
});
export const functionType = (parameters: readonly AriaType[], result: AriaType): FunctionType => ({
  kind: 'function',
  name: `func<${result.name}(${parameters.map(({ name }) => name).join(',')})>`,
  parameters,
  result,
});

/** With its article, for messages: `an int32`, `a uint8`. */
export const one = ({ name }: AriaType): string => `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;

/** `byte` and `uint8` are the same wherever they stand in a type. */
const plainName = (type: AriaType): string => type.name.replace(/\bbyte\b/g, 'uint8');

export const sameType = (left: AriaType, right: AriaType): boolean =>
  left.name === right.name || plainName(left) === plainName(right);

export const isPointer = (type: AriaType): type is PointerType =>
  type.kind === 'pointer' || type.kind === 'reference' || type.kind === 'gc' || type.kind === 'wild';

/** Whole numbers, with or without an error value. */
export const isWhole = (type: AriaType): type is IntegerType | TbbType =>
  type.kind === 'integer' || type.kind === 'tbb';

export const isNumber = (type: AriaType): type is IntegerType | TbbType | FloatType =>
  isWhole(type) || type.kind === 'float';

/** The smallest value that is a value: the one below is a tbb's ERR. */
export const smallest = (type: IntegerType | TbbType): bigint => {
  if (type.kind === 'tbb') return 1n - (1n << BigInt(type.bits - 1));
  return type.signed ? -(1n << BigInt(type.bits - 1)) : 0n;
};

export const largest = (type: IntegerType | TbbType): bigint => {
  const signed = type.kind === 'tbb' || type.signed;
  return (1n << BigInt(signed ? type.bits - 1 : type.bits)) - 1n;
};

/** ERR of a tbb of so many bits, as the number it is stored as. */
export const sentinel = (bits: number): bigint => -(1n << BigInt(bits - 1));
