// Patterns: what they fit and what they bind.

import type { Span } from '@sonde/front-end';
import type { PatternTree } from '../../syntax/pattern-tree.js';
import type { Body, MatchedPlace } from '../body.js';
import { shown } from '../expressions/check-expressions.js';
import { fieldOf } from '../expressions/check-places.js';
import { constantOf } from '../items/constants.js';
import { missingPattern } from './exhaustiveness.js';
import { CheckMistake } from '../mistake.js';
import { resolvePath } from '../items/resolve-paths.js';
import { fits, isCopy } from '../type-rules/type-facts.js';
import { typeNamed, variantNamed } from '../expressions/type-members.js';
import type { PatternPart, TypedPattern } from '../typed-patterns.js';
import type { EnumType, Field, Type, Variant } from '../types.js';

/** What names become, and whether the value behind them is theirs. */
export interface Binding {
  readonly kind: 'val' | 'var';
  readonly by: 'move' | 'borrow';
  readonly matched?: MatchedPlace;
}

export function checkPattern(body: Body, tree: PatternTree, type: Type, binding: Binding): TypedPattern {
  const { at } = tree;
  switch (tree.kind) {
    case 'wildcard':
      return { kind: 'any', at };
    case 'binding':
      return checkBinding(body, tree, type, binding);
    case 'literal':
      return checkLiteral(tree.value, tree.suffix, type, at);
    case 'path': {
      const variant = variantIn(body, tree.path, type);
      if (variant !== undefined) return variantPattern(type as EnumType, unitOnly(variant, at), [], at);
      const found = resolvePath(body.checker, tree.path, body.environment.scope);
      if (found?.kind === 'const') return checkConstant(body, found, type, at);
      throw new CheckMistake(at, `${textOf(tree)} does not fit ${shown(type)}`);
    }
    case 'parts':
      return checkParts(body, tree, type, binding);
    case 'fields':
      return checkFields(body, tree, type, binding);
    case 'tuple': {
      if (type.kind === 'unit' && tree.parts.length === 0) return { kind: 'any', at };
      if (type.kind !== 'tuple') throw new CheckMistake(at, `a tuple does not fit ${shown(type)}`);
      const parts = byPlace(body, tree.parts, type.fields, binding, at);
      return { kind: 'product', type, parts, at };
    }
    case 'list': {
      if (type.kind !== 'array' && type.kind !== 'vector')
        throw new CheckMistake(at, `a list of elements does not fit ${shown(type)}`);
      if (type.kind === 'array' && type.length !== tree.parts.length)
        throw new CheckMistake(at, `${shown(type)} has ${type.length} elements, not ${tree.parts.length}`);
      const parts = tree.parts.map(part => checkPattern(body, part, type.element, binding));
      return { kind: 'list', type, parts, at };
    }
  }
}

const textOf = ({
  path,
}: {
  readonly path: { readonly segments: readonly { readonly text: string }[] };
}): string => path.segments.map(({ text }) => text).join('::');

/** A name alone is a variant or a constant where there is one, else a new local. */
function checkBinding(
  body: Body,
  tree: Extract<PatternTree, { kind: 'binding' }>,
  type: Type,
  { kind, by, ...rest }: Binding,
): TypedPattern {
  const { name, at } = tree;
  if (tree.inner === undefined && !tree.mutable) {
    const path = { segments: [name], at: name.at };
    const variant = name.text === 'None' ? variantIn(body, path, type) : undefined;
    if (variant !== undefined) return variantPattern(type as EnumType, variant, [], at);
    const found = /^[A-Z]/.test(name.text) ? body.environment.scope.find(name.text) : undefined;
    if (found?.kind === 'const') return checkConstant(body, found, type, at);
  }
  const inner = tree.inner && checkPattern(body, tree.inner, type, { kind, by, ...rest });
  const use = isCopy(type) ? 'copy' : by;
  const holds = use === 'borrow' ? 'shared' : 'owned';
  const local = body.declare(name.text, type, tree.mutable ? 'var' : kind, name.at, holds);
  if (use === 'borrow' && rest.matched !== undefined) body.matched.set(local, rest.matched);
  return { kind: 'bind', local, use, inner, at };
}

function checkConstant(
  body: Body,
  found: Parameters<typeof constantOf>[1],
  type: Type,
  at: Span,
): TypedPattern {
  const value = constantOf(body.checker, found, at);
  if (value.kind !== 'constant' || value.type !== type)
    throw new CheckMistake(at, `this constant does not fit ${shown(type)}`);
  return { kind: 'constant', value: value.value, type, at };
}

