// What names mean in a body that was written in another module, like a default method of its trait: first what they
// mean there.

import type { ModuleInterface } from '../checked.js';
import type { Callee, CallSite, ImportedSymbol, Tables } from './body.js';
import type { ModuleTables } from './module-tables.js';

export function foreignTables(tables: ModuleTables, module: string, home: ModuleInterface): Tables {
  const functions = new Set<string>();
  for (const declaration of home.unit.declarations)
    if (declaration.kind === 'function' && declaration.generics.length === 0)
      functions.add(declaration.name.text);
  return {
    string: text => tables.string(text),
    // Globals are its module's own, and code here cannot reach them.
    global: () => undefined,
    callee: (name: string, site: CallSite): Callee | undefined =>
      site.instance === undefined && functions.has(name) ? undefined : tables.callee(name, site),
    imported: (name: string): ImportedSymbol | undefined =>
      functions.has(name) ? tables.imports.entry(module, name) : tables.imported(name),
    qualified: (alias, name) => tables.qualified(alias, name),
    variant: name => tables.variant(name),
    fields: type => tables.fields(type),
    isMember: () => true,
    isTrait: name => tables.isTrait(name),
    traitHasMethod: (trait, method) => tables.traitHasMethod(trait, method),
    hint: name => `Nothing in module ${module} is called ${name}, or it cannot be reached from here.`,
  };
}
