// Types of WebAssembly, as the specification spells them.

export type NumberType = 'i32' | 'i64' | 'f32' | 'f64';
export type ReferenceType = 'funcref' | 'externref';
export type ValueType = NumberType | ReferenceType | 'v128';

export interface FunctionType {
  readonly params: readonly ValueType[];
  readonly results: readonly ValueType[];
}

/** Of a block: nothing, one result, or a function type by its index. */
export type BlockType =
  | { readonly kind: 'empty' }
  | { readonly kind: 'result'; readonly type: ValueType }
  | { readonly kind: 'type'; readonly index: number };

export interface Limits {
  readonly min: number;
  readonly max?: number;
}

export interface MemoryType extends Limits {
  readonly shared?: true;
}

export interface TableType extends Limits {
  readonly element: ReferenceType;
}

export interface GlobalType {
  readonly type: ValueType;
  readonly mutable: boolean;
}

export const typeCodes: Readonly<Record<ValueType, number>> = {
  i32: 0x7f,
  i64: 0x7e,
  f32: 0x7d,
  f64: 0x7c,
  v128: 0x7b,
  funcref: 0x70,
  externref: 0x6f,
};

export const typeOfCode: ReadonlyMap<number, ValueType> = new Map(
  (Object.entries(typeCodes) as [ValueType, number][]).map(([type, code]) => [code, type]),
);

export const isReference = (type: ValueType): type is ReferenceType =>
  type === 'funcref' || type === 'externref';

export const sameTypes = (a: readonly ValueType[], b: readonly ValueType[]): boolean =>
  a.length === b.length && a.every((type, index) => type === b[index]);

export const sameFunctionType = (a: FunctionType, b: FunctionType): boolean =>
  sameTypes(a.params, b.params) && sameTypes(a.results, b.results);
