// Which impl of a trait counts for a type, when several modules have one.

import type { Node, UseImplDeclaration } from '../ast.js';
import { typeNodeText } from './node-text.js';
import { mayOverlap, openNames } from './patterns.js';
import { failAt } from './problems.js';
import { resolveType } from './resolve-type.js';
import { plain } from './types.js';
import type { ImplRecord, UnitState } from './unit-state.js';

/** False when a `use impl` prefers another one. */
export function registerImpl(record: ImplRecord, said: Node, state: UnitState): boolean {
  const chosen = isSelected(record, state);
  const open = openNames(record.declaration.generics);
  for (const other of state.impls) {
    if (other.trait !== record.trait || other.declaration === record.declaration) continue;
    const otherOpen = openNames(other.declaration.generics);
    if (!mayOverlap(other.declaration.target, otherOpen, record.declaration.target, open)) continue;
    const otherChosen = isSelected(other, state);
    if (chosen && !otherChosen) continue;
    if (!chosen && otherChosen) return false;
    const modules = `from modules '${other.module}' and '${record.module}'`;
    if (other.target === record.target)
      failAt(`Duplicate impl for trait '${record.trait}' and type '${record.target}' ${modules}`, said);
    failAt(
      `Overlapping impl for trait '${record.trait}' between '${other.target}' and '${record.target}' ${modules}`,
      said,
    );
  }
  const excluded = state.selections.some(
    ({ trait, target }) =>
      !chosen &&
      typeNodeText(trait) === record.trait &&
      typeNodeText(target) !== record.target &&
      mayOverlap(record.declaration.target, open, target, new Set()),
  );
  if (excluded) return false;
  state.impls.push(record);
  return true;
}

function isSelected(record: ImplRecord, state: UnitState): boolean {
  return state.selections.some(selection => selects(selection, record, state));
}

/** A module may be meant by its alias, its path or the last part of that. */
function selects(
  { module, trait, target }: UseImplDeclaration,
  record: ImplRecord,
  state: UnitState,
): boolean {
  if (typeNodeText(trait) !== record.trait || typeNodeText(target) !== record.target) return false;
  if (module === undefined) return true;
  const path = state.moduleNames.get(module) ?? module;
  return path === record.module || path === record.module.split('.').at(-1);
}

/** What it names must be a trait and a record. */
export function checkSelection(selection: UseImplDeclaration, state: UnitState): void {
  if (resolveType(selection.trait, state.scope, state).kind !== 'trait')
    failAt(`Selected impl trait is not a trait: ${typeNodeText(selection.trait)}`, selection);
  if (plain(resolveType(selection.target, state.scope, state)).kind !== 'record')
    failAt(
      `Selected impl target must be a structural or native opaque type: ${typeNodeText(selection.target)}`,
      selection,
    );
}

export function checkSelectionsExist(state: UnitState): void {
  for (const selection of state.selections) {
    if (state.impls.some(record => selects(selection, record, state))) continue;
    failAt(
      `Selected impl does not exist: ${typeNodeText(selection.trait)} for ${typeNodeText(selection.target)}`,
      selection,
    );
  }
}
