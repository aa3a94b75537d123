// Structs and enums: names first, then what is in them, because they may name each other.

import type { EnumTree, StructTree } from '../syntax/statement-tree.js';
import type { Name, TypeTree } from '../syntax/tree.js';
import { sessionType } from './debug-sessions.js';
import { foldInteger, type ConstantLookup } from './fold.js';
import { CheckMistake } from './mistake.js';
import type { ProgramNames } from './program-names.js';
import { factsOf, TypeResolver } from './resolve-types.js';
import type { EnumDeclaration, StructField } from './typed-program.js';
import { builtinTypes, int32, largest, smallest } from './types.js';

export function declareEnums(
  names: ProgramNames,
  trees: readonly EnumTree[],
  constant: ConstantLookup,
): void {
  for (const tree of trees) {
    reporting(names, () => {
      requireFree(names, tree.name);
      names.enums.set(tree.name.text, enumDeclaration(names, tree, constant));
    });
  }
}

function enumDeclaration(names: ProgramNames, tree: EnumTree, constant: ConstantLookup): EnumDeclaration {
  if (tree.members.length === 0) throw new CheckMistake(tree.at, `${tree.name.text} has no members`);
  const seen = new Set<string>();
  let next = 0n;
  const members = tree.members.map(({ name, value }) => {
    if (seen.has(name.text))
      throw new CheckMistake(name.at, `${tree.name.text} has two members ${name.text}`);
    seen.add(name.text);
    if (value) {
      const folded = foldInteger(value, names, constant);
      if (folded === undefined) throw new CheckMistake(value.at, 'the value of a member must be a constant');
      next = folded;
    }
    if (next < smallest(int32) || next > largest(int32)) {
      throw new CheckMistake(name.at, `${next} does not fit an enum`, 'Its members are stored as int32.');
    }
    return { name: name.text, value: next++, at: name.at };
  });
  return { name: tree.name.text, at: tree.at, members };
}

/** The fields; methods are added with the functions. */
export function declareStructs(
  names: ProgramNames,
  trees: readonly StructTree[],
  constant: ConstantLookup,
): void {
  const drafts = new Map<string, { readonly tree: StructTree; readonly fields: StructField[] }>();
  for (const tree of trees) {
    reporting(names, () => {
      requireFree(names, tree.name);
      const fields: StructField[] = [];
      drafts.set(tree.name.text, { tree, fields });
      names.structs.set(tree.name.text, { name: tree.name.text, at: tree.at, fields, methods: [] });
    });
  }
  // Sizes are asked for only when no struct holds itself; so the fields come without that question first.
  for (const { tree } of drafts.values()) reporting(names, () => requireFinite(tree, drafts));
  if (names.problems.hasErrors()) return;
  const types = new TypeResolver(names, constant);
  // The language's own struct comes before those that hold one.
  if (trees.some(tree => heldBy(tree).some(({ name }) => name === 'debug'))) sessionType(names);
  for (const name of byDependency(drafts)) {
    const { tree, fields } = drafts.get(name)!;
    const declared = names.structs.get(name)!;
    // Again, so that the order of the map is one in which every struct follows those it holds.
    names.structs.delete(name);
    names.structs.set(name, declared);
    if (tree.fields.length === 0) {
      names.problems.error(tree.name.at, `${name} has no fields`);
    }
    for (const field of tree.fields) {
      reporting(names, () => {
        if (fields.some(other => other.name === field.name.text)) {
          throw new CheckMistake(field.name.at, `${name} has two fields ${field.name.text}`);
        }
        fields.push({ name: field.name.text, type: types.value(field.type), at: field.name.at });
      });
    }
    names.facts.set(
      name,
      factsOf(
        fields.map(({ type }) => type),
        names,
      ),
    );
  }
}

/** Structs in structs in structs: later passes climb down all of them. */
const deepestStruct = 100;

/** Structs a struct holds by value, as far as the trees tell. */
function heldBy({ fields }: StructTree): readonly { readonly name: string; readonly field: Name }[] {
  return fields.flatMap(({ name: field, type }) => {
    const held = valueIn(type);
    return held.kind === 'named' ? [{ name: held.name, field }] : [];
  });
}

/** What is stored where something of the type is: the elements of an array, the value of a result. */
function valueIn(type: TypeTree): TypeTree {
  if (type.kind === 'array') return valueIn(type.element);
  if (type.kind === 'result') return valueIn(type.value);
  return type.kind === 'memory' && type.word === 'stack' ? valueIn(type.target) : type;
}

type Drafts = ReadonlyMap<string, { readonly tree: StructTree }>;

function requireFinite(tree: StructTree, drafts: Drafts): void {
  const seen = new Set<string>();
  const visit = (name: string, depth: number): boolean => {
    if (seen.has(name)) return false;
    seen.add(name);
    const inner = drafts.get(name);
    if (!inner) return false;
    if (depth > deepestStruct) throw new CheckMistake(tree.name.at, 'structs are nested too deeply');
    return heldBy(inner.tree).some(held => held.name === tree.name.text || visit(held.name, depth + 1));
  };
  for (const { name, field } of heldBy(tree)) {
    seen.clear();
    if (name !== tree.name.text && !visit(name, 0)) continue;
    throw new CheckMistake(
      field.at,
      `${tree.name.text} would hold itself`,
      `Refer to it: ${field.text}: ${name}@ or gc ${name}.`,
    );
  }
}

function byDependency(drafts: Drafts): readonly string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const draft = drafts.get(name);
    if (!draft || seen.has(name)) return;
    seen.add(name);
    for (const held of heldBy(draft.tree)) visit(held.name);
    order.push(name);
  };
  for (const name of drafts.keys()) visit(name);
  return order;
}

/** One kind of thing has a name at module level. */
export function requireFree(names: ProgramNames, name: Name): void {
  const taken = names.isType(name.text) || names.functions.has(name.text) || names.globals.has(name.text);
  if (taken) throw new CheckMistake(name.at, `${name.text} is already declared`);
  if (builtinTypes.has(name.text) || name.text === 'result' || name.text === 'future') {
    throw new CheckMistake(name.at, `${name.text} is a type of the language`);
  }
}

/** Goes on behind a mistake. */
export function reporting(names: ProgramNames, work: () => void): void {
  try {
    work();
  } catch (problem) {
    if (!(problem instanceof CheckMistake)) throw problem;
    names.problems.error(problem.at, problem.message, problem.hint);
  }
}
