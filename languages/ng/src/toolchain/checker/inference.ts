// Which types a call gives to the parameters of a generic declaration.

import type { Node } from '../ast.js';
import { typesMatch } from './matching.js';
import { fail } from './problems.js';
import { plain, typeText, withoutArguments, type Type } from './types.js';

/** Holds the type of a parameter against that of an argument (`where`), and fills `bindings`. */
export function inferTypes(wanted: Type, given: Type, bindings: Map<string, Type>, where: Node): void {
  infer(wanted, given, { bindings, where, seen: new Map() });
}

interface Inference {
  readonly bindings: Map<string, Type>;
  readonly where: Node;
  /** Recursive types meet themselves again: a pair that was seen says nothing new. */
  readonly seen: Map<Type, Set<Type>>;
}

function infer(wantedType: Type, givenType: Type, inference: Inference): void {
  const { seen } = inference;
  const partners = seen.get(wantedType) ?? new Set<Type>();
  if (partners.has(givenType)) return;
  seen.set(wantedType, partners.add(givenType));
  const wanted = plain(wantedType);
  const given = plain(givenType);
  const both = (left: readonly Type[], right: readonly Type[]): void => {
    for (const [index, type] of left.entries()) {
      const other = right[index];
      if (other !== undefined) infer(type, other, inference);
    }
  };
  switch (wanted.kind) {
    case 'constant':
      if (wanted.parameter) bindConstant(wanted.value, given, inference);
      return;
    case 'parameter':
      return bindParameter(wanted.name, given, inference);
    case 'array':
      if (given.kind === 'array') both([wanted.element, wanted.length], [given.element, given.length]);
      return;
    case 'vector':
    case 'span':
      if (given.kind === wanted.kind) infer(wanted.element, given.element, inference);
      return;
    case 'tuple':
      if (given.kind === 'tuple') both(wanted.items, given.items);
      return;
    case 'reference':
      if (given.kind === 'reference') infer(wanted.target, given.target, inference);
      return;
    case 'application':
      return both(wanted.args, argumentsOf(given));
    case 'record':
      if (given.kind === 'record' && withoutArguments(wanted.name) === withoutArguments(given.name))
        inferArguments(wanted.typeArguments, given.typeArguments, inference);
      return;
    case 'union':
      if (given.kind === 'union')
        for (const [name, { payload }] of wanted.variants)
          both(payload, given.variants.get(name)?.payload ?? []);
      if (given.kind === 'variant') both(wanted.variants.get(given.name)?.payload ?? [], given.payload);
      return;
    case 'variant':
      if (given.kind === 'variant' && given.name === wanted.name) both(wanted.payload, given.payload);
      return;
    case 'pack':
      if (given.kind === 'pack' || given.kind === 'tuple') both(wanted.items, given.items);
      return;
    default:
      return;
  }
}

/**
 * Types inside the brackets of a record count only when they are a mere name, and then only for a parameter of which
 * nothing is known yet: the original has but the text of them. So a `List<ref<Item>>` takes a `ref<Foo>`.
 */
function inferArguments(wanted: readonly Type[], given: readonly Type[], { bindings }: Inference): void {
  for (const [index, type] of wanted.entries()) {
    const actual = given[index];
    if (type.kind !== 'parameter' || actual === undefined || !isMereName(actual)) continue;
    if (bindings.get(type.name)?.kind === 'parameter') bindings.set(type.name, actual);
  }
}

function isMereName(type: Type): boolean {
  switch (type.kind) {
    case 'primitive':
    case 'trait':
      return true;
    case 'record':
    case 'union':
    case 'alias':
    case 'newtype':
      return !type.name.includes('<');
    default:
      return false;
  }
}

const argumentsOf = (type: Type): readonly Type[] =>
  type.kind === 'record' || type.kind === 'union' ? type.typeArguments : [];

function bindParameter(name: string, given: Type, { bindings, where }: Inference): void {
  const known = bindings.get(name);
  if (known === undefined || known.kind === 'parameter') {
    bindings.set(name, given);
    return;
  }
  if (given.kind === 'parameter' || typesMatch(known, given)) return;
  fail(
    `Inconsistent bindings for generic parameter '${name}': ${typeText(known)} vs ${typeText(given)}`,
    where,
  );
}

function bindConstant(name: string, given: Type, { bindings, where }: Inference): void {
  const known = bindings.get(name);
  if (known === undefined || (known.kind === 'constant' && known.parameter)) {
    bindings.set(name, given);
    return;
  }
  if (known.kind !== 'constant' || given.kind !== 'constant' || given.value === known.value) return;
  fail(
    `Inconsistent bindings for const generic parameter '${name}': ${known.value} vs ${given.value}`,
    where,
  );
}
