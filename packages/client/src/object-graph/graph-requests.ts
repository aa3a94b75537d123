// The requests `sonde/objectGraph/…` with the types of their answers, and how a value is named to them.
import type { RequestOptions } from '@sonde/dap';
import type {
  CutView,
  DiffView,
  EdgeView,
  Group,
  HeapSummary,
  NodeView,
  Page,
  PathView,
  SuspectView,
} from '@sonde/heap';
import type { SessionModel } from '../session-model.js';
import type { TreeRow } from '../value-tree.js';

export interface SnapshotReference {
  readonly snapshot: number;
  readonly name: string;
  /** Ids of objects mean the same in all snapshots of one run. */
  readonly run: number;
}

export interface GraphAnswers {
  readonly status: {
    readonly available: boolean;
    readonly why?: string;
    readonly snapshots: readonly SnapshotReference[];
  };
  readonly snapshot: SnapshotReference & { readonly overview: HeapSummary };
  readonly overview: HeapSummary;
  readonly suspects: { readonly items: readonly SuspectView[] };
  readonly groups: Page<Group>;
  readonly members: Page<NodeView>;
  readonly node: NodeView;
  readonly references: Page<EdgeView>;
  readonly retainers: Page<EdgeView>;
  readonly dominated: Page<NodeView>;
  readonly keyPaths: { readonly paths: readonly PathView[]; readonly complete: boolean };
  readonly cut: CutView;
  readonly search: { readonly items: readonly NodeView[] };
  readonly diff: DiffView;
  readonly dot: { readonly dot: string };
  readonly json: { readonly json: string };
  readonly find: { readonly id: number };
  readonly release: object;
}

export async function askGraph<Name extends keyof GraphAnswers>(
  model: SessionModel,
  name: Name,
  args: object = {},
  options?: RequestOptions,
): Promise<GraphAnswers[Name]> {
  const body = await model.client.customRequest(`sonde/objectGraph/${name}`, args, options);
  return body as GraphAnswers[Name];
}

/** A value of the program, as `find` takes it. */
export type NamedValue =
  | { readonly expression: string; readonly frameId?: number }
  | { readonly variablesReference: number; readonly name: string };

/** A row is known by what holds it; a watch is known by its expression. */
export function namedValue(model: SessionModel, row: TreeRow): NamedValue {
  const { name, evaluateName } = row.variable;
  if (row.parentReference > 0) return { variablesReference: row.parentReference, name };
  return expressionValue(model, evaluateName ?? name);
}

export function expressionValue(model: SessionModel, expression: string): NamedValue {
  const frameId = model.frame.selection.get()?.frame.id;
  return { expression, ...(frameId === undefined ? {} : { frameId }) };
}
