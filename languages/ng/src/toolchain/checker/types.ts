// What a value, a function or a declared name can be, before the program runs.

import type { FunctionDeclaration, TypeDeclaration } from '../ast.js';
import type { SourceFile } from '../source.js';
import type { Scope } from './scope.js';

export { typeText } from './type-text.js';

export type PrimitiveName =
  | 'unit'
  | 'bool'
  | 'string'
  | 'i8'
  | 'i16'
  | 'i32'
  | 'i64'
  | 'u8'
  | 'u16'
  | 'u32'
  | 'u64'
  | 'f16'
  | 'f32'
  | 'f64'
  | 'f128';

export type Type =
  /** Known only when the program runs. */
  | { readonly kind: 'untyped' }
  | { readonly kind: 'primitive'; readonly name: PrimitiveName }
  | FunctionType
  /** A parameter that may be left out. */
  | { readonly kind: 'defaulted'; readonly of: Type }
  | { readonly kind: 'vector'; readonly element: Type }
  /** `array<T, N>` */
  | { readonly kind: 'array'; readonly element: Type; readonly length: Type }
  | { readonly kind: 'span'; readonly element: Type }
  | { readonly kind: 'range'; readonly element: Type }
  | { readonly kind: 'tuple'; readonly items: readonly Type[] }
  | { readonly kind: 'reference'; readonly target: Type }
  | RecordType
  | TraitType
  | AliasType
  | NewType
  | UnionType
  | VariantType
  /** `A | B` */
  | { readonly kind: 'either'; readonly members: readonly Type[] }
  | TypeParameter
  | GenericFunction
  | GenericType
  /** `F<T>` of a parameter that takes types itself. */
  | { readonly kind: 'application'; readonly of: Type; readonly args: readonly Type[] }
  /** The arguments that `T...` stands for. */
  | { readonly kind: 'pack'; readonly items: readonly Type[] }
  /** A number among type arguments, or (`parameter`) the name of one. */
  | { readonly kind: 'constant'; readonly value: string; readonly parameter: boolean };

export type TypeOf<Kind extends Type['kind']> = Extract<Type, { kind: Kind }>;

/** What a method does with a place inside its receiver, in order. */
export interface ReceiverEffect {
  readonly kind: 'read' | 'write' | 'move';
  /** Inside the receiver; empty for the whole of it. */
  readonly place: string;
}

/** The first call of a function without types decides them, so its parameters are replaced then. */
export interface FunctionType {
  readonly kind: 'function';
  parameters: readonly Type[];
  readonly result: Type;
  /** Of a method. `unknown`: the receiver goes to places that are not followed. */
  readonly effects: readonly ReceiverEffect[] | 'unknown';
  /** The text of a declaration `= delete`. */
  deleted: string | undefined;
}

/** `type P { … }`, or a type without a shape of its own. Members are filled in when the declaration is reached. */
export interface RecordType {
  readonly kind: 'record';
  /** With type arguments: `Box<i32>`. */
  readonly name: string;
  readonly module: string;
  readonly shape: 'fields' | 'native' | 'abstract';
  readonly typeArguments: readonly Type[];
  readonly properties: Map<string, Type>;
  /** Own methods by name, those of traits as `Trait::name`. */
  readonly methods: Map<string, FunctionType>;
  readonly traitMethods: Map<string, Map<string, FunctionType>>;
}

export interface TraitType {
  readonly kind: 'trait';
  readonly name: string;
  readonly module: string;
  readonly parameters: readonly string[];
  supertraits: readonly TraitType[];
  /** Declared here. */
  readonly methods: Map<string, FunctionType>;
  readonly defaults: Map<string, FunctionDeclaration>;
  /** With those of the supertraits. */
  allMethods: ReadonlyMap<string, FunctionType>;
  allDefaults: ReadonlyMap<string, { readonly declaration: FunctionDeclaration; readonly origin: string }>;
}

/** `type A = B;` */
export interface AliasType {
  readonly kind: 'alias';
  readonly name: string;
  readonly module: string;
  target: Type;
}

/** `type A wraps B;` */
export interface NewType {
  readonly kind: 'newtype';
  readonly name: string;
  readonly module: string;
  wrapped: Type;
}

export interface Variant {
  readonly payload: readonly Type[];
  /** Empty when no payload has a name. */
  readonly names: readonly string[];
}

/** `type R = Ok(v: i32) | Err(m: string);` */
export interface UnionType {
  readonly kind: 'union';
  readonly name: string;
  readonly module: string;
  readonly typeArguments: readonly Type[];
  /** In the order of their declaration. */
  readonly variants: Map<string, Variant>;
}