function checkLiteral(
  value: bigint | boolean | string,
  suffix: string | undefined,
  type: Type,
  at: Span,
): TypedPattern {
  const fitting =
    typeof value === 'bigint'
      ? type.kind === 'int' && (suffix === undefined || suffix === type.name)
      : typeof value === 'boolean'
        ? type.kind === 'bool'
        : type.kind === 'string';
  if (!fitting) throw new CheckMistake(at, `${String(value)} does not fit ${shown(type)}`);
  if (typeof value === 'bigint' && type.kind === 'int' && !fits(value, type))
    throw new CheckMistake(at, `${value} does not fit into ${type.name}`);
  return { kind: 'constant', value, type, at };
}

function variantIn(body: Body, path: Parameters<typeof variantNamed>[1], type: Type): Variant | undefined {
  const found = variantNamed(body, path, type);
  if (found === undefined) return undefined;
  if (found.type !== type)
    throw new CheckMistake(path.at, `${found.family}::${found.name} does not fit ${shown(type)}`);
  return found.variant;
}

function unitOnly(variant: Variant, at: Span): Variant {
  if (variant.shape === 'unit') return variant;
  throw new CheckMistake(
    at,
    `${variant.name} has values in it`,
    variant.shape === 'tuple' ? `Write ${variant.name}(_).` : `Write ${variant.name} { .. }.`,
  );
}

const variantPattern = (
  type: EnumType,
  variant: Variant,
  parts: readonly PatternPart[],
  at: Span,
): TypedPattern => ({ kind: 'variant', type, variant, parts, at });

function byPlace(
  body: Body,
  parts: readonly PatternTree[],
  fields: readonly Field[],
  binding: Binding,
  at: Span,
): PatternPart[] {
  if (parts.length !== fields.length)
    throw new CheckMistake(at, `this has ${fields.length} parts, not ${parts.length}`);
  return parts.map((part, nth) => ({ nth, pattern: checkPattern(body, part, fields[nth]!.type, binding) }));
}

function checkParts(
  body: Body,
  tree: Extract<PatternTree, { kind: 'parts' }>,
  type: Type,
  binding: Binding,
): TypedPattern {
  const variant = type.kind === 'enum' ? variantIn(body, tree.path, type) : undefined;
  if (variant !== undefined && variant.shape === 'tuple')
    return variantPattern(
      type as EnumType,
      variant,
      byPlace(body, tree.parts, variant.fields, binding, tree.at),
      tree.at,
    );
  if (type.kind === 'struct' && type.shape === 'tuple' && typeNamed(body, tree.path, type) === type)
    return {
      kind: 'product',
      type,
      parts: byPlace(body, tree.parts, type.fields, binding, tree.at),
      at: tree.at,
    };
  throw new CheckMistake(tree.at, `${textOf(tree)}(…) does not fit ${shown(type)}`);
}

function checkFields(
  body: Body,
  tree: Extract<PatternTree, { kind: 'fields' }>,
  type: Type,
  binding: Binding,
): TypedPattern {
  const variant = type.kind === 'enum' ? variantIn(body, tree.path, type) : undefined;
  const named = type.kind === 'struct' && typeNamed(body, tree.path, type) === type ? type : variant;
  if (named === undefined || named.shape === 'tuple')
    throw new CheckMistake(tree.at, `${textOf(tree)} { … } does not fit ${shown(type)}`);
  const parts = tree.fields.map(({ name, pattern }): PatternPart => {
    const field =
      variant === undefined ? fieldOf(body, type, name) : variant.fields.find(one => one.name === name.text);
    if (field === undefined) throw new CheckMistake(name.at, `${named.name} has no field ${name.text}`);
    return { nth: field.nth, pattern: checkPattern(body, pattern, field.type, binding) };
  });
  const missing = named.fields
    .filter(({ nth }) => parts.every(part => part.nth !== nth))
    .map(({ name }) => name);
  if (missing.length > 0 && !tree.open)
    throw new CheckMistake(
      tree.at,
      `this pattern leaves out ${missing.join(', ')}`,
      'Add them, or `..` for all others.',
    );
  if (variant !== undefined) return variantPattern(type as EnumType, variant, parts, tree.at);
  return { kind: 'product', type, parts, at: tree.at };
}

/** Of a declaration, which has no other way to go. */
export function requireIrrefutable(pattern: TypedPattern, type: Type, at: Span): void {
  const missing = missingPattern([pattern], type);
  if (missing !== undefined)
    throw new CheckMistake(
      at,
      `this pattern does not fit ${missing}`,
      'Use `match`, which has an arm for each.',
    );
}
