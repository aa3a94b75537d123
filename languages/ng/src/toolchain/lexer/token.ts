// A token: a word, sign, number or text of a program, with its places.

import type { ByteText } from '../format/ngo.js';
import type { Position, Span } from '../ast.js';
import type { Fixed } from './words.js';

/** What the suffix says; without one `integer` or `decimal`. */
export type LiteralType =
  | 'integer'
  | 'decimal'
  | `${'i' | 'u'}${8 | 16 | 32 | 64 | 128}`
  | `f${16 | 32 | 64 | 128 | 256}`;

export interface Placed {
  /** The true place. */
  readonly span: Span;
  /** Where the original lexer says it begins: columns count bytes, and some line ends are missed. */
  readonly at: Position;
}

export type Token = Placed &
  (
    | { readonly kind: 'name'; readonly text: string }
    /** Keywords, names of built-in types, operators and punctuation. */
    | { readonly kind: 'fixed'; readonly text: Fixed }
    /** The content, escapes replaced. */
    | { readonly kind: 'string'; readonly text: ByteText }
    /** `text` without `_`; `digits` is that without the suffix. */
    | { readonly kind: 'number'; readonly text: string; readonly digits: string; readonly type: LiteralType }
  );
