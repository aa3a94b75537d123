// The names of all modules: items, members of contracts, and what `use` brings in.

import type { ContractTree, ItemTree, Name, UnitTree, UseTree } from '../../syntax/tree.js';
import type { Checker } from '../checker.js';
import {
  ItemScope,
  type ContractDefinition,
  type Definition,
  type FunctionDefinition,
} from './definitions.js';
import { CheckMistake } from '../mistake.js';
import { follow } from './resolve-paths.js';
import type { SourceFile } from '../typed-program.js';

export interface CheckedUnit {
  readonly file: SourceFile;
  readonly unit: UnitTree;
}

/** Declares everything; gives the contracts in order. */
export function declareModules(checker: Checker, units: readonly CheckedUnit[]): ContractDefinition[] {
  const contracts: ContractDefinition[] = [];
  const scopes = units.map(({ file, unit }) => {
    const scope = new ItemScope(file, undefined, undefined);
    checker.modules.set(file.module, scope);
    return { scope, unit, prefix: file.id === 0 ? '' : `${file.module.replace(/^crate::/, '')}::` };
  });
  for (const { scope, unit, prefix } of scopes)
    for (const item of unit.items) declareItem(checker, scope, item, prefix, contracts);
  for (const { scope, unit } of scopes)
    for (const use of unit.uses)
      checker.recovering(() => {
        try {
          bringIn(checker, scope, use);
        } catch (error) {
          scope.broken.add(use.alias.text);
          throw error;
        }
      });
  return contracts;
}

function declare(checker: Checker, scope: ItemScope, name: Name, definition: Definition): void {
  if (scope.names.has(name.text))
    checker.problems.error(name.at, `there is another ${name.text}`, 'Give one of them another name.');
  else scope.names.set(name.text, definition);
}

function declareItem(
  checker: Checker,
  scope: ItemScope,
  item: ItemTree,
  prefix: string,
  contracts: ContractDefinition[],
): void {
  const { visibility } = item;
  if (item.kind === 'impl') {
    const functions = new Map<string, FunctionDefinition>();
    for (const tree of item.functions) {
      if (functions.has(tree.name.text))
        checker.problems.error(tree.name.at, `there is another ${tree.name.text}`);
      const given = item.trait === undefined ? tree.visibility : 'public';
      const name = `${prefix}${item.name.text}::${tree.name.text}`;
      functions.set(tree.name.text, { kind: 'function', tree, scope, visibility: given, name, impl: item });
    }
    checker.impls.push({ tree: item, scope, functions });
    return;
  }
  const name = `${prefix}${item.name.text}`;
  if (item.kind === 'contract') {
    const inside = new ItemScope(scope.file, scope, name);
    const definition: ContractDefinition = {
      kind: 'contract',
      tree: item,
      scope,
      visibility: 'public',
      name,
      inside,
    };
    declare(checker, scope, item.name, definition);
    contracts.push(definition);
    declareMembers(checker, inside, item, name);
    return;
  }
  declare(checker, scope, item.name, { kind: item.kind, tree: item, scope, visibility, name } as Definition);
}

/** Storage and events are declared when their types are known. */
function declareMembers(checker: Checker, scope: ItemScope, contract: ContractTree, owner: string): void {
  const { structs, enums, aliases, consts, functions, modifiers, errors } = contract;
  for (const tree of [...structs, ...enums, ...aliases, ...consts, ...functions, ...modifiers, ...errors]) {
    const name = `${owner}::${tree.name.text}`;
    declare(checker, scope, tree.name, {
      kind: tree.kind,
      tree,
      scope,
      visibility: tree.visibility,
      name,
    } as Definition);
  }
}

function bringIn(checker: Checker, scope: ItemScope, { path, all, alias, at }: UseTree): void {
  const found = follow(checker, path, scope);
  if (found === undefined || (found.kind === 'library' && found.path.startsWith('module ')))
    throw new CheckMistake(at, `there is no ${path.map(({ text }) => text).join('::')}`);
  if (!all) {
    declare(checker, scope, alias, found);
    return;
  }
  if (found.kind !== 'module') throw new CheckMistake(at, 'only of a module everything can be used');
  for (const [name, definition] of found.scope.names)
    if (!('visibility' in definition) || definition.visibility !== 'private')
      declareQuietly(scope, name, definition);
}

/** Names of one's own hide those that come with `*`. */
function declareQuietly(scope: ItemScope, name: string, definition: Definition): void {
  if (!scope.names.has(name)) scope.names.set(name, definition);
}
