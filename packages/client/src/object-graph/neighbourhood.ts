// A part of the object graph around one object: what was opened in which direction, and what is seen of it.
import { edgeText, firstReservedId, type EdgeView, type NodeView } from '@sonde/heap';

/** References lead from an object to what it holds, retainers to what holds it. */
export type Direction = 'references' | 'retainers';
export const directions: readonly Direction[] = ['retainers', 'references'];

/** Edges of one object in one direction, as far as they were read. */
export interface Expansion {
  readonly of: number;
  readonly direction: Direction;
  readonly edges: readonly EdgeView[];
  /** How many there are under the filters of now. */
  readonly total: number;
}

export interface Neighbourhood {
  readonly focus: number;
  readonly nodes: ReadonlyMap<number, NodeView>;
  /** In the order in which they were opened, by `expansionKey`. */
  readonly expansions: ReadonlyMap<string, Expansion>;
  /** Stay in view whatever is collapsed or looked at. */
  readonly pins: ReadonlySet<number>;
  /** The snapshot that is shown does not have the focus: it stands there as it was, so that what hangs on it stays in place. */
  readonly isFocusGone?: boolean;
}

export const expansionKey = (of: number, direction: Direction): string => `${of} ${direction}`;

export const around = (focus: NodeView, pins: ReadonlyMap<number, NodeView> = new Map()): Neighbourhood => ({
  focus: focus.id,
  nodes: new Map([...pins, [focus.id, focus]]),
  expansions: new Map(),
  pins: new Set(pins.keys()),
});

/** With these edges; those of the same object and direction that were known before come first. */
export function opened(graph: Neighbourhood, more: Expansion): Neighbourhood {
  const key = expansionKey(more.of, more.direction);
  const known = graph.expansions.get(key);
  const edges = [...(known?.edges ?? []), ...more.edges.filter(edge => !known?.edges.some(sameEdge(edge)))];
  const expansions = new Map(graph.expansions).set(key, { ...more, edges });
  const nodes = new Map(graph.nodes);
  for (const { node } of more.edges) nodes.set(node.id, node);
  return { ...graph, nodes, expansions };
}

const sameEdge =
  (one: EdgeView) =>
  (other: EdgeView): boolean =>
    one.node.id === other.node.id && one.kind === other.kind && one.name === other.name;

/** Without what was opened there, and without what can be seen through it only. */
export function collapsed(graph: Neighbourhood, of: number, direction: Direction): Neighbourhood {
  const expansions = new Map(graph.expansions);
  expansions.delete(expansionKey(of, direction));
  return withoutUnseen({ ...graph, expansions });
}

export function pinned(graph: Neighbourhood, id: number, isPinned: boolean): Neighbourhood {
  const pins = new Set(graph.pins);
  if (isPinned) pins.add(id);
  else pins.delete(id);
  return withoutUnseen({ ...graph, pins });
}

/** What hangs on the focus or on a pin stays; all else goes. */
function withoutUnseen(graph: Neighbourhood): Neighbourhood {
  const seen = new Set([graph.focus, ...graph.pins]);
  const waiting = [...seen];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
    for (const direction of directions)
      for (const { node } of graph.expansions.get(expansionKey(id, direction))?.edges ?? [])
        if (!seen.has(node.id)) {
          seen.add(node.id);
          waiting.push(node.id);
        }
  return {
    ...graph,
    nodes: new Map([...graph.nodes].filter(([id]) => seen.has(id))),
    expansions: new Map([...graph.expansions].filter(([, { of }]) => seen.has(of))),
  };
}

export interface ShownNode {
  readonly key: string;
  readonly node: NodeView;
  /** Columns count from the focus: what holds stands left of what it holds. */
  readonly column: number;
  /** The object through which it was found, and by which direction. */
  readonly found?: { readonly through: string; readonly direction: Direction };
  readonly isPinned: boolean;
  /** It is no object of the snapshot that is shown. */
  readonly isGone: boolean;
  /** Edges that are not drawn. */
  readonly hidden: { readonly [Each in Direction]: number };
  readonly isOpen: { readonly [Each in Direction]: boolean };
}

/** Stands for all edges of an object that were not read: `+ 9,998 more`. */
export interface ShownMore {
  readonly key: string;
  readonly of: number;
  readonly direction: Direction;
  readonly count: number;
  readonly column: number;
  readonly found: { readonly through: string; readonly direction: Direction };
}

/** All references from one object to another, drawn as one line. */
export interface ShownEdge {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly edges: readonly Omit<EdgeView, 'node'>[];
}

