// `type …`: what a name means before its parts are known, and the parts.

import type { TypeDeclaration, TypeNode } from '../ast.js';
import { typeNodeText } from './node-text.js';
import { failAt, fail } from './problems.js';
import { fillRecord } from './records.js';
import { resolveType } from './resolve-type.js';
import { canDerive } from './traits.js';
import { addTraitMethod } from './trait-declarations.js';
import {
  functionType,
  recordType,
  reference,
  type GenericType,
  type RecordType,
  type UnionType,
} from './types.js';
import type { UnitState } from './unit-state.js';
import { fillVariants } from './variants.js';

/** First pass: the name. Aliases, newtypes and variants must only name what stands before them. */
export function declareType(declaration: TypeDeclaration, state: UnitState): void {
  const name = declaration.name.text;
  const { scope, module } = state;
  if (declaration.args.length > 0) {
    state.specialisations.set(name, [...(state.specialisations.get(name) ?? []), declaration]);
    return;
  }
  const { shape } = declaration;
  if (declaration.generics.length > 0) {
    const around = scope.snapshot();
    const { file } = state;
    const generic: GenericType = {
      kind: 'genericType',
      name,
      module,
      declaration,
      instances: new Map(),
      scope: around,
      file,
    };
    scope.declare(name, generic);
    // Only a union can name itself.
    if (shape.kind === 'variants') around.declare(name, generic);
    return;
  }
  switch (shape.kind) {
    case 'record':
      return scope.declare(name, recordType(name, module));
    case 'variants': {
      const union: UnionType = { kind: 'union', name, module, typeArguments: [], variants: new Map() };
      scope.declare(name, union);
      return fillVariants(union, shape.variants, scope, state);
    }
    case 'alias':
      return scope.declare(name, {
        kind: 'alias',
        name,
        module,
        target: resolveType(shape.type, scope, state),
      });
    case 'wraps':
      return scope.declare(name, {
        kind: 'newtype',
        name,
        module,
        wrapped: resolveType(shape.type, scope, state),
      });
    case 'native':
    case 'abstract':
      return scope.declare(name, recordType(name, module, shape.kind));
    case 'delete':
      return fail(`Unknown type: ${name}`, declaration);
  }
}

/** Second pass: the members of a record. */
export function checkType(declaration: TypeDeclaration, state: UnitState): void {
  const { shape } = declaration;
  if (shape.kind !== 'record' || declaration.generics.length > 0 || declaration.args.length > 0) return;
  const record = state.scope.lookup(declaration.name.text);
  if (record?.kind !== 'record') return;
  fillRecord(record, shape, state.scope, state);
  for (const node of declaration.derived) derive(record, node, state);
}

function derive(record: RecordType, node: TypeNode, state: UnitState): void {
  const trait = resolveType(node, state.scope, state);
  if (trait.kind !== 'trait') failAt(`derive target is not a trait: ${typeNodeText(node)}`, node);
  if (trait.name !== 'Copy' && trait.name !== 'Clone')
    failAt(`derive currently supports Copy and Clone only: ${trait.name}`, node);
  const key = `${record.name}::${trait.name}`;
  if (state.derived.has(key))
    failAt(`Duplicate derive for trait '${trait.name}' on type '${record.name}'`, node);
  const given = state.traitsOf.get(record.name) ?? [];
  if (given.includes(trait.name))
    failAt(`derive conflicts with explicit impl for trait '${trait.name}' on type '${record.name}'`, node);
  if (trait.name === 'Copy' && given.includes('Drop'))
    failAt(`Copy cannot be derived for Drop type '${record.name}'`, node);
  for (const [field, type] of record.properties)
    if (!canDerive(type, trait.name, state))
      failAt(
        `Cannot derive ${trait.name} for '${record.name}': field '${field}' does not satisfy ${trait.name}`,
        node,
      );
  state.derived.add(key);
  state.traitsOf.set(record.name, [...given, trait.name]);
  if (trait.name !== 'Clone') return;
  const clone = functionType([reference(record)], record);
  addTraitMethod(record, 'Clone', 'clone', clone);
  if (!record.methods.has('clone')) record.methods.set('clone', clone);
}
