// `import …`: names of other modules.

import type { ImportDeclaration } from '../ast.js';
import type { ExportedNames, ModuleInterface } from '../checked.js';
import { isPreludePart } from './prelude.js';
import { typeFromText } from './type-from-text.js';
import { registerImpl } from './impl-records.js';
import { untyped, type Type } from './types.js';
import { typeNodeText } from './node-text.js';
import type { UnitState } from './unit-state.js';

/** The module itself becomes a name of which nothing is known: `m.f(1)` is checked when it runs. */
export function checkImport(
  declaration: ImportDeclaration,
  modules: ReadonlyMap<string, ModuleInterface>,
  state: UnitState,
): void {
  const { path, alias, symbols } = declaration;
  const name = alias ?? path.at(-1) ?? '';
  bring(name, untyped, state);
  for (const known of [alias, path.at(-1)])
    if (known !== undefined) state.moduleNames.set(known, path.join('.'));
  const module = modules.get(path.join('.'));
  if (module === undefined) return importUnknown(declaration, state);

  const { types, impls } = module.exported ?? exportedByText(module);
  // Of all names only the module's own: the natives among them are here already.
  const names =
    symbols === '*'
      ? [...types.keys()].filter(text => module.exports.has(text))
      : symbols.map(({ text }) => text);
  for (const text of names) bring(text, types.get(text) ?? untyped, state);
  if (symbols !== '*') return;
  for (const { trait, module: from, declaration: impl } of impls) {
    state.importedImpls.add(impl);
    const target = typeNodeText(impl.target);
    if (!registerImpl({ trait, target, module: from, declaration: impl }, declaration, state)) continue;
    const traits = state.traitsOf.get(target) ?? [];
    if (!traits.includes(trait)) state.traitsOf.set(target, [...traits, trait]);
  }
}

function bring(name: string, type: Type, state: UnitState): void {
  state.scope.declare(name, type);
  state.importedNames.add(name);
}

/** A module that nothing is known about may have any name; the natives' modules have what is there already. */
function importUnknown({ path, symbols }: ImportDeclaration, state: UnitState): void {
  const native = isPreludePart(path);
  if (symbols === '*') {
    state.anyNameMayExist ||= !native;
    return;
  }
  for (const { text } of symbols) {
    if (native && state.scope.has(text)) state.importedNames.add(text);
    else bring(text, untyped, state);
  }
}

/** Of a module that exists only in its compiled form. Of records it has only the names. */
function exportedByText({ exportTypes }: ModuleInterface): ExportedNames {
  const types = [...exportTypes].map(([name, text]) => {
    const type = typeFromText(text);
    return [name, type.kind === 'record' ? untyped : type] as const;
  });
  return { types: new Map(types), impls: [] };
}
