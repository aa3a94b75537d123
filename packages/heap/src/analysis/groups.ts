// Nodes in groups: by type, site, owner, kind, module, or by what the user selected.

import { none, type HeapGraph } from '../graph/graph.js';
import type { Label, SnapshotLabels } from '../contract/vocabulary.js';
import type { HeapAnalysis } from './analysis.js';

export const groupings = ['type', 'site', 'owner', 'kind', 'module', 'selection'] as const;
export type Grouping = (typeof groupings)[number];

/** How far the groups themselves are known: not every runtime records where and by whom objects are made. */
export const labelOfGrouping = (by: Grouping, { sites, owners }: SnapshotLabels): Label | undefined =>
  by === 'owner' ? owners : by === 'site' || by === 'module' ? sites : undefined;

export interface Group {
  readonly name: string;
  readonly count: number;
  readonly shallow: number;
  /** The sum of what each of them retains; nothing counts twice where one dominates another. Missing where it is unknown. */
  readonly retained?: number;
}

export interface Selection {
  readonly name: string;
  readonly nodes: readonly number[];
}

interface Partition {
  /** The group of each node; `none` where it is in no group. */
  readonly of: Uint32Array;
  readonly names: readonly string[];
}

/** Largest retained size first, or largest size where that is unknown; equal ones by name. */
export function groupsOf(
  analysis: HeapAnalysis,
  by: Grouping,
  selections: readonly Selection[] = [],
): readonly Group[] {
  const { of, names } = partition(analysis.graph, by, selections);
  const counts = new Float64Array(names.length);
  const shallow = new Float64Array(names.length);
  const { sizes } = analysis.graph.columns;
  // Roots that stand for no object would head every list.
  for (const node of [analysis.graph.root, ...analysis.graph.columns.rootNodes]) {
    if (analysis.graph.isInternal(node)) of[node] = none;
  }
  for (let node = 0; node < of.length; node++) {
    const group = of[node]!;
    if (group === none) continue;
    counts[group]!++;
    shallow[group]! += sizes[node]!;
  }
  const isKnown = analysis.retainedLabel.exactness !== 'unavailable';
  const retained = isKnown ? retainedByGroup(analysis, of, names.length) : undefined;
  return names
    .map((name, group) => ({
      name,
      count: counts[group]!,
      shallow: shallow[group]!,
      ...(retained === undefined ? {} : { retained: retained[group]! }),
    }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => weightOf(other) - weightOf(one) || (one.name < other.name ? -1 : 1));
}

/** The objects of one group, largest retained size first, or largest size where that is unknown. */
export function membersOf(analysis: HeapAnalysis, by: Grouping, name: string): readonly number[] {
  const { graph, retained } = analysis;
  const { of, names } = partition(graph, by, []);
  const group = names.indexOf(name);
  if (group < 0) return [];
  const isKnown = analysis.retainedLabel.exactness !== 'unavailable';
  const isRoot = new Set([graph.root, ...graph.columns.rootNodes]);
  const members: number[] = [];
  for (let node = 0; node < of.length; node++)
    if (of[node] === group && !(isRoot.has(node) && graph.isInternal(node))) members.push(node);
  const weight = (node: number): number => (isKnown ? retained[node]! : graph.size(node));
  return members.sort((one, other) => weight(other) - weight(one) || one - other);
}

const weightOf = ({ retained, shallow }: Group): number => retained ?? shallow;

/** Goes through the dominator tree and counts a node only where no node above it is of the same group. */
export function retainedByGroup(analysis: HeapAnalysis, of: Uint32Array, groups: number): Float64Array {
  const { preorder, leave } = analysis.subtrees;
  const { retained } = analysis;
  const sums = new Float64Array(groups);
  /** By group: how far the last counted subtree reaches. */
  const covered = new Uint32Array(groups);
  for (let place = 0; place < preorder.length; place++) {
    const node = preorder[place]!;
    const group = of[node]!;
    if (group === none || covered[group]! > place) continue;
    sums[group]! += retained[node]!;
    covered[group] = leave[node]!;
  }
  return sums;
}

function partition(graph: HeapGraph, by: Grouping, selections: readonly Selection[]): Partition {
  const { columns, strings, facts } = graph;
  switch (by) {
    case 'type':
      return byIndex(columns.types, index => strings.text(index, 300));
    case 'kind':
      return { of: Uint32Array.from(columns.kinds), names: facts.kindNames };
    case 'owner':
      return columns.owners === undefined
        ? oneGroup(graph, '(unknown)')
        : byIndex(columns.owners, index => (index === none ? '(unknown)' : strings.text(index)));
    case 'site':
      return bySite(graph, siteText);
    case 'module':
      return bySite(graph, site => site.module ?? site.file ?? '(unknown)');
    case 'selection': {
      const of = new Uint32Array(graph.nodeCount).fill(none);
      selections.forEach(({ nodes }, group) => {
        for (const node of nodes) of[node] = group;
      });
      return { of, names: selections.map(({ name }) => name) };
    }
  }
}

const oneGroup = (graph: HeapGraph, name: string): Partition => ({
  of: new Uint32Array(graph.nodeCount),
  names: [name],
});

/** Strings that read alike are one group, also where the table has them twice. */
function byIndex(column: Uint32Array, textOf: (index: number) => string): Partition {
  const groups = new Map<number, number>();
  const byName = new Map<string, number>();
  const of = new Uint32Array(column.length);
  for (let node = 0; node < column.length; node++) {
    const index = column[node]!;
    let group = groups.get(index);
    if (group === undefined) {
      const name = textOf(index);
      group = byName.get(name) ?? byName.size;
      byName.set(name, group);
      groups.set(index, group);
    }
    of[node] = group;
  }
  return { of, names: [...byName.keys()] };
}

type Site = HeapGraph['facts']['siteList'][number];

function bySite(graph: HeapGraph, nameOf: (site: Site) => string): Partition {
  const { sites } = graph.columns;
  if (sites === undefined) return oneGroup(graph, '(unknown)');
  return byIndex(sites, index => (index === 0 ? '(unknown)' : nameOf(graph.facts.siteList[index - 1]!)));
}

/** `main.src:12:3 in load`. */
export function siteText(site: Site): string {
  const place = [site.file ?? site.module, site.line, site.column]
    .filter(part => part !== undefined)
    .join(':');
  return site.function === undefined ? place : `${place} in ${site.function}`;
}
