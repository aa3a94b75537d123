// Reads parts of a snapshot into a neighbourhood: what an object holds and what holds it, the largest first.
import type { EdgeKind, NodeView, PathView } from '@sonde/heap';
import type { SessionModel } from '../session-model.js';
import { askGraph } from './graph-requests.js';
import {
  around,
  directions,
  expansionKey,
  opened,
  shownGraph,
  type Direction,
  type Expansion,
  type Neighbourhood,
} from './neighbourhood.js';

export interface GraphFilter {
  /** As many of the largest are shown at first, and as many more each time. */
  readonly most: number;
  /** Only types that contain this. */
  readonly type: string;
  /** Only edges of these kinds; all where there are none. */
  readonly kinds: readonly EdgeKind[];
}

export const noFilter: GraphFilter = { most: 8, type: '', kinds: [] };

/** With more in view, chains of single references are not followed by themselves. */
const roomForChains = 30;

export class GraphReader {
  constructor(
    private readonly model: SessionModel,
    readonly snapshot: number,
    private readonly filter: GraphFilter,
  ) {}

  node(id: number): Promise<NodeView> {
    return askGraph(this.model, 'node', { snapshot: this.snapshot, id });
  }

  async edges(of: number, direction: Direction, start: number, count: number): Promise<Expansion> {
    const { type, kinds } = this.filter;
    const page = await askGraph(this.model, direction, {
      snapshot: this.snapshot,
      id: of,
      start,
      count,
      order: 'size',
      ...(type === '' ? {} : { type }),
      ...(kinds.length === 0 ? {} : { kinds }),
    });
    return { of, direction, edges: page.items, total: page.total };
  }

  /** An object between what holds it and what it holds. Boxes with one content are passed, they say little by themselves. */
  async begin(focus: NodeView, pins?: ReadonlyMap<number, NodeView>): Promise<Neighbourhood> {
    let graph = around(focus, pins);
    for (const direction of directions) graph = await this.expand(graph, focus.id, direction);
    for (let round = 0; round < 2; round++) graph = await this.#followChains(graph);
    return graph;
  }

  /** The next of the largest. */
  async expand(graph: Neighbourhood, id: number, direction: Direction): Promise<Neighbourhood> {
    const known = graph.expansions.get(expansionKey(id, direction))?.edges.length ?? 0;
    return opened(graph, await this.edges(id, direction, known, this.filter.most));
  }

  /** The same part of this snapshot: what was opened is opened again, as far as it is still there. */
  async again(before: Neighbourhood): Promise<Neighbourhood> {
    let graph = around(await this.node(before.focus), await this.#stillThere(before));
    for (const { of, direction, edges } of before.expansions.values()) {
      if (!graph.nodes.has(of)) continue;
      graph = opened(graph, await this.edges(of, direction, 0, Math.max(edges.length, this.filter.most)));
    }
    return graph;
  }

  async #stillThere({ pins, focus }: Neighbourhood): Promise<ReadonlyMap<number, NodeView>> {
    const found = await Promise.all(
      [...pins]
        .filter(id => id !== focus)
        // What is gone is no more to be seen, pinned or not.
        .map(id => this.node(id).catch(() => undefined)),
    );
    return new Map(found.flatMap(node => (node === undefined ? [] : [[node.id, node]])));
  }

  async #followChains(graph: Neighbourhood): Promise<Neighbourhood> {
    let next = graph;
    for (const { node, found, hidden } of shownGraph(graph).nodes) {
      if (next.nodes.size >= roomForChains) break;
      if (found === undefined || hidden[found.direction] !== 1 || node[found.direction] !== 1) continue;
      next = await this.expand(next, node.id, found.direction);
    }
    return next;
  }
}

/** Paths from roots as a part of the graph: each object opened towards the one that holds it on a path. */
export function graphOfPaths(node: NodeView, paths: readonly PathView[]): Neighbourhood {
  let graph = around(node);
  for (const { from, steps } of paths) {
    for (let nth = steps.length - 1; nth > 0; nth--) {
      const { node: held, ...edge } = steps[nth]!;
      const holder = steps[nth - 1]?.node ?? from;
      graph = opened(graph, {
        of: held.id,
        direction: 'retainers',
        edges: [{ ...edge, node: holder }],
        total: held.retainers,
      });
    }
  }
  return graph;
}
