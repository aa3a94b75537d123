// The words of an object graph: edge kinds, root categories, validity, provenance, exactness (Osprey spec, [DEBUGGER-OBJECT-GRAPH]).

/**
 * What a reference is to the program. `reference` is a pointer whose meaning the runtime does not know; `conservative` is a
 * word that may be a pointer, and may be a number.
 */
export const edgeKinds = [
  'field',
  'index',
  'map-key',
  'map-value',
  'union-payload',
  'closure-capture',
  'sharing',
  'fiber-capture',
  'channel-queue',
  'effect-handler',
  'resumption',
  'runtime-handle',
  'stack-root',
  'global-root',
  'root',
  'bookkeeping',
  'reference',
  'conservative',
] as const;
export type EdgeKind = (typeof edgeKinds)[number];

/** Where reachability begins. `conservative`: the collector takes a word for a pointer, so the root is approximate. */
export const rootCategories = [
  'selection',
  'stack',
  'global',
  'active-fiber',
  'suspended-fiber',
  'channel',
  'effect-handler',
  'runtime',
  'foreign-handle',
  'conservative',
  'other',
] as const;
export type RootCategory = (typeof rootCategories)[number];

export const validities = ['live', 'collected', 'moved', 'unavailable', 'corrupt'] as const;
export type Validity = (typeof validities)[number];

/** Which memory manager an object belongs to; `manual` is freed by the program, `static` never. */
export const provenances = ['unknown', 'arc', 'gc', 'custom', 'manual', 'static'] as const;
export type Provenance = (typeof provenances)[number];

export const exactnesses = ['exact', 'approximate', 'unavailable'] as const;
export type Exactness = (typeof exactnesses)[number];

/** How far a number can be trusted; whatever is not exact says why. */
export interface Label {
  readonly exactness: Exactness;
  readonly why?: string;
}

export const exact: Label = { exactness: 'exact' };

/** The least trustworthy of some labels, with the reasons of all that are no better. */
export function weakest(labels: readonly Label[]): Label {
  const rank = Math.max(0, ...labels.map(label => exactnesses.indexOf(label.exactness)));
  const exactness = exactnesses[rank]!;
  const reasons = labels
    .filter(label => label.exactness === exactness)
    .flatMap(({ why }) => why?.split('; ') ?? []);
  return reasons.length === 0 ? { exactness } : { exactness, why: [...new Set(reasons)].join('; ') };
}

/** What a source knows about its own snapshot, part by part. */
export interface SnapshotLabels {
  readonly nodes: Label;
  readonly edges: Label;
  readonly roots: Label;
  readonly sizes: Label;
  /** Where objects were allocated; absent where the source says nothing about that. */
  readonly sites?: Label;
  /** Which task or fiber allocated them; absent where the source says nothing about that. */
  readonly owners?: Label;
}

export const exactLabels: SnapshotLabels = { nodes: exact, edges: exact, roots: exact, sizes: exact };

/** Retained sizes need all four: a missing root or edge makes them wrong, in either direction. */
export const retainedLabel = ({ nodes, edges, roots, sizes }: SnapshotLabels): Label =>
  weakest([nodes, edges, roots, sizes]);

export type ReachLabels = Pick<SnapshotLabels, 'edges' | 'roots'>;

/** Something may hold an object without being seen, so that "nothing holds it" can only be supposed. */
export const isGuessed = ({ edges, roots }: ReachLabels): boolean =>
  edges.exactness !== 'exact' || roots.exactness !== 'exact';
