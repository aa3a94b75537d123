// Patterns as they are written.

import type { Span } from '@sonde/front-end';
import type { Name, PathTree } from './tree.js';

export type PatternTree =
  | { readonly kind: 'wildcard'; readonly at: Span }
  /** A name alone; the checker knows whether it is a variant or a constant instead. */
  | {
      readonly kind: 'binding';
      readonly name: Name;
      readonly mutable: boolean;
      /** `n @ Some(_)` */
      readonly inner?: PatternTree;
      readonly at: Span;
    }
  | {
      readonly kind: 'literal';
      readonly value: bigint | boolean | string;
      readonly suffix?: string;
      readonly at: Span;
    }
  /** `Tier::Basic` */
  | { readonly kind: 'path'; readonly path: PathTree; readonly at: Span }
  /** `Tier::Gold(cap)` */
  | {
      readonly kind: 'parts';
      readonly path: PathTree;
      readonly parts: readonly PatternTree[];
      readonly at: Span;
    }
  /** `Quote { gross, fee: 0, .. }` */
  | {
      readonly kind: 'fields';
      readonly path: PathTree;
      readonly fields: readonly { readonly name: Name; readonly pattern: PatternTree }[];
      /** `..`: the others do not matter. */
      readonly open: boolean;
      readonly at: Span;
    }
  | { readonly kind: 'tuple'; readonly parts: readonly PatternTree[]; readonly at: Span }
  | { readonly kind: 'list'; readonly parts: readonly PatternTree[]; readonly at: Span };
