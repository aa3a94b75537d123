// Chains in the dominator tree: linked lists, in which each link holds the next and so nearly all of the rest.

import type { HeapAnalysis } from './analysis.js';

export interface Chain {
  /** Where it begins; what lies above it holds the whole. */
  readonly head: number;
  /** The last link. */
  readonly tail: number;
  /** The part of a link that brings most with it, and how many there are. */
  readonly type: number;
  readonly count: number;
}

/** Fewer links are a structure that somebody wrote down, not a list that grows. */
const fewestLinks = 8;
/** Nodes of one link at most: a cell, the reference in it, the option around that. */
const longestLink = 4;
/** Near the tail a way may go on into what the last links hold: by so many nodes. */
const mostBehind = 16;

/**
 * The chain that the end of a way down the dominator tree runs along, if any; `way` has the larger ones first. Its types
 * repeat themselves with the length of a link.
 */
export function chainAlong(analysis: HeapAnalysis, way: readonly number[]): Chain | undefined {
  for (let trimmed = 0; trimmed <= mostBehind && trimmed < way.length; trimmed++) {
    const part = way.slice(0, way.length - trimmed);
    for (let period = 1; period <= longestLink; period++) {
      const start = repeatsFrom(analysis, part, period);
      if (part.length - start >= period * fewestLinks) return longest(analysis, part.slice(start), period);
    }
  }
  return undefined;
}

/** The first index from which the types repeat themselves up to the end. */
function repeatsFrom({ graph }: HeapAnalysis, way: readonly number[], period: number): number {
  const { types } = graph.columns;
  let start = way.length;
  while (start > 0) {
    const later = start - 1 + period;
    if (later < way.length && types[way[start - 1]!] !== types[way[later]!]) break;
    start--;
  }
  return start;
}

function longest(analysis: HeapAnalysis, way: readonly number[], period: number): Chain {
  const { graph, tree, retained } = analysis;
  const { types } = graph.columns;
  const links = [...way];
  // The way ends where one link is not nearly everything any more: near the tail. The rest is of the same types.
  for (;;) {
    const last = links.at(-1)!;
    const wanted = types[links.at(-period)!];
    const next = tree.children
      .subarray(tree.first[last], tree.first[last + 1])
      .find(child => types[child] === wanted);
    if (next === undefined) break;
    links.push(next);
  }
  const brought = (nth: number): number => retained[links[nth]!]! - retained[links[nth + 1]!]!;
  let most = 0;
  for (let nth = 1; nth < period; nth++) if (brought(nth) > brought(most)) most = nth;
  const type = types[links[most]!]!;
  return {
    head: links[0]!,
    tail: links.at(-1)!,
    type,
    count: links.filter((_, nth) => nth % period === most).length,
  };
}
