// A value as the page shows it: the protocol's variable, and what Sonde adds for clients that can draw.
import type { Variable } from '@sonde/dap';

/** Sent only to clients that say `supportsStructuredViews`. */
export type StructuredView =
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
      readonly more?: number;
    }
  | {
      readonly kind: 'graph';
      readonly nodes: readonly { readonly id: string; readonly label: string; readonly group?: string }[];
      readonly edges: readonly { readonly from: string; readonly to: string; readonly label?: string }[];
      readonly more?: number;
    }
  | { readonly kind: 'hex'; readonly memoryReference: string; readonly size: number }
  | { readonly kind: 'result'; readonly ok: boolean; readonly label: string; readonly text: string }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly text: string }[] };

export type ShownVariable = Variable & {
  readonly view?: StructuredView;
  /** Where it is declared. */
  readonly declaration?: { readonly path?: string; readonly line: number };
};

/** Children of a reference, as `variables` gives them. */
export type FetchChildren = (request: {
  readonly reference: number;
  readonly filter?: 'named' | 'indexed';
  readonly start?: number;
  readonly count?: number;
}) => Promise<readonly ShownVariable[]>;
