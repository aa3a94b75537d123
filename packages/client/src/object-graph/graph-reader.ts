// Reads parts of a snapshot into a neighbourhood: what an object holds and what holds it, the largest first.
import type { EdgeKind, EdgeView, NodeView, PathView } from '@sonde/heap';
import { isAbsent } from '../failure-text.js';
import type { SessionModel } from '../session-model.js';
import { askGraph } from './graph-requests.js';
import {
  around,
  directions,
  expansionKey,
  isBeyondRoots,
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

/** With more in view, nothing is opened by itself: not a box with one content, not others. */
const roomForChains = 24;
const roomForOthers = 7;

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
    const edges = page.items.filter(({ node }) => !isBeyondRoots(node));
    return { of, direction, edges, total: page.total - (page.items.length - edges.length) };
  }

  /** An object between what holds it and what it holds, and a little of what is around them. */
  async begin(focus: NodeView, pins?: ReadonlyMap<number, NodeView>): Promise<Neighbourhood> {
    let graph = around(focus, pins);
    for (const direction of directions) graph = await this.expand(graph, focus.id, direction);
    for (let round = 0; round < 4; round++) graph = await this.#grow(graph);
    return graph;
  }

  /** The next of the largest. */
  async expand(graph: Neighbourhood, id: number, direction: Direction): Promise<Neighbourhood> {
    const known = graph.expansions.get(expansionKey(id, direction))?.edges.length ?? 0;
    return opened(graph, await this.edges(id, direction, known, this.filter.most));
  }

  /** The same part of this snapshot: what was opened is opened again, as far as it is still there. */
  async again(before: Neighbourhood): Promise<Neighbourhood> {
    const focus = await this.#ifThere(before.focus);
    const pins = await this.#stillThere(before);
    let graph = focus === undefined ? await this.#withoutFocus(before, pins) : around(focus, pins);
    for (const { of, direction, edges } of before.expansions.values()) {
      if (!graph.nodes.has(of) || (of === before.focus && focus === undefined)) continue;
      graph = opened(graph, await this.edges(of, direction, 0, Math.max(edges.length, this.filter.most)));
    }
    return graph;
  }

  async #stillThere({ pins, focus }: Neighbourhood): Promise<ReadonlyMap<number, NodeView>> {
    const found = await Promise.all(
      [...pins]
        .filter(id => id !== focus)
        // What is gone is no more to be seen, pinned or not.
        .map(id => this.#ifThere(id)),
    );
    return new Map(found.flatMap(node => (node === undefined ? [] : [[node.id, node]])));
  }

  /** The focus as it was, and around it those that are still there. */
  async #withoutFocus(
    { focus, nodes, expansions }: Neighbourhood,
    pins: ReadonlyMap<number, NodeView>,
  ): Promise<Neighbourhood> {
    const left = new Map<Direction, readonly EdgeView[]>();
    for (const direction of directions) {
      const edges = expansions.get(expansionKey(focus, direction))?.edges ?? [];
      const now = await Promise.all(edges.map(({ node }) => this.#ifThere(node.id)));
      left.set(
        direction,
        edges.flatMap((edge, nth) => (now[nth] === undefined ? [] : [{ ...edge, node: now[nth] }])),
      );
    }
    const count = (direction: Direction): number => left.get(direction)!.length;
    const { root: _, ...was } = nodes.get(focus)!;
    const ghost = { ...was, references: count('references'), retainers: count('retainers') };
    let graph: Neighbourhood = { ...around(ghost, pins), isFocusGone: true };
    for (const [direction, edges] of left)
      graph = opened(graph, { of: focus, direction, edges, total: edges.length });
    return graph;
  }

  /** Undefined where the snapshot has no such object: it was freed, or does not exist yet. */
  async #ifThere(id: number): Promise<NodeView | undefined> {
    try {
      return await this.node(id);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }

  /** Boxes with one content say little by themselves, and a picture of three objects says little too. */
  async #grow(graph: Neighbourhood): Promise<Neighbourhood> {
    let next = graph;
    for (const { node, found, hidden } of shownGraph(graph).nodes) {
      if (found === undefined || hidden[found.direction] === 0) continue;
      const isBox = node[found.direction] === 1;
      if (next.nodes.size >= (isBox ? roomForChains : roomForOthers)) continue;
      if (next.expansions.has(expansionKey(node.id, found.direction))) continue;
      next = await this.expand(next, node.id, found.direction);
    }
    return next;
  }
}

/** More steps of a path are not drawn. */
const longestPath = 60;

/** Paths from roots as a part of the graph: each object opened towards the one that holds it on a path. */
export function graphOfPaths(node: NodeView, paths: readonly PathView[]): Neighbourhood {
  let graph = around(node);
  for (const { steps, hidden } of paths) {
    // What is left out of a long path is a gap that nothing leads over: the end that is near the object is drawn.
    const first = Math.max(hidden === undefined ? 0 : steps.length / 2, steps.length - longestPath);
    for (let nth = steps.length - 1; nth > first; nth--) {
      const { node: held, ...edge } = steps[nth]!;
      const holder = steps[nth - 1]!.node;
      if (isBeyondRoots(holder)) continue;
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
