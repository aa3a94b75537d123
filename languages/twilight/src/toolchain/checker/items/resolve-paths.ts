// Paths through modules and contracts to what they name.

import type { Name, PathTree } from '../../syntax/tree.js';
import type { Checker } from '../checker.js';
import type { Definition, ItemScope } from './definitions.js';
import { libraryFunctions, libraryModules } from './library.js';
import { CheckMistake } from '../mistake.js';

/** Undefined where there is no such thing. Variants, associated functions and constants are not items: their types are. */
export function resolvePath(checker: Checker, path: PathTree, scope: ItemScope): Definition | undefined {
  return follow(checker, path.segments, scope);
}

export function follow(
  checker: Checker,
  segments: readonly Name[],
  scope: ItemScope,
): Definition | undefined {
  let found: Definition | undefined;
  for (const [nth, { text, at }] of segments.entries()) {
    const next = nth === 0 ? first(checker, text, scope) : inside(checker, found!, text);
    if (next === undefined) return undefined;
    if (nth > 0) requireVisible(next, scope, text, at);
    found = next;
  }
  return found;
}

function first(checker: Checker, name: string, scope: ItemScope): Definition | undefined {
  const { module } = scope;
  switch (name) {
    case 'crate':
      return moduleOrFolder(checker, 'crate');
    case 'self':
      return { kind: 'module', scope: module };
    case 'super':
      return moduleOrFolder(checker, parentOf(module.file.module));
    case 'nova':
      return scope.find(name) ?? { kind: 'library', path: 'nova' };
    default:
      return scope.find(name);
  }
}

/** A folder of modules need not have a module of its own. */
function moduleOrFolder(checker: Checker, name: string): Definition {
  const scope = moduleNamed(checker, name);
  return scope === undefined ? { kind: 'library', path: `module ${name}` } : { kind: 'module', scope };
}

const moduleNamed = (checker: Checker, name: string): ItemScope | undefined => checker.modules.get(name);

/** The root is its own parent. */
export const parentOf = (module: string): string =>
  module.slice(0, Math.max(module.lastIndexOf('::'), 0)) || 'crate';

function inside(checker: Checker, found: Definition, name: string): Definition | undefined {
  if (found.kind === 'module') {
    const module = moduleNamed(checker, `${found.scope.file.module}::${name}`);
    return found.scope.names.get(name) ?? (module && { kind: 'module', scope: module });
  }
  if (found.kind === 'contract') return found.inside.names.get(name);
  if (found.kind !== 'library') return undefined;
  if (found.path.startsWith('module '))
    return moduleOrFolder(checker, `${found.path.slice('module '.length)}::${name}`);
  const path = `${found.path}::${name}`;
  return libraryModules.has(path) || libraryFunctions.has(path) ? { kind: 'library', path } : undefined;
}

function requireVisible(found: Definition, scope: ItemScope, name: string, at: Name['at']): void {
  if (!('visibility' in found) || found.visibility !== 'private') return;
  if (found.scope.module === scope.module) return;
  throw new CheckMistake(
    at,
    `${name} is private to ${found.scope.file.path}`,
    'Declare it with `pub` there.',
  );
}