export interface ShownGraph {
  readonly nodes: readonly ShownNode[];
  readonly more: readonly ShownMore[];
  readonly edges: readonly ShownEdge[];
}

export const nodeKey = (id: number): string => String(id);

export function shownGraph(graph: Neighbourhood): ShownGraph {
  const places = placesOf(graph);
  const edges = edgesOf(graph);
  const drawn = { references: new Map<string, number>(), retainers: new Map<string, number>() };
  const count = (counts: Map<string, number>, key: string, by: number): void =>
    void counts.set(key, (counts.get(key) ?? 0) + by);
  for (const { from, to, edges: all } of edges) {
    count(drawn.references, from, all.length);
    count(drawn.retainers, to, all.length);
  }
  const nodes = [...places].map(([id, { column, found }]): ShownNode => {
    const node = graph.nodes.get(id)!;
    const key = nodeKey(id);
    const hidden = (direction: Direction): number =>
      Math.max(0, edgeCount(node, direction) - (drawn[direction].get(key) ?? 0));
    const isOpen = (direction: Direction): boolean =>
      (graph.expansions.get(expansionKey(id, direction))?.edges.length ?? 0) > 0;
    return {
      key,
      node,
      column,
      ...(found === undefined ? {} : { found }),
      isPinned: graph.pins.has(id),
      isGone: graph.isFocusGone === true && id === graph.focus,
      hidden: { references: hidden('references'), retainers: hidden('retainers') },
      isOpen: { references: isOpen('references'), retainers: isOpen('retainers') },
    };
  });
  const more = [...graph.expansions.values()].flatMap(
    ({ of, direction, edges: read, total }): ShownMore[] => {
      const place = places.get(of);
      if (place === undefined || read.length >= total) return [];
      return [
        {
          key: `${expansionKey(of, direction)} more`,
          of,
          direction,
          count: total - read.length,
          column: place.column + stepOf(direction),
          found: { through: nodeKey(of), direction },
        },
      ];
    },
  );
  return { nodes, more, edges };
}

/** The session keeps nodes for all roots of a category and for all of those; to people a root is where a path begins. */
export const isBeyondRoots = ({ id }: NodeView): boolean => id >= firstReservedId;

/** A root is held by the node of its category, which is not shown. */
const edgeCount = (node: NodeView, direction: Direction): number =>
  direction === 'retainers' && node.root !== undefined ? node.retainers - 1 : node[direction];

const stepOf = (direction: Direction): 1 | -1 => (direction === 'references' ? 1 : -1);

interface Place {
  readonly column: number;
  readonly found?: ShownNode['found'];
}

/** In the order of opening, so that what was found first stays where it is however it is found again. */
function placesOf({ focus, expansions, pins, nodes }: Neighbourhood): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>([[focus, { column: 0 }]]);
  const waiting = [...expansions.values()];
  for (;;) {
    const index = waiting.findIndex(({ of }) => places.has(of));
    if (index >= 0) {
      const [{ of, direction, edges }] = waiting.splice(index, 1) as [Expansion];
      const column = places.get(of)!.column + stepOf(direction);
      const found = { through: nodeKey(of), direction };
      for (const { node } of edges) if (!places.has(node.id)) places.set(node.id, { column, found });
      continue;
    }
    // What only pins keep in view hangs on nothing, and begins a part of its own.
    const alone = [...pins].find(id => !places.has(id) && nodes.has(id));
    if (alone === undefined) break;
    places.set(alone, { column: 0 });
  }
  return places;
}

function edgesOf({ expansions }: Neighbourhood): readonly ShownEdge[] {
  const pairs = new Map<string, { from: string; to: string; edges: Omit<EdgeView, 'node'>[] }>();
  for (const { of, direction, edges } of expansions.values())
    for (const { node, ...edge } of edges) {
      const [from, to] = direction === 'references' ? [of, node.id] : [node.id, of];
      const key = `${from} ${to}`;
      const pair = pairs.get(key) ?? { from: nodeKey(from), to: nodeKey(to), edges: [] };
      pairs.set(key, pair);
      if (!pair.edges.some(({ kind, name }) => kind === edge.kind && name === edge.name))
        pair.edges.push(edge);
    }
  return [...pairs.values()].map(pair => ({ ...pair, text: edgesText(pair.edges) }));
}

/** `.next`, or `.first, .last` where there are two, or `.first + 3 more`. */
export function edgesText(edges: readonly Omit<EdgeView, 'node'>[]): string {
  const texts = edges.slice(0, edges.length === 2 ? 2 : 1).map(edge => edgeText(edge));
  const more = edges.length - texts.length;
  return more === 0 ? texts.join(', ') : `${texts.join(', ')} + ${more} more`;
}
