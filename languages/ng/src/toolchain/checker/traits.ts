// Traits: which types have them, which imply others, and which can be used through a reference.

import type { FunctionDeclaration, Node } from '../ast.js';
import { typesMatch } from './matching.js';
import { fail, failAt } from './problems.js';
import type { Scope } from './scope.js';
import { sequenceElement } from './sequences.js';
import {
  functionType,
  plain,
  reference,
  traitType,
  typeParameter,
  typeText,
  unit,
  type FunctionType,
  type RecordType,
  type TraitType,
  type Type,
} from './types.js';
import { hashOrdered } from './hash-order.js';
import type { UnitState } from './unit-state.js';

const lifecycleNames = ['Copy', 'Clone', 'Drop'] as const;

export const isLifecycleTrait = (name: string): boolean =>
  (lifecycleNames as readonly string[]).includes(name);

/** `Copy`, `Clone` and `Drop` are there without a declaration. */
export function declareLifecycleTraits(scope: Scope): void {
  for (const name of lifecycleNames) if (!scope.has(name)) scope.declare(name, lifecycleTrait(name));
}

function lifecycleTrait(name: (typeof lifecycleNames)[number]): TraitType {
  const trait = traitType(name, 'std.prelude');
  const self = typeParameter('Self');
  if (name === 'Clone') trait.methods.set('clone', functionType([reference(self)], self));
  if (name === 'Drop') trait.methods.set('drop', functionType([reference(self)], unit));
  return trait;
}

export const methodsOf = (trait: TraitType): ReadonlyMap<string, FunctionType> =>
  trait.allMethods.size > 0 ? trait.allMethods : trait.methods;

export function traitNamed(name: string, scope: Scope): TraitType | undefined {
  const found = scope.lookup(name);
  return found?.kind === 'trait' ? found : undefined;
}

/** `candidate` is `required` or has it among its supertraits. */
export function implies(candidate: string, required: string, scope: Scope): boolean {
  if (candidate === required) return true;
  const trait = traitNamed(candidate, scope);
  return trait !== undefined && hasSupertrait(trait, required, new Set());
}

function hasSupertrait(trait: TraitType, required: string, seen: Set<string>): boolean {
  if (seen.has(trait.name)) return false;
  seen.add(trait.name);
  return trait.supertraits.some(above => above.name === required || hasSupertrait(above, required, seen));
}

export function satisfies(type: Type, trait: TraitType, scope: Scope, state: UnitState): boolean {
  if (state.autoTraits.has(trait.name)) return satisfiesAuto(type, trait, scope, state, new Set());
  let candidate = plain(type);
  if (trait.name === 'Copy' || trait.name === 'Clone') {
    const known = copyable(candidate, trait, scope, state);
    if (known !== undefined) return known;
  }
  if (candidate.kind === 'reference') candidate = plain(candidate.target);
  if (candidate.kind === 'parameter') return implies(candidate.bound, trait.name, scope);
  if (trait.name === 'Sequence' && sequenceElement(candidate, state) !== undefined) return true;
  if (candidate.kind !== 'record') return false;
  return recordSatisfies(candidate, trait, scope, state);
}

/** Undefined: its declaration decides. */
function copyable(type: Type, trait: TraitType, scope: Scope, state: UnitState): boolean | undefined {
  switch (type.kind) {
    case 'primitive':
      return true;
    case 'reference':
      return trait.name === 'Copy' || satisfies(type.target, trait, scope, state);
    case 'tuple':
      return type.items.every(item => satisfies(item, trait, scope, state));
    case 'array':
    case 'span':
      return satisfies(type.element, trait, scope, state);
    case 'vector':
      return false;
    default:
      return undefined;
  }
}

function recordSatisfies(record: RecordType, trait: TraitType, scope: Scope, state: UnitState): boolean {
  const given = state.traitsOf.get(record.name) ?? [];
  if (given.some(name => implies(name, trait.name, scope))) return true;
  if (state.derived.has(`${record.name}::${trait.name}`)) return true;
  if (trait.name === 'Copy' || trait.name === 'Clone') return false;
  const own = record.traitMethods.get(trait.name);
  return [...methodsOf(trait).keys()].every(name => record.methods.has(name) || own?.has(name) === true);
}

/** An auto trait holds for a type whose parts all have it. */
function satisfiesAuto(
  type: Type,
  trait: TraitType,
  scope: Scope,
  state: UnitState,
  seen: Set<string>,
): boolean {
  const candidate = plain(type);
  const part = (inner: Type): boolean => satisfiesAuto(inner, trait, scope, state, seen);
  switch (candidate.kind) {
    case 'primitive':
      return true;
    case 'reference':
      return part(candidate.target);
    case 'tuple':
      return candidate.items.every(part);
    case 'array':
    case 'vector':
    case 'span':
      return part(candidate.element);
    case 'record': {
      const given = state.traitsOf.get(candidate.name) ?? [];
      if (seen.has(candidate.name) || given.some(name => implies(name, trait.name, scope))) return true;
      seen.add(candidate.name);
      return [...candidate.properties.values()].every(part);
    }
    default:
      return false;
  }
}

/** Whether `derive(Copy)` or `derive(Clone)` may be written for something with a field of this type. */
export function canDerive(type: Type, trait: string, state: UnitState, seen = new Set<string>()): boolean {
  const candidate = plain(type);
  switch (candidate.kind) {
    case 'primitive':
      return true;
    case 'reference':
      return trait === 'Copy' || canDerive(candidate.target, trait, state, seen);
    case 'tuple':
      return candidate.items.every(item => canDerive(item, trait, state, seen));
    case 'array':
    case 'span':
      return canDerive(candidate.element, trait, state, seen);
    case 'record': {
      if (seen.has(candidate.name)) return true;
      seen.add(candidate.name);
      const given = state.traitsOf.get(candidate.name) ?? [];
      if (given.includes(trait)) return true;
      if (trait === 'Copy' && given.includes('Drop')) return false;
      return [...candidate.properties.values()].every(field => canDerive(field, trait, state, seen));
    }
    default:
      return false;
  }
}

