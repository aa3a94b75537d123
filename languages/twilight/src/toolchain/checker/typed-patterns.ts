// Typed patterns. Parts are looked at from the left; what a pattern binds is bound before the guard runs.

import type { Span } from '@sonde/front-end';
import type { Local } from './typed-places.js';
import type { ConstantValue, Use } from './typed-expressions.js';
import type { EnumType, Type, Variant } from './types.js';

export interface PatternPart {
  readonly nth: number;
  readonly pattern: TypedPattern;
}

export type TypedPattern =
  | { readonly kind: 'any'; readonly at: Span }
  /** `inner` must fit, too. */
  | {
      readonly kind: 'bind';
      readonly local: Local;
      readonly use: Exclude<Use, 'exclusive'>;
      readonly inner: TypedPattern | undefined;
      readonly at: Span;
    }
  | { readonly kind: 'constant'; readonly value: ConstantValue; readonly type: Type; readonly at: Span }
  | {
      readonly kind: 'variant';
      readonly type: EnumType;
      readonly variant: Variant;
      readonly parts: readonly PatternPart[];
      readonly at: Span;
    }
  /** Of a struct or tuple. */
  | {
      readonly kind: 'product';
      readonly type: Type;
      readonly parts: readonly PatternPart[];
      readonly at: Span;
    }
  /** Of an array, or of a vector with exactly that many elements. */
  | {
      readonly kind: 'list';
      readonly type: Type;
      readonly parts: readonly TypedPattern[];
      readonly at: Span;
    };
