// The questions that clients ask about a heap, as data, so that they cross threads and wires; and their answers.

import { HeapProblem, type Findings } from '../contract/problem.js';
import { firstReservedId, type HeapMoment } from '../contract/source.js';
import type { Label, RootCategory, SnapshotLabels } from '../contract/vocabulary.js';
import { rootCategories } from '../contract/vocabulary.js';
import type { HeapAnalysis } from './analysis.js';
import { cutEdge } from './cut.js';
import { diffOf, type DiffOptions, type GroupChange } from './diff.js';
import { groupings, groupsOf, membersOf, type Group, type Grouping } from './groups.js';
import { keyPaths, shortestPath } from './paths.js';
import { search } from './search.js';
import { isSieve, siftedEdges, type EdgeSieve } from './sifted-edges.js';
import { holderWords, suspectsOf, type Contents } from './suspects.js';
import {
  belowRoots,
  dominated,
  edgeView,
  largest,
  nodeView,
  pageOf,
  pathView,
  references,
  retainers,
  type EdgeView,
  type NodeView,
  type Page,
  type PathView,
} from './views.js';

interface Paged {
  readonly id: number;
  readonly start?: number;
  readonly count?: number;
}

export type HeapQuery =
  | { readonly ask: 'summary' }
  | { readonly ask: 'node'; readonly id: number }
  | ({ readonly ask: 'references' | 'retainers' } & Paged & EdgeSieve)
  | ({
      readonly ask: 'dominated';
      /** Of the root of all: the roots in place of the nodes of their categories. */
      readonly skipCategories?: boolean;
    } & Paged)
  | { readonly ask: 'largest'; readonly count?: number; readonly internal?: boolean }
  | {
      readonly ask: 'groups';
      readonly by: Grouping;
      readonly start?: number;
      readonly count?: number;
      readonly selections?: readonly { readonly name: string; readonly ids: readonly number[] }[];
    }
  | {
      readonly ask: 'members';
      readonly by: Grouping;
      readonly name: string;
      readonly start?: number;
      readonly count?: number;
    }
  | { readonly ask: 'path'; readonly id: number }
  | { readonly ask: 'key-paths'; readonly id: number; readonly most?: number }
  | { readonly ask: 'cut'; readonly from: number; readonly to: number; readonly name?: string | number }
  | { readonly ask: 'search'; readonly text: string; readonly most?: number }
  | { readonly ask: 'suspects'; readonly most?: number };

export interface HeapSummary {
  readonly moment: HeapMoment;
  readonly nodes: number;
  readonly edges: number;
  readonly size: number;
  readonly unreachable: { readonly count: number; readonly size: number };
  readonly roots: readonly { readonly category: RootCategory; readonly count: number }[];
  readonly labels: SnapshotLabels;
  readonly retained: Label;
  readonly findings: Findings;
  readonly rootId: number;
}

export interface CutView {
  readonly edges: readonly EdgeView[];
  readonly freedCount: number;
  readonly freedSize: number;
  readonly stillHeldBy?: EdgeView;
  /** The runtime holds it too, by an edge that does not count for retained sizes. */
  readonly asideHeldBy?: EdgeView;
}

export interface SuspectView {
  readonly node: NodeView;
  readonly share: number;
  readonly words: string;
  /** It begins a list of these, each of which holds the next. */
  readonly chain?: Contents;
  /** The node stands for all that no root holds, which is mostly this. */
  readonly garbage?: Contents;
  readonly heldBy?: string;
  readonly path?: PathView;
}

export interface DiffView {
  /** Which moments are compared, the earlier snapshot's first. */
  readonly moments: readonly [HeapMoment, HeapMoment];
  readonly count: readonly [number, number];
  readonly shallow: readonly [number, number];
  readonly added: { readonly count: number; readonly shallow: number };
  readonly removed: { readonly count: number; readonly shallow: number };
  readonly retainedChanged: number;
  readonly pathChanged: {
    readonly count: number;
    /** Without a path where no root held it, or holds it. */
    readonly examples: readonly {
      readonly node: NodeView;
      readonly before?: PathView;
      readonly after?: PathView;
    }[];
  };
  readonly types: readonly GroupChange[];
  readonly sites: readonly GroupChange[];
  readonly largestAdded: readonly NodeView[];
  readonly idsDiffer: boolean;
}

