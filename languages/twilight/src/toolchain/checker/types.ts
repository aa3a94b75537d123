// Types of the typed program. Equal types are the same object: `TypeTable` makes each once, named by its text.

import type { Span } from '@sonde/front-end';

export interface UnitType {
  readonly kind: 'unit';
  readonly name: '()';
}

/** Of expressions that do not come back: `return`, `panic!`. */
export interface NeverType {
  readonly kind: 'never';
  readonly name: 'never';
}

export interface BoolType {
  readonly kind: 'bool';
  readonly name: 'bool';
}

/** `timestamp` and `blocknumber` are `u64`. */
export interface IntType {
  readonly kind: 'int';
  readonly name: string;
  readonly signed: boolean;
  /** 8, 16, 32, 64, 128, 256; in solidity mode every multiple of 8: `uint40` is `u40`. */
  readonly bits: number;
  /** The next of 8, 16, 32, 64, 128, 256: how much room it takes. Results are checked against `bits`. */
  readonly container: 8 | 16 | 32 | 64 | 128 | 256;
}

/** 20 bytes. */
export interface AddressType {
  readonly kind: 'address';
  readonly name: 'address';
}

/** 32 bytes. */
export interface HashType {
  readonly kind: 'hash256';
  readonly name: 'hash256';
}

/** Immutable UTF-8. */
export interface StringType {
  readonly kind: 'string';
  readonly name: 'string';
}

export interface Field {
  /** Of a tuple, a tuple struct or variant: `0`, `1`. */
  readonly name: string;
  readonly nth: number;
  readonly type: Type;
  readonly public: boolean;
}

export interface StructType {
  readonly kind: 'struct';
  /** `Vault::Quote`, `Pair<u64,bool>`. */
  readonly name: string;
  readonly shape: 'unit' | 'tuple' | 'named';
  /** In the order of the declaration, which is the order in memory. */
  readonly fields: readonly Field[];
  readonly at: Span | undefined;
}

export interface Variant {
  readonly name: string;
  /** The tag: the place in the declaration. Option: None 0, Some 1, so that zero bytes are None. Result: Ok 0, Err 1. */
  readonly tag: number;
  readonly shape: 'unit' | 'tuple' | 'named';
  readonly fields: readonly Field[];
}

export interface EnumType {
  readonly kind: 'enum';
  /** `Vault::Tier`, `Option<u64>`, `Result<u64,string>`. */
  readonly name: string;
  readonly family: 'user' | 'option' | 'result';
  readonly variants: readonly Variant[];
  readonly at: Span | undefined;
}

export interface TupleType {
  readonly kind: 'tuple';
  /** `(u64,bool)` */
  readonly name: string;
  readonly fields: readonly Field[];
}

export interface ArrayType {
  readonly kind: 'array';
  /** `array<u8,4>` */
  readonly name: string;
  readonly element: Type;
  readonly length: number;
}

export interface VectorType {
  readonly kind: 'vector';
  readonly name: string;
  readonly element: Type;
}

export interface MapType {
  readonly kind: 'map';
  readonly name: string;
  readonly key: Type;
  readonly value: Type;
}

/** `T` in the declaration of something generic; there is none in a typed program. */
export interface ParameterType {
  readonly kind: 'parameter';
  readonly name: string;
  /** Names of the traits it must have. */
  readonly bounds: readonly string[];
  readonly copies: boolean;
}

/** The zero value of every type is all zero bytes: 0, false, "", empty, None, the first variant. */
export type Type =
  | UnitType
  | NeverType
  | BoolType
  | IntType
  | AddressType
  | HashType
  | StringType
  | StructType
  | EnumType
  | TupleType
  | ArrayType
  | VectorType
  | MapType
  | ParameterType;

/** What has named or numbered parts. */
export type ProductType = StructType | TupleType;
