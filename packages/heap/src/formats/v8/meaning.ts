// What V8's types of nodes and edges mean in the words of the graph, and which edges keep alive.

import { edgeKinds, rootCategories, type EdgeKind, type RootCategory } from '../../contract/vocabulary.js';
import { edgeKindMask, positionBit, weakBit } from '../../graph/graph.js';

/** Kinds that belong to V8 itself. */
export const internalKinds = ['synthetic', 'hidden', 'code', 'object shape', 'array', 'native'] as const;

const meanings: Readonly<Record<string, readonly [EdgeKind, position: boolean]>> = {
  context: ['closure-capture', false],
  element: ['index', true],
  property: ['field', false],
  internal: ['bookkeeping', false],
  hidden: ['bookkeeping', true],
  shortcut: ['runtime-handle', false],
  weak: ['runtime-handle', false],
};

/** The byte for each of V8's edge types: kind, whether the name is a position, whether it is weak. */
export function edgeBytes(types: readonly string[]): Uint8Array {
  return Uint8Array.from(types, type => {
    const [kind, position] = meanings[type] ?? ['reference', false];
    return (
      (edgeKinds.indexOf(kind) & edgeKindMask) |
      (position ? positionBit : 0) |
      (type === 'weak' ? weakBit : 0)
    );
  });
}

/** By the names that V8 gives its synthetic nodes. */
const categoriesByName: Readonly<Record<string, RootCategory>> = {
  '(Stack roots)': 'stack',
  '(Handle scope)': 'stack',
  '(Micro tasks)': 'suspended-fiber',
  '(Global handles)': 'foreign-handle',
  '(Traced handles)': 'foreign-handle',
  '(Eternal handles)': 'foreign-handle',
  '(Internalized strings)': 'runtime',
  '(External strings)': 'foreign-handle',
  '(Document DOM trees)': 'global',
};

export const categoryOfSynthetic = (name: string): number =>
  rootCategories.indexOf(categoriesByName[name] ?? 'runtime');

/** Names of types for nodes whose name is their value. */
export const typeNames: Readonly<Record<string, string>> = {
  string: '(string)',
  'concatenated string': '(concatenated string)',
  'sliced string': '(sliced string)',
  symbol: '(symbol)',
  bigint: '(bigint)',
  number: '(number)',
  closure: '(function)',
  regexp: '(regexp)',
  code: '(compiled code)',
  array: '(array)',
  'object shape': '(object shape)',
};

/** V8 tells that a value of a WeakMap is held by key and table together; the table's edge has this name. */
export const weakMapPair =
  /^\d+ \/ part of key \(.*? @\d+\) -> value \(.*? @\d+\) pair in WeakMap \(table @(\d+)\)$/;