/** The answer to each kind of question. */
export interface HeapAnswers {
  readonly summary: HeapSummary;
  readonly node: NodeView;
  readonly references: Page<EdgeView>;
  readonly retainers: Page<EdgeView>;
  readonly dominated: Page<NodeView>;
  readonly largest: readonly NodeView[];
  readonly groups: Page<Group>;
  readonly members: Page<NodeView>;
  readonly path: PathView | undefined;
  readonly 'key-paths': { readonly paths: readonly PathView[]; readonly complete: boolean };
  readonly cut: CutView;
  readonly search: readonly NodeView[];
  readonly suspects: readonly SuspectView[];
}

export type HeapAnswer<Q extends HeapQuery> = HeapAnswers[Q['ask']];

const pageSize = 100;

export function answer<Q extends HeapQuery>(analysis: HeapAnalysis, query: Q): HeapAnswer<Q> {
  return answerTo(analysis, query) as HeapAnswer<Q>;
}

function answerTo(analysis: HeapAnalysis, query: HeapQuery): HeapAnswers[keyof HeapAnswers] {
  switch (query.ask) {
    case 'summary':
      return summaryOf(analysis);
    case 'node':
      return nodeView(analysis, nodeWith(analysis, query.id));
    case 'references':
    case 'retainers': {
      const { ask, id, start = 0, count = pageSize } = query;
      const node = nodeWith(analysis, id);
      if (isSieve(query)) return siftedEdges(analysis, ask, node, query, { start, count });
      return (ask === 'references' ? references : retainers)(analysis, node, start, count);
    }
    case 'dominated': {
      requireRetained(analysis);
      const node = nodeWith(analysis, query.id);
      const [start, count] = [query.start ?? 0, query.count ?? pageSize];
      if (query.skipCategories === true && node === analysis.graph.root)
        return belowRoots(analysis, start, count);
      return dominated(analysis, node, start, count);
    }
    case 'largest':
      return largest(analysis, query.count ?? pageSize, query.internal ?? false);
    case 'groups':
      return groupPage(analysis, query);
    case 'members':
      return memberPage(analysis, query);
    case 'path': {
      const path = shortestPath(analysis, nodeWith(analysis, query.id));
      return path === undefined ? undefined : pathView(analysis, path);
    }
    case 'key-paths': {
      const { paths, complete } = keyPaths(analysis, nodeWith(analysis, query.id), query.most);
      return { paths: paths.map(path => pathView(analysis, path)), complete };
    }
    case 'cut':
      requireRetained(analysis);
      return cutView(analysis, query);
    case 'search':
      return search(analysis, query.text, query.most ?? pageSize).map(node => nodeView(analysis, node));
    case 'suspects':
      return suspectsOf(analysis, query.most).map(({ node, share, words, path, chain, garbage }) => {
        const heldBy = path === undefined ? undefined : holderWords(analysis, path);
        return {
          node: nodeView(analysis, node),
          share,
          words,
          ...(chain === undefined ? {} : { chain }),
          ...(garbage === undefined ? {} : { garbage }),
          ...(heldBy === undefined ? {} : { heldBy }),
          ...(path === undefined ? {} : { path: pathView(analysis, path) }),
        };
      });
  }
}

/** What would be freed cannot be said where roots or references are unknown. */
function requireRetained({ retainedLabel: { exactness, why } }: HeapAnalysis): void {
  if (exactness === 'unavailable')
    throw new HeapProblem('refused', `what would be freed is unknown here: ${why ?? 'roots are missing'}.`);
}

export function nodeWith({ ids }: HeapAnalysis, id: number): number {
  const node = ids.nodeOf(id);
  if (node >= 0) return node;
  throw new HeapProblem(
    'absent',
    `there is no object @${id} in this heap.`,
    'Ids stand after the @ in every list; search finds them.',
  );
}

