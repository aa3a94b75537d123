// What a compiled module tells those that import it: its functions by name, its traits, who implements them.

import type { NgoImpl, NgoTrait } from '../format/ngo.js';
import type { Unit, WhereBound } from '../ast.js';
import type { CheckedUnit } from '../checked.js';
import { nodeText, typeNodeText } from '../checker/node-text.js';
import { typeText } from '../checker/type-text.js';
import type { FunctionType, TraitType } from '../checker/types.js';
import type { ModuleTables } from './module-tables.js';
import { bareName } from './type-names.js';

/** Symbol → index. With `*` all functions that have names people write. */
export function exportedFunctions(tables: ModuleTables): ReadonlyMap<string, number> {
  const { unit } = tables.checked;
  const exported = new Map<string, number>();
  const names = exportedNames(unit);
  tables.functions.forEach(({ name }, index) => {
    if (index === 0 || tables.isInstance(name) || exported.has(name)) return;
    if (names === '*' || names.has(name)) exported.set(name, index);
  });
  return exported;
}

function exportedNames({ module, declarations }: Unit): ReadonlySet<string> | '*' {
  if (module?.exports === '*') return '*';
  const names = new Set(module?.exports?.map(({ text }) => text));
  for (const declaration of declarations)
    if (declaration.kind === 'function' && declaration.exported) names.add(declaration.name.text);
  return names;
}

export function traitMetadata({ interface: { exported } }: CheckedUnit): readonly NgoTrait[] {
  return [...(exported?.types ?? [])].flatMap(([name, type]) =>
    type.kind === 'trait' ? [traitOf(name, type)] : [],
  );
}

const traitOf = (name: string, trait: TraitType): NgoTrait => ({
  name,
  module: trait.module,
  typeParameters: trait.parameters,
  superTraits: trait.supertraits.map(typeText),
  methods: methodTexts(trait.methods),
  allMethods: methodTexts(trait.allMethods),
});

const methodTexts = (methods: ReadonlyMap<string, FunctionType>): ReadonlyMap<string, string> =>
  new Map([...methods].map(([name, type]) => [name, typeText(type)]));

export function implMetadata({ interface: { exported } }: CheckedUnit): readonly NgoImpl[] {
  return (exported?.impls ?? []).map(({ trait, module, declaration }) => ({
    trait,
    target: typeNodeText(declaration.target),
    module,
    genericParameters: declaration.generics.map(({ name }) => name),
    whereBounds: declaration.where.flatMap(boundTexts),
    methods: new Map(declaration.methods.map(({ name }) => [name.text, `${bareName(trait)}::${name.text}`])),
  }));
}

function boundTexts(bound: WhereBound): readonly string[] {
  if (bound.kind === 'condition') return [nodeText(bound.condition)];
  return bound.bounds.map(trait => `${typeNodeText(bound.type)}: ${typeNodeText(trait)}`);
}
