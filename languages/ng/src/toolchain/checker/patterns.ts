// Written types with open names in them, held against real types: overloads, specialisations and impls.

import type { FunctionDeclaration, GenericParameter, TypeNode } from '../ast.js';
import { typesMatch } from './matching.js';
import { plain, primitiveNamed, withoutArguments, type Type } from './types.js';

/** Finds types for the open names (`bindings`) with which the pattern is the type. */
export function patternMatches(
  pattern: TypeNode,
  actual: Type,
  open: ReadonlySet<string>,
  bindings: Map<string, Type>,
): boolean {
  const seen = plain(actual);
  switch (pattern.kind) {
    case 'named':
      if (pattern.args.length === 0 && open.has(pattern.name)) return bind(pattern.name, actual, bindings);
      return namedMatches(pattern.name, pattern.args, seen, open, bindings);
    case 'reference':
      return seen.kind === 'reference' && patternMatches(pattern.target, seen.target, open, bindings);
    case 'tuple':
      return seen.kind === 'tuple' && listMatches(pattern.items, seen.items, open, bindings);
    case 'either':
      return pattern.members.some(member => patternMatches(member, actual, open, bindings));
    case 'pack':
      return patternMatches(pattern.of, actual, open, bindings);
    case 'constant':
      return seen.kind === 'constant' && seen.value === constantText(pattern);
    case 'typeof':
      return false;
  }
}

function bind(name: string, actual: Type, bindings: Map<string, Type>): boolean {
  const known = bindings.get(name);
  const free =
    known === undefined || known.kind === 'parameter' || (known.kind === 'constant' && known.parameter);
  if (!free) return typesMatch(known, actual);
  bindings.set(name, actual);
  return true;
}

function namedMatches(
  name: string,
  args: readonly TypeNode[],
  actual: Type,
  open: ReadonlySet<string>,
  bindings: Map<string, Type>,
): boolean {
  switch (actual.kind) {
    case 'primitive':
      return primitiveNamed(name) === actual;
    case 'vector':
    case 'span':
      return name === actual.kind && listMatches(args, [actual.element], open, bindings);
    case 'range':
      return name === 'Range' && listMatches(args, [actual.element], open, bindings);
    case 'array':
      return name === 'array' && listMatches(args, [actual.element, actual.length], open, bindings);
    case 'record':
    case 'union':
      if (name !== withoutArguments(actual.name)) return false;
      return args.length === 0 || listMatches(args, actual.typeArguments, open, bindings);
    case 'newtype':
    case 'trait':
      return name === withoutArguments(actual.name);
    case 'variant':
      return name === withoutArguments(actual.union);
    default:
      return false;
  }
}

export function listMatches(
  patterns: readonly TypeNode[],
  actual: readonly Type[],
  open: ReadonlySet<string>,
  bindings: Map<string, Type>,
): boolean {
  const last = patterns.at(-1);
  if (last?.kind === 'pack') {
    const fixed = patterns.slice(0, -1);
    if (actual.length < fixed.length) return false;
    if (last.of.kind === 'named' && open.has(last.of.name))
      bindings.set(last.of.name, { kind: 'pack', items: actual.slice(fixed.length) });
    return listMatches(fixed, actual.slice(0, fixed.length), open, bindings);
  }
  return (
    patterns.length === actual.length &&
    patterns.every((pattern, index) => {
      const type = actual[index];
      return type !== undefined && patternMatches(pattern, type, open, bindings);
    })
  );
}

export function constantText(node: TypeNode): string | undefined {
  if (node.kind !== 'constant') return undefined;
  const { value } = node;
  if (value.kind === 'integer' || value.kind === 'boolean' || value.kind === 'string')
    return String(value.value);
  if (value.kind === 'unary' && value.operator === '-' && value.operand.kind === 'integer')
    return String(-value.operand.value);
  return undefined;
}

/** The more of a pattern is written out, the better it fits. */
export function specificity(pattern: TypeNode | undefined, open: ReadonlySet<string>): number {
  if (pattern === undefined) return 0;
  if (pattern.kind === 'named' && pattern.args.length === 0 && open.has(pattern.name)) return 0;
  return partsOf(pattern).reduce((sum, part) => sum + specificity(part, open), 1);
}

function partsOf(pattern: TypeNode): readonly TypeNode[] {
  switch (pattern.kind) {
    case 'named':
      return pattern.args;
    case 'reference':
      return [pattern.target];
    case 'tuple':
      return pattern.items;
    case 'either':
      return pattern.members;
    default:
      return [];
  }
}

export const openNames = (generics: readonly GenericParameter[]): ReadonlySet<string> =>
  new Set(generics.map(({ name }) => name));

export function overloadSpecificity({ generics, parameters }: FunctionDeclaration): number {
  const open = openNames(generics);
  return parameters.reduce((sum, { type }) => sum + specificity(type, open), 0);
}

/** Whether two impls could be meant for the same type. */
export function mayOverlap(
  left: TypeNode,
  leftOpen: ReadonlySet<string>,
  right: TypeNode,
  rightOpen: ReadonlySet<string>,
): boolean {
  if (isOpen(left, leftOpen) || isOpen(right, rightOpen)) return true;
  if (left.kind !== right.kind) return false;
  if (left.kind === 'named' && right.kind === 'named' && left.name !== right.name) return false;
  const leftParts = partsOf(left);
  const rightParts = partsOf(right);
  if (leftParts.length !== rightParts.length) return false;
  return leftParts.every((part, index) => {
    const other = rightParts[index];
    return other !== undefined && mayOverlap(part, leftOpen, other, rightOpen);
  });
}

const isOpen = (node: TypeNode, open: ReadonlySet<string>): boolean =>
  node.kind === 'named' && node.args.length === 0 && open.has(node.name);
