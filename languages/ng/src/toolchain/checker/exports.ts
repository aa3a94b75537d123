// What other modules may use of a unit.

import type { Declaration, Unit } from '../ast.js';
import type { ExportedImpl, ModuleInterface } from '../checked.js';
import type { SourceFile } from '../source.js';
import { isLifecycleTrait } from './traits.js';
import { typeText, type Type } from './types.js';
import type { UnitState } from './unit-state.js';

export function interfaceOf(file: SourceFile, unit: Unit, state: UnitState): ModuleInterface {
  const all = unit.module?.exports === '*';
  const named = exportedNames(unit);
  const types = new Map<string, Type>();
  // With `*` the names of the prelude are exported too: they are names of the unit like its own.
  for (const [name, type] of state.scope.visible()) {
    if (isLifecycleTrait(name) && !named.has(name)) continue;
    if ((all && !state.importedNames.has(name)) || named.has(name)) types.set(name, type);
  }
  const own = all ? unit.declarations.flatMap(namesOf) : [];
  return {
    name: state.module,
    file,
    unit,
    exports: new Set([...own, ...named]),
    exportTypes: new Map([...types].map(([name, type]) => [name, typeText(type)])),
    exported: { types, impls: exportedImpls(state, all) },
  };
}

function exportedNames(unit: Unit): ReadonlySet<string> {
  const listed = unit.module?.exports;
  const names = new Set(listed === undefined || listed === '*' ? [] : listed.map(({ text }) => text));
  for (const declaration of unit.declarations)
    if (declaration.kind !== 'use' && declaration.exported)
      for (const name of namesOf(declaration)) names.add(name);
  return names;
}

function namesOf(declaration: Declaration): readonly string[] {
  switch (declaration.kind) {
    case 'val':
      return declaration.bindings.flatMap(({ name }) => (name === '' ? [] : [name]));
    case 'function':
    case 'constant':
    case 'type':
    case 'trait':
      return [declaration.name.text];
    case 'impl':
    case 'use':
      return [];
    case 'import':
      if (!declaration.exported || declaration.symbols === '*') return [];
      return declaration.symbols.map(({ text }) => text);
  }
}

function exportedImpls(state: UnitState, all: boolean): ExportedImpl[] {
  return state.impls
    .filter(({ declaration }) => (all && !state.importedImpls.has(declaration)) || declaration.exported)
    .map(({ trait, module, declaration }) => ({ trait, module, declaration }));
}
