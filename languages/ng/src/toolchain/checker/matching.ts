// Whether a value of one type may stand where another is wanted.

import type { PrimitiveName, Type } from './types.js';

/** Aliases are looked through; a record and a reference to it pass for each other, and `unit` passes for any record. */
export function typesMatch(wanted: Type, given: Type): boolean {
  const left = withoutAlias(wanted);
  const right = withoutAlias(given);
  if (isUnit(left) && right.kind === 'record') return true;
  if (isUnit(right) && left.kind === 'record') return true;
  if (left.kind === 'record' && right.kind === 'reference') return matches(left, right.target);
  if (right.kind === 'record' && left.kind === 'reference') return matches(right, left.target);
  return matches(left, right);
}

function withoutAlias(type: Type): Type {
  let seen = type;
  while (seen.kind === 'alias') seen = seen.target;
  return seen;
}

const isUnit = (type: Type): boolean => type.kind === 'primitive' && type.name === 'unit';

/** Primitives and sequences do not take what is untyped; declared types and references do. */
export function matches(wanted: Type, given: Type): boolean {
  switch (wanted.kind) {
    case 'untyped':
      return true;
    case 'primitive':
      return given.kind === 'primitive' && primitivesMatch(wanted.name, given.name);
    case 'defaulted':
      return matches(wanted.of, given);
    case 'function':
      return given.kind === 'function' && functionsMatch(wanted, given);
    case 'vector':
    case 'span':
    case 'range':
      return given.kind === wanted.kind && elementsMatch(wanted.element, given.element);
    case 'array':
      return (
        given.kind === 'array' &&
        (wanted.element.kind === 'untyped' ||
          given.element.kind === 'untyped' ||
          (matches(wanted.length, given.length) && matches(wanted.element, given.element)))
      );
    case 'tuple':
      return given.kind === 'tuple' && allMatch(wanted.items, given.items);
    case 'pack':
      return given.kind === 'pack' && allMatch(wanted.items, given.items);
    case 'constant':
      return (
        given.kind === 'constant' && (wanted.parameter || given.parameter || wanted.value === given.value)
      );
    case 'parameter':
      return (
        given.kind === 'parameter' &&
        given.name === wanted.name &&
        given.arity === wanted.arity &&
        given.variadicTail === wanted.variadicTail
      );
    case 'genericFunction':
      return given.kind === 'genericFunction' && given.name === wanted.name;
    case 'genericType':
      return given.kind === 'genericType' && given.name === wanted.name;
    case 'application':
      return (
        given.kind === 'application' && matches(wanted.of, given.of) && allMatch(wanted.args, given.args)
      );
    case 'reference':
    case 'record':
    case 'trait':
    case 'alias':
    case 'newtype':
    case 'union':
    case 'variant':
    case 'either':
      return given.kind === 'untyped' || declaredMatch(wanted, given);
  }
}

type Declared = Extract<
  Type,
  { kind: 'reference' | 'record' | 'trait' | 'alias' | 'newtype' | 'union' | 'variant' | 'either' }
>;

/** Declared types are told apart by their names alone. */
function declaredMatch(wanted: Declared, given: Type): boolean {
  switch (wanted.kind) {
    case 'reference':
      return given.kind === 'reference' && matches(wanted.target, given.target);
    case 'record':
    case 'trait':
    case 'newtype':
      return given.kind === wanted.kind && given.name === wanted.name;
    case 'alias':
      if (given.kind === 'alias') return matches(wanted.target, given.target);
      return matches(wanted.target, given) || matches(given, wanted.target);
    case 'union':
      if (given.kind === 'variant') return given.union === wanted.name;
      return given.kind === 'union' && given.name === wanted.name;
    case 'variant':
      if (given.kind === 'union') return given.name === wanted.union;
      return given.kind === 'variant' && given.union === wanted.union && given.name === wanted.name;
    case 'either':
      return wanted.members.some(member => matches(member, given));
  }
}

const elementsMatch = (wanted: Type, given: Type): boolean =>
  wanted.kind === 'untyped' || given.kind === 'untyped' || matches(wanted, given);

const allMatch = (wanted: readonly Type[], given: readonly Type[]): boolean =>
  wanted.length === given.length &&
  wanted.every((type, index) => {
    const other = given[index];
    return other !== undefined && matches(type, other);
  });

function functionsMatch(
  wanted: Extract<Type, { kind: 'function' }>,
  given: Extract<Type, { kind: 'function' }>,
): boolean {
  if (!matches(wanted.result, given.result)) return false;
  const required = given.parameters.filter(({ kind }) => kind !== 'defaulted').length;
  if (wanted.parameters.length < required || wanted.parameters.length > given.parameters.length) return false;
  return wanted.parameters.every((type, index) => {
    const parameter = given.parameters[index];
    return parameter !== undefined && matches(parameter, type.kind === 'defaulted' ? type.of : type);
  });
}

// Numbers

interface NumberShape {
  readonly family: 'signed' | 'unsigned' | 'float';
  readonly rank: number;
}

const numberShapes: Partial<Readonly<Record<PrimitiveName, NumberShape>>> = {
  i8: { family: 'signed', rank: 1 },
  i16: { family: 'signed', rank: 2 },
  i32: { family: 'signed', rank: 3 },
  i64: { family: 'signed', rank: 4 },
  u8: { family: 'unsigned', rank: 1 },
  u16: { family: 'unsigned', rank: 2 },
  u32: { family: 'unsigned', rank: 3 },
  u64: { family: 'unsigned', rank: 4 },
  f16: { family: 'float', rank: 1 },
  f32: { family: 'float', rank: 2 },
  f64: { family: 'float', rank: 3 },
  f128: { family: 'float', rank: 4 },
};

/** A wider number takes a narrower one of its family, and a signed one takes a narrower unsigned one. */
function primitivesMatch(wanted: PrimitiveName, given: PrimitiveName): boolean {
  if (wanted === given) return true;
  const left = numberShapes[wanted];
  const right = numberShapes[given];
  if (left === undefined || right === undefined) return false;
  if (left.family === right.family) return right.rank <= left.rank;
  return left.family === 'signed' && right.family === 'unsigned' && left.rank > right.rank;
}

const familyOf = (type: Type): NumberShape['family'] | undefined =>
  type.kind === 'primitive' ? numberShapes[type.name]?.family : undefined;

export const isFloat = (type: Type): boolean => familyOf(type) === 'float';
export const isSigned = (type: Type): boolean => familyOf(type) === 'signed';
export const isIntegral = (type: Type): boolean => isSigned(type) || familyOf(type) === 'unsigned';
export const isBool = (type: Type): boolean => type.kind === 'primitive' && type.name === 'bool';

/** Numbers, `bool` and `string`; operators know these. `unit` is not one of them. */
export const isScalar = (type: Type): boolean => type.kind === 'primitive' && type.name !== 'unit';