/** What a constructor makes: one variant of a union. */
export interface VariantType extends Variant {
  readonly kind: 'variant';
  readonly union: string;
  readonly module: string;
  readonly name: string;
}

export interface TypeParameter {
  readonly kind: 'parameter';
  readonly name: string;
  /** The name of a trait, or empty. */
  bound: string;
  readonly pack: boolean;
  readonly arity: number;
  readonly variadicTail: boolean;
}

/** `overloads`: same name, other patterns of parameters. */
export interface GenericFunction {
  readonly kind: 'genericFunction';
  readonly name: string;
  readonly module: string;
  readonly overloads: FunctionDeclaration[];
  /** Where its body looks names up. */
  readonly scope: Scope;
  /** Absent for a native one. */
  readonly file: SourceFile | undefined;
}

export interface GenericType {
  readonly kind: 'genericType';
  readonly name: string;
  readonly module: string;
  readonly declaration: TypeDeclaration;
  readonly instances: Map<string, Type>;
  readonly scope: Scope;
  /** Absent for a native one. */
  readonly file: SourceFile | undefined;
}

export const untyped: Type = { kind: 'untyped' };

const primitiveTypes = new Map<PrimitiveName, TypeOf<'primitive'>>();

export function primitive(name: PrimitiveName): TypeOf<'primitive'> {
  let type = primitiveTypes.get(name);
  if (type === undefined) primitiveTypes.set(name, (type = { kind: 'primitive', name }));
  return type;
}

export const unit = primitive('unit');
export const bool = primitive('bool');
export const string = primitive('string');
export const i32 = primitive('i32');
export const u32 = primitive('u32');

const primitiveSpellings: Readonly<Record<string, PrimitiveName>> = {
  unit: 'unit',
  bool: 'bool',
  string: 'string',
  i8: 'i8',
  byte: 'i8',
  i16: 'i16',
  short: 'i16',
  i32: 'i32',
  int: 'i32',
  i64: 'i64',
  long: 'i64',
  iptr: 'i64',
  u8: 'u8',
  ubyte: 'u8',
  u16: 'u16',
  ushort: 'u16',
  u32: 'u32',
  uint: 'u32',
  u64: 'u64',
  ulong: 'u64',
  uptr: 'u64',
  f16: 'f16',
  half: 'f16',
  f32: 'f32',
  float: 'f32',
  f64: 'f64',
  double: 'f64',
  f128: 'f128',
  quadruple: 'f128',
};

/** The primitive type that a word means, if it means one. */
export function primitiveNamed(word: string): Type | undefined {
  const name = Object.hasOwn(primitiveSpellings, word) ? primitiveSpellings[word] : undefined;
  return name === undefined ? undefined : primitive(name);
}

export function functionType(
  parameters: readonly Type[],
  result: Type,
  effects: readonly ReceiverEffect[] | 'unknown' = [],
): FunctionType {
  return { kind: 'function', parameters, result, effects, deleted: undefined };
}

export const reference = (target: Type): TypeOf<'reference'> => ({ kind: 'reference', target });
export const vector = (element: Type): TypeOf<'vector'> => ({ kind: 'vector', element });
export const tuple = (items: readonly Type[]): TypeOf<'tuple'> => ({ kind: 'tuple', items });

export function recordType(
  name: string,
  module: string,
  shape: RecordType['shape'] = 'fields',
  typeArguments: readonly Type[] = [],
): RecordType {
  return {
    kind: 'record',
    name,
    module,
    shape,
    typeArguments,
    properties: new Map(),
    methods: new Map(),
    traitMethods: new Map(),
  };
}

export function traitType(name: string, module: string, parameters: readonly string[] = []): TraitType {
  const methods = new Map<string, FunctionType>();
  return {
    kind: 'trait',
    name,
    module,
    parameters,
    supertraits: [],
    methods,
    defaults: new Map(),
    allMethods: methods,
    allDefaults: new Map(),
  };
}

export function typeParameter(name: string, bound = ''): TypeParameter {
  return { kind: 'parameter', name, bound, pack: false, arity: 0, variadicTail: false };
}

/** Seen through default values and aliases. */
export function plain(type: Type): Type {
  let seen = type;
  for (;;) {
    if (seen.kind === 'defaulted') seen = seen.of;
    else if (seen.kind === 'alias') seen = seen.target;
    else return seen;
  }
}

/** What a reference refers to; anything else stays what it is. */
export function dereferenced(type: Type): Type {
  const seen = plain(type);
  return seen.kind === 'reference' ? seen.target : type;
}

/** `Box` of `Box<i32>`. */
export function withoutArguments(name: string): string {
  const at = name.indexOf('<');
  return at < 0 ? name : name.slice(0, at);
}