function summaryOf(analysis: HeapAnalysis): HeapSummary {
  const { graph, dominators } = analysis;
  const unreached = dominators.order.subarray(dominators.reached);
  let size = 0;
  for (const node of unreached) size += graph.size(node);
  const counts = new Uint32Array(rootCategories.length);
  const { rootNodes, rootKinds } = graph.columns;
  // The node that stands for a whole category is no root itself.
  for (const [nth, node] of rootNodes.entries())
    if (graph.id(node) < firstReservedId) counts[rootKinds[nth]!]!++;
  return {
    moment: graph.facts.moment,
    nodes: graph.nodeCount,
    edges: graph.edgeCount,
    size: analysis.retained[graph.root]!,
    unreachable: { count: unreached.length, size },
    roots: rootCategories
      .map((category, kind) => ({ category, count: counts[kind]! }))
      .filter(({ count }) => count > 0),
    labels: graph.facts.labels,
    retained: analysis.retainedLabel,
    findings: graph.facts.findings,
    rootId: graph.id(graph.root),
  };
}

function requireGrouping(by: Grouping): void {
  if (!groupings.includes(by))
    throw new HeapProblem('refused', `heaps are not grouped by "${by}".`, `Use ${groupings.join(', ')}.`);
}

function memberPage(analysis: HeapAnalysis, query: Extract<HeapQuery, { ask: 'members' }>): Page<NodeView> {
  requireGrouping(query.by);
  const members = membersOf(analysis, query.by, query.name);
  return pageOf(members.length, query.start ?? 0, query.count ?? pageSize, nth =>
    nodeView(analysis, members[nth]!),
  );
}

function groupPage(analysis: HeapAnalysis, query: Extract<HeapQuery, { ask: 'groups' }>): Page<Group> {
  requireGrouping(query.by);
  const selections = query.selections?.map(({ name, ids }) => ({
    name,
    nodes: ids.map(id => nodeWith(analysis, id)),
  }));
  const groups = groupsOf(analysis, query.by, selections);
  const start = Math.max(0, query.start ?? 0);
  return { total: groups.length, start, items: groups.slice(start, start + (query.count ?? pageSize)) };
}

function cutView(analysis: HeapAnalysis, { from, to, name }: Extract<HeapQuery, { ask: 'cut' }>): CutView {
  const [source, target] = [nodeWith(analysis, from), nodeWith(analysis, to)];
  const cut = cutEdge(analysis, source, target, name);
  if (cut === undefined)
    throw new HeapProblem(
      'refused',
      `@${from} has no reference${name === undefined ? '' : ` ${JSON.stringify(name)}`} to @${to}.`,
      'The retainers of an object say who refers to it.',
    );
  const view = (edge: number): EdgeView => edgeView(analysis, edge, analysis.sources.sourceOf(edge));
  return {
    edges: cut.edges.map(edge => edgeView(analysis, edge, target)),
    freedCount: cut.freedCount,
    freedSize: cut.freedSize,
    ...(cut.stillHeldBy === undefined ? {} : { stillHeldBy: view(cut.stillHeldBy) }),
    ...(cut.asideHeldBy === undefined ? {} : { asideHeldBy: view(cut.asideHeldBy) }),
  };
}

export function diffView(before: HeapAnalysis, after: HeapAnalysis, options?: DiffOptions): DiffView {
  const diff = diffOf(before, after, options);
  const pathOf = (analysis: HeapAnalysis, node: number) => {
    const path = shortestPath(analysis, node);
    return path === undefined ? undefined : pathView(analysis, path);
  };
  return {
    ...diff,
    moments: [before.graph.facts.moment, after.graph.facts.moment],
    pathChanged: {
      count: diff.pathChanged.count,
      examples: diff.pathChanged.examples.map(([old, now]) => {
        const [was, is] = [pathOf(before, old), pathOf(after, now)];
        return {
          node: nodeView(after, now),
          ...(was === undefined ? {} : { before: was }),
          ...(is === undefined ? {} : { after: is }),
        };
      }),
    },
    largestAdded: diff.largestAdded.map(node => nodeView(after, node)),
  };
}
