// The limit of a snapshot: of more objects than a reader takes, the ones nearest to the roots, so that what is kept is still held.

import type { EdgeRecord, ObjectId, RootRecord } from '@sonde/heap';

export interface HeapParts<Item> {
  readonly objects: readonly Item[];
  readonly edges: readonly EdgeRecord[];
  readonly roots: readonly RootRecord[];
}

export interface LimitedHeap<Item> extends HeapParts<Item> {
  /** Why objects, references and roots are approximate, where some were left out. */
  readonly cut?: string;
}

/** Leaves out objects beyond `most`, and the references and roots that lead to them; the order stays. */
export function withinLimit<Item>(
  parts: HeapParts<Item>,
  most: number,
  idOf: (item: Item) => ObjectId,
): LimitedHeap<Item> {
  if (parts.objects.length <= most) return parts;
  const ids = parts.objects.map(idOf);
  const kept = nearest(ids, parts, most);
  const isKept = new Set(ids.filter((_, nth) => kept[nth] === 1));
  return {
    objects: parts.objects.filter((_, nth) => kept[nth] === 1),
    edges: parts.edges.filter(({ from, to }) => isKept.has(from) && isKept.has(to)),
    roots: parts.roots.filter(({ to }) => isKept.has(to)),
    cut: `only ${most} of ${parts.objects.length} objects were read`,
  };
}

/** Marks objects breadth first from the roots; what room is left goes to the first of those that nothing reaches. */
function nearest(ids: readonly ObjectId[], { edges, roots }: HeapParts<unknown>, most: number): Uint8Array {
  const places = new Map(ids.map((id, place) => [id, place]));
  const kept = new Uint8Array(ids.length);
  const queue = new Uint32Array(most);
  let length = 0;
  const keep = (place: number | undefined): void => {
    if (place === undefined || kept[place] === 1 || length === most) return;
    kept[place] = 1;
    queue[length++] = place;
  };
  const { first, to } = rows(places, ids.length, edges);
  for (const root of roots) keep(places.get(root.to));
  for (let at = 0; at < length; at++) {
    const place = queue[at]!;
    for (let edge = first[place]!; edge < first[place + 1]!; edge++) keep(to[edge]);
  }
  for (let place = 0; place < ids.length && length < most; place++) keep(place);
  return kept;
}

/** References by their source, as places in the list of objects. */
function rows(places: ReadonlyMap<ObjectId, number>, count: number, edges: readonly EdgeRecord[]) {
  const first = new Uint32Array(count + 2);
  const known = edges.flatMap(edge => {
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    return from === undefined || to === undefined ? [] : [[from, to] as const];
  });
  for (const [from] of known) first[from + 2]!++;
  for (let place = 0; place < count; place++) first[place + 2]! += first[place + 1]!;
  const to = new Uint32Array(known.length);
  for (const [from, target] of known) to[first[from + 1]!++] = target;
  return { first, to };
}
