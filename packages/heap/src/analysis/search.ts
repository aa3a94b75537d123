// Finds nodes by text: types and summaries that contain it, or an id.

import { none } from '../graph/graph.js';
import type { HeapAnalysis } from './analysis.js';

/**
 * At most so many nodes: the one with this id, then those of exactly this type, then all whose type or summary contains
 * the text, without regard to case; largest retained size first.
 */
export function search(analysis: HeapAnalysis, text: string, most: number): readonly number[] {
  const { graph, ids } = analysis;
  const id = /^@?(\d{1,16})$/.exec(text.trim())?.[1];
  const byId = id === undefined ? -1 : ids.nodeOf(Number(id));
  const found = byId < 0 ? [] : [byId];
  const matching = stringsWith(analysis, text.trim());
  const { types, summaries } = graph.columns;
  const isOfType = (node: number): boolean => matching[types[node]!] === whole;
  const contains = (node: number): boolean => {
    const summary = summaries[node]!;
    return !isOfType(node) && (matching[types[node]!] !== 0 || (summary !== none && matching[summary] !== 0));
  };
  for (const fits of [isOfType, contains]) {
    for (const node of analysis.bySize) {
      if (found.length >= most) return found.slice(0, most);
      if (node !== byId && fits(node)) found.push(node);
    }
  }
  return found;
}

/** The text is all of the string, not only in it. */
const whole = 2;

function stringsWith({ graph: { strings } }: HeapAnalysis, text: string): Uint8Array {
  const wanted = text.toLowerCase();
  const matching = new Uint8Array(strings.count);
  if (wanted === '') return matching;
  for (let index = 0; index < strings.count; index++) {
    // A long string is data: its beginning tells enough.
    const string = strings.text(index, 1000).toLowerCase();
    if (string.includes(wanted)) matching[index] = string === wanted ? whole : 1;
  }
  return matching;
}