// Objects

/** Its methods take `self` by reference and mention `Self` nowhere else. */
export function isObjectSafe(trait: TraitType): boolean {
  if (trait.parameters.length > 0) return false;
  return [...methodsOf(trait).values()].every(({ parameters: [receiver, ...others], result }) => {
    const seen = receiver === undefined ? undefined : plain(receiver);
    if (seen?.kind !== 'reference' || !isSelf(seen.target)) return false;
    return !mentionsSelf(result) && !others.some(mentionsSelf);
  });
}

const isSelf = (type: Type): boolean => {
  const seen = plain(type);
  return seen.kind === 'parameter' && seen.name === 'Self';
};

function mentionsSelf(type: Type): boolean {
  const seen = plain(type);
  if (isSelf(seen)) return true;
  switch (seen.kind) {
    case 'reference':
      return mentionsSelf(seen.target);
    case 'array':
    case 'vector':
    case 'span':
      return mentionsSelf(seen.element);
    case 'tuple':
      return seen.items.some(mentionsSelf);
    case 'either':
      return seen.members.some(mentionsSelf);
    default:
      return false;
  }
}

/** The trait that a `ref<Trait>` refers to. */
export function traitObjectOf(type: Type | undefined): TraitType | undefined {
  const seen = type === undefined ? undefined : plain(type);
  const target = seen?.kind === 'reference' ? plain(seen.target) : undefined;
  return target?.kind === 'trait' ? target : undefined;
}

export function rejectUnsafeObjects(type: Type, where: Node): void {
  const seen = plain(type);
  switch (seen.kind) {
    case 'reference': {
      const trait = traitObjectOf(seen);
      if (trait !== undefined && !isObjectSafe(trait))
        fail(`Trait is not object-safe for ref<${typeText(trait)}>`, where);
      return rejectUnsafeObjects(seen.target, where);
    }
    case 'array':
    case 'vector':
    case 'span':
      return rejectUnsafeObjects(seen.element, where);
    case 'tuple':
      for (const item of seen.items) rejectUnsafeObjects(item, where);
      return;
    case 'either':
      for (const member of seen.members) rejectUnsafeObjects(member, where);
      return;
    default:
      return;
  }
}

/** As `typesMatch`, and a `ref<T>` may become a `ref<Trait>`. */
export function accepts(wanted: Type, given: Type, scope: Scope, state: UnitState): boolean {
  if (typesMatch(wanted, given)) return true;
  if (wanted.kind === 'defaulted') return false;
  const trait = traitObjectOf(wanted);
  const actual = plain(given);
  if (trait === undefined || actual.kind !== 'reference' || !isObjectSafe(trait)) return false;
  return satisfies(actual.target, trait, scope, state);
}

// Supertraits

/** Collects the methods of a trait and of all above it. */
export function closeTrait(trait: TraitType, declaration: Node, open = new Set<string>()): void {
  if (open.has(trait.name)) failAt(`Cyclic trait inheritance involving ${trait.name}`, declaration);
  open.add(trait.name);
  const methods = new Map<string, FunctionType>();
  const defaults = new Map<string, { declaration: FunctionDeclaration; origin: string }>();
  for (const above of trait.supertraits) {
    closeTrait(above, declaration, open);
    for (const [name, type] of hashOrdered(above.allMethods)) {
      const other = methods.get(name);
      if (other !== undefined && !signaturesMatch(other, type))
        failAt(`Conflicting inherited trait method: ${name}`, declaration);
      methods.set(name, type);
    }
    for (const [name, inherited] of hashOrdered(above.allDefaults)) {
      if (defaults.has(name))
        failAt(`Conflicting default trait method ${name} inherited by ${trait.name}`, declaration);
      defaults.set(name, inherited);
    }
  }
  for (const [name, type] of hashOrdered(trait.methods)) {
    const other = methods.get(name);
    if (other !== undefined && !signaturesMatch(other, type))
      failAt(`Conflicting trait method: ${name}`, declaration);
    methods.set(name, type);
    const own = trait.defaults.get(name);
    if (own === undefined) defaults.delete(name);
    else defaults.set(name, { declaration: own, origin: trait.name });
  }
  trait.allMethods = methods;
  trait.allDefaults = defaults;
  open.delete(trait.name);
}

export function signaturesMatch(wanted: FunctionType, given: FunctionType): boolean {
  return (
    wanted.parameters.length === given.parameters.length &&
    typesMatch(wanted.result, given.result) &&
    wanted.parameters.every((type, index) => typesMatch(type, given.parameters[index] ?? type))
  );
}

/** With `self` in the place of `Self`. */
export function implementsSignature(wanted: FunctionType, given: FunctionType, self: Type): boolean {
  const fits = (left: Type, right: Type): boolean => {
    const expected = plain(left);
    const actual = plain(right);
    if (isSelf(expected)) return typesMatch(self, right);
    if (expected.kind === 'reference' && actual.kind === 'reference')
      return fits(expected.target, actual.target);
    if (expected.kind === 'reference' || actual.kind === 'reference') return false;
    return typesMatch(left, right);
  };
  return (
    wanted.parameters.length === given.parameters.length &&
    fits(wanted.result, given.result) &&
    wanted.parameters.every((type, index) => fits(type, given.parameters[index] ?? type))
  );
}
