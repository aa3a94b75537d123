// Types as they are written.

import type { Span } from '@sonde/front-end';
import type { ExpressionTree, PathTree } from './tree.js';

export type TypeTree =
  /** `u64`, `vector<u8>`, `map<address, u64>`, `Option<T>`, `Self`; the arguments are apart from the path. */
  | {
      readonly kind: 'named';
      readonly path: PathTree;
      readonly args: readonly TypeTree[];
      readonly at: Span;
    }
  | {
      readonly kind: 'array';
      readonly element: TypeTree;
      readonly length: ExpressionTree;
      readonly at: Span;
    }
  /** `()` is the empty one. */
  | { readonly kind: 'tuple'; readonly items: readonly TypeTree[]; readonly at: Span }
  /** `impl Display + Hash` of a parameter. */
  | { readonly kind: 'impl'; readonly bounds: readonly PathTree[]; readonly at: Span };
