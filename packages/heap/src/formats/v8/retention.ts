// Which edges of a snapshot count: V8 also writes shortcuts, both halves of WeakMap pairs, and the hold of its own tables.

import { asideBit, weakBit } from '../../graph/graph.js';
import type { Wide } from '../../graph/growing.js';
import type { StringTable } from '../../graph/string-table.js';
import { weakMapPair } from './meaning.js';

export interface V8Edges {
  readonly first: Uint32Array;
  readonly to: Uint32Array;
  /** Bytes of the graph; bits are added. */
  readonly edgeKinds: Uint8Array;
  readonly edgeNames: Uint32Array;
  /** V8's own types. */
  readonly edgeTypes: Uint8Array;
}

/** What some nodes reach: from the program's globals all that is not only held by V8 or by a debugger. */
export function reachedFrom({ first, to, edgeKinds }: V8Edges, entries: readonly number[]): Uint8Array {
  const reached = new Uint8Array(first.length - 1);
  const stack = new Uint32Array(reached.length);
  let depth = 0;
  const arrive = (node: number): void => {
    if (reached[node] !== 0) return;
    reached[node] = 1;
    stack[depth++] = node;
  };
  entries.forEach(arrive);
  while (depth > 0) {
    const node = stack[--depth]!;
    for (let edge = first[node]!, end = first[node + 1]!; edge < end; edge++) {
      if ((edgeKinds[edge]! & weakBit) === 0) arrive(to[edge]!);
    }
  }
  return reached;
}

/** Sets the bits of edges that do not count, by the rules of Chrome's DevTools, so that retained sizes agree. */
export function setAside(
  { first, to, edgeKinds, edgeTypes }: V8Edges,
  program: Uint8Array,
  shortcut: number,
): void {
  for (let node = 1; node < program.length; node++) {
    for (let edge = first[node]!, end = first[node + 1]!; edge < end; edge++) {
      // At the root, and only there, a shortcut marks a global object.
      if (edgeTypes[edge] === shortcut) edgeKinds[edge]! |= weakBit;
      if (program[node] === 0 && program[to[edge]!] !== 0) edgeKinds[edge]! |= asideBit;
    }
  }
}

/** A value of a WeakMap goes when either its key or the table does: the key's edge alone counts. */
export function setWeakMapsAside(edges: V8Edges, strings: StringTable, ids: Wide, internal: number): void {
  const tables = tablesByName(strings);
  if (tables.size === 0) return;
  const { first, edgeKinds, edgeNames, edgeTypes } = edges;
  for (let node = 0; node + 1 < first.length; node++) {
    for (let edge = first[node]!, end = first[node + 1]!; edge < end; edge++) {
      if (edgeTypes[edge] === internal && tables.get(edgeNames[edge]!) === ids[node])
        edgeKinds[edge]! |= asideBit;
    }
  }
}

/** The strings that name such an edge, with the id of the table in each. */
function tablesByName(strings: StringTable): ReadonlyMap<number, number> {
  const mark = new TextEncoder().encode(' pair in WeakMap (table @');
  const tables = new Map<number, number>();
  for (let index = 0; index < strings.count; index++) {
    const [begin, end] = [strings.starts[index]!, strings.starts[index + 1]!];
    // ")" ends them all, a digit begins them: that leaves few to look at.
    if (end - begin < mark.length || strings.bytes[end - 1] !== 0x29 || strings.bytes[begin]! > 0x39)
      continue;
    const table = weakMapPair.exec(strings.text(index))?.[1];
    if (table !== undefined) tables.set(index, Number(table));
  }
  return tables;
}
