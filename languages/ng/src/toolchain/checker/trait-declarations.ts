// `trait T { … }` and `impl T for P { … }`.

import type { FunctionDeclaration, ImplDeclaration, TraitDeclaration } from '../ast.js';
import { checkBody, isReceiver, signatureOf } from './functions.js';
import { hashOrder, hashOrdered } from './hash-order.js';
import { typeNodeText } from './node-text.js';
import { registerImpl } from './impl-records.js';
import { failAt } from './problems.js';
import { resolveType } from './resolve-type.js';
import type { Scope } from './scope.js';
import { closeTrait, implementsSignature, isLifecycleTrait, methodsOf, signaturesMatch } from './traits.js';
import {
  plain,
  traitType,
  typeParameter,
  type FunctionType,
  type RecordType,
  type TraitType,
} from './types.js';
import type { UnitState } from './unit-state.js';
import { bindWhere, checkConditions, openTypes } from './where.js';

export function checkTrait(declaration: TraitDeclaration, state: UnitState): void {
  const name = declaration.name.text;
  if (isLifecycleTrait(name)) return checkLifecycleTrait(declaration, state);
  if (declaration.auto) {
    if (declaration.generics.length > 0)
      failAt(`auto trait cannot declare generic parameters: ${name}`, declaration);
    if (declaration.methods.length > 0) failAt(`auto trait cannot declare methods: ${name}`, declaration);
    state.autoTraits.add(name);
  }
  const known = state.scope.lookup(name);
  const trait = known?.kind === 'trait' ? known : traitType(name, state.module);
  if (known !== trait) state.scope.declare(name, trait);

  const scope = state.scope.inner();
  for (const [parameter, type] of openTypes(declaration.generics)) scope.declare(parameter, type);
  scope.declare('Self', typeParameter('Self', name));
  trait.supertraits = declaration.supertraits.map(node => {
    const above = resolveType(node, scope, state);
    return above.kind === 'trait' ? above : failAt(`Unknown trait: ${typeNodeText(node)}`, node);
  });
  for (const method of declaration.methods) {
    if (!isReceiver(method.parameters[0]))
      failAt(
        `Trait method '${method.name.text}' must declare an explicit Self receiver in Phase 1`,
        method,
        method,
        'start its parameters with `self: ref<Self>`',
      );
    trait.methods.set(method.name.text, signatureOf(method, scope, state));
    if (typeof method.body !== 'string') trait.defaults.set(method.name.text, method);
  }
  closeTrait(trait, declaration);
  for (const method of declaration.methods) {
    const type = trait.methods.get(method.name.text);
    if (type !== undefined && typeof method.body !== 'string') checkTraitBody(method, type, scope, state);
  }
}

/** They may be declared again, but only as they are. */
function checkLifecycleTrait(declaration: TraitDeclaration, state: UnitState): void {
  const name = declaration.name.text;
  const built = state.scope.lookup(name);
  if (built?.kind !== 'trait') return;
  const label = `Builtin lifecycle trait '${name}'`;
  if (declaration.generics.length > 0 || declaration.supertraits.length > 0)
    failAt(`${label} cannot declare generics or supertraits`, declaration);
  if (declaration.methods.length !== built.methods.size)
    failAt(`${label} must match the reserved builtin shape`, declaration);
  const scope = state.scope.inner();
  scope.declare('Self', typeParameter('Self', name));
  for (const method of declaration.methods) {
    const wanted = built.methods.get(method.name.text);
    if (wanted === undefined) failAt(`${label} cannot declare method '${method.name.text}'`, method);
    if (!signaturesMatch(wanted, signatureOf(method, scope, state)))
      failAt(`${label} method signature mismatch for '${method.name.text}'`, method);
  }
}

function checkTraitBody(
  method: FunctionDeclaration,
  type: FunctionType,
  scope: Scope,
  state: UnitState,
): void {
  checkBody(method, {
    scope,
    state,
    parameters: type.parameters,
    type,
    expectsResult: true,
    mayReturnObject: false,
  });
}

export function checkImpl(declaration: ImplDeclaration, state: UnitState): void {
  const open = openTypes(declaration.generics);
  bindWhere(open, declaration.where);
  const scope = state.scope.inner();
  for (const [name, type] of open) scope.declare(name, type);
  checkConditions(declaration.where, scope, state, declaration);

  const trait = resolveType(declaration.trait, scope, state);
  if (trait.kind !== 'trait')
    failAt(`Impl target trait is not a trait: ${typeNodeText(declaration.trait)}`, declaration);
  const target = plain(resolveType(declaration.target, scope, state));
  if (target.kind !== 'record')
    failAt(
      `Impl target must be a structural or native opaque type: ${typeNodeText(declaration.target)}`,
      declaration,
    );
  rejectDerived(declaration, trait, target, state);
  const { module } = state;
  const record = { trait: trait.name, target: typeNodeText(declaration.target), module, declaration };
  if (!registerImpl(record, declaration, state)) return;
  scope.declare('Self', target);
  checkMethods(declaration, trait, target, scope, state);

  const traits = state.traitsOf.get(target.name) ?? [];
  if (!traits.includes(trait.name)) state.traitsOf.set(target.name, [...traits, trait.name]);
  for (const method of declaration.methods) {
    const type = signatureOf(method, scope, state);
    addTraitMethod(target, trait.name, method.name.text, type);
    checkTraitBody(method, type, scope, state);
  }
  const written = new Set(declaration.methods.map(({ name }) => name.text));
  for (const [name, inherited] of hashOrdered(trait.allDefaults)) {
    const type = methodsOf(trait).get(name);
    if (written.has(name) || type === undefined) continue;
    addTraitMethod(target, inherited.origin, name, type);
    checkTraitBody(inherited.declaration, type, scope, state);
  }
}

function rejectDerived(
  declaration: ImplDeclaration,
  trait: TraitType,
  target: RecordType,
  { derived }: UnitState,
): void {
  if (derived.has(`${target.name}::${trait.name}`))
    failAt(
      `Explicit impl conflicts with derived impl for trait '${trait.name}' on type '${target.name}'`,
      declaration,
    );
  if (trait.name === 'Drop' && derived.has(`${target.name}::Copy`))
    failAt(`Drop impl conflicts with derived Copy for type '${target.name}'`, declaration);
}

function checkMethods(
  declaration: ImplDeclaration,
  trait: TraitType,
  target: RecordType,
  scope: Scope,
  state: UnitState,
): void {
  const written = new Map(declaration.methods.map(method => [method.name.text, method]));
  const required = methodsOf(trait);
  for (const [name, wanted] of hashOrdered(required)) {
    const method = written.get(name);
    if (method === undefined) {
      if (trait.allDefaults.has(name)) continue;
      failAt(`Impl for trait '${trait.name}' is missing method '${name}'`, declaration);
    }
    if (!isReceiver(method.parameters[0]))
      failAt(`Impl method '${name}' must declare an explicit Self receiver`, method);
    if (!implementsSignature(wanted, signatureOf(method, scope, state), target))
      failAt(`Impl method signature mismatch for '${name}'`, method);
  }
  for (const name of hashOrder(written.keys())) {
    const method = written.get(name);
    if (method !== undefined && !required.has(name))
      failAt(`Impl method '${name}' is not a member of trait '${trait.name}'`, method);
  }
}

export function addTraitMethod(record: RecordType, trait: string, name: string, type: FunctionType): void {
  const methods = record.traitMethods.get(trait) ?? new Map<string, FunctionType>();
  record.traitMethods.set(trait, methods.set(name, type));
  record.methods.set(`${trait}::${name}`, type);
}
