// Everything that can be computed about a graph, each part once and when it is first needed.

import { firstReservedId } from '../contract/source.js';
import { retainedLabel, type Label } from '../contract/vocabulary.js';
import { EdgeSources } from '../graph/edge-sources.js';
import type { HeapGraph } from '../graph/graph.js';
import { IdTable } from '../graph/id-table.js';
import { incomingOf, type Incoming } from '../graph/incoming.js';
import { bySize } from './by-size.js';
import { subtreesOf, treeOf, type DominatorTree, type Subtrees } from './dominator-tree.js';
import { dominatorsOf, type Dominators } from './dominators.js';
import { nearestEdges, type Nearest } from './nearest.js';
import { retainedSizes } from './retained.js';

/** What takes long to compute and is kept in an index file. */
export interface AnalysisParts {
  readonly incoming: Incoming;
  readonly dominators: Dominators;
  readonly retained: Float64Array;
  readonly nearest: Nearest;
  readonly ids: IdTable;
}

export class HeapAnalysis {
  #incoming: Incoming | undefined;
  #dominators: Dominators | undefined;
  #retained: Float64Array | undefined;
  #nearest: Nearest | undefined;
  #ids: IdTable | undefined;
  #sources: EdgeSources | undefined;
  #bySize: Uint32Array | undefined;
  #tree: DominatorTree | undefined;
  #subtrees: Subtrees | undefined;
  #unreached: ReadonlySet<number> | undefined;
  #belowRoots: Uint32Array | undefined;

  constructor(
    readonly graph: HeapGraph,
    parts: Partial<AnalysisParts> = {},
  ) {
    this.#incoming = parts.incoming;
    this.#dominators = parts.dominators;
    this.#retained = parts.retained;
    this.#nearest = parts.nearest;
    this.#ids = parts.ids;
  }

  get incoming(): Incoming {
    return (this.#incoming ??= incomingOf(this.graph));
  }

  get dominators(): Dominators {
    return (this.#dominators ??= dominatorsOf(this.graph));
  }

  /** Retained sizes by node, whatever their label says. */
  get retained(): Float64Array {
    return (this.#retained ??= retainedSizes(this.graph, this.dominators));
  }

  get nearest(): Nearest {
    return (this.#nearest ??= nearestEdges(this.graph));
  }

  get ids(): IdTable {
    return (this.#ids ??= IdTable.of(this.graph.columns.ids));
  }

  get sources(): EdgeSources {
    return (this.#sources ??= new EdgeSources(this.graph.columns.first));
  }

  /** All nodes, largest retained size first. */
  get bySize(): Uint32Array {
    return (this.#bySize ??= bySize(this.retained));
  }

  get tree(): DominatorTree {
    return (this.#tree ??= treeOf(this.dominators, this.bySize));
  }

  get subtrees(): Subtrees {
    return (this.#subtrees ??= subtreesOf(this.dominators, this.tree));
  }

  /** What the root of all dominates, largest first, with the roots themselves in place of the nodes of their categories. */
  get belowRoots(): Uint32Array {
    const { graph, dominators } = this;
    const isCategory = (node: number): boolean => graph.id(node) > firstReservedId;
    return (this.#belowRoots ??= this.bySize.filter(node => {
      if (node === graph.root || isCategory(node)) return false;
      const parent = dominators.parents[node]!;
      return parent === graph.root || isCategory(parent);
    }));
  }

  /** False for what no root holds, which the dominator tree has below its root all the same. */
  isReached(node: number): boolean {
    const { order, reached } = this.dominators;
    this.#unreached ??= new Set(order.subarray(reached));
    return !this.#unreached.has(node);
  }

  /** How far retained sizes can be trusted. */
  get retainedLabel(): Label {
    return retainedLabel(this.graph.facts.labels);
  }

  /** Whether every path from the root to the node leads through the other; every node dominates itself. */
  dominates(other: number, node: number): boolean {
    const { enter, leave } = this.subtrees;
    return enter[other]! <= enter[node]! && enter[node]! < leave[other]!;
  }

  /** How many nodes it dominates, itself included. */
  dominatedCount(node: number): number {
    return this.subtrees.leave[node]! - this.subtrees.enter[node]!;
  }

  /** Computes what an index keeps, with a word for each step. */
  complete(step: (name: string) => void): AnalysisParts {
    step('computing dominators');
    const { dominators } = this;
    step('computing retained sizes');
    const { retained } = this;
    step('finding shortest paths');
    const { nearest } = this;
    step('turning references round');
    const { incoming } = this;
    step('indexing ids');
    return { dominators, retained, nearest, incoming, ids: this.ids };
  }
}
