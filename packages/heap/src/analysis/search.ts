// Finds nodes by text: types and summaries that contain it, or an id.

import { none } from '../graph/graph.js';
import type { HeapAnalysis } from './analysis.js';

/** Nodes, largest retained size first, at most so many; the text matches without regard to case. `@17` is an id. */
export function search(analysis: HeapAnalysis, text: string, most: number): readonly number[] {
  const { graph, ids } = analysis;
  const id = /^@?(\d{1,16})$/.exec(text.trim())?.[1];
  const byId = id === undefined ? -1 : ids.nodeOf(Number(id));
  const found = byId < 0 ? [] : [byId];
  const matching = stringsWith(analysis, text.trim());
  const { types, summaries } = graph.columns;
  for (const node of analysis.bySize) {
    if (found.length >= most) break;
    const summary = summaries[node]!;
    if (node === byId) continue;
    if (matching[types[node]!] === 1 || (summary !== none && matching[summary] === 1)) found.push(node);
  }
  return found.slice(0, most);
}

function stringsWith({ graph: { strings } }: HeapAnalysis, text: string): Uint8Array {
  const wanted = text.toLowerCase();
  const matching = new Uint8Array(strings.count);
  if (wanted === '') return matching;
  for (let index = 0; index < strings.count; index++) {
    // A long string is data: its beginning tells enough.
    if (strings.text(index, 1000).toLowerCase().includes(wanted)) matching[index] = 1;
  }
  return matching;
}
