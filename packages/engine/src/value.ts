// Raw values: what the machine holds, before anyone decides how it looks.

import type { ObjectId, TypeId } from './ids.js';
import type { Place } from './place.js';
import type { SourceLocation } from './source.js';

export type Scalar = bigint | number | boolean | string;

export type Content =
  | { readonly kind: 'scalar'; readonly value: Scalar }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** A managed object; `children` counts what `readObject` would list. */
  | {
      readonly kind: 'object';
      readonly id: ObjectId;
      readonly named?: number;
      readonly indexed?: number;
    }
  /** In memory at `place` but not fetched: too large to be pushed; the lens reads the parts it shows. */
  | { readonly kind: 'deferred' }
  /** The beginning of a text; `length` counts the whole in the units of the text. */
  | { readonly kind: 'partial'; readonly value: string; readonly length: number }
  | { readonly kind: 'unavailable'; readonly why: string };

/** What the engine's own formatter would show. Only the lens of a language with no renderers of its own uses it. */
export interface EngineView {
  readonly summary?: string;
  /** Children made by the engine's formatter (a C++ container's elements) and a key to fetch them. */
  readonly synthetic?: { readonly key: string; readonly count: number };
}

export interface RawValue {
  readonly type: TypeId;
  readonly content: Content;
  /** Absent for values that live nowhere, such as results of arithmetic. */
  readonly place?: Place;
  readonly engineView?: EngineView;
  /** Where what the value stands for was written: the body of a function that it names. */
  readonly written?: SourceLocation;
}

export interface NamedValue {
  readonly name: string;
  readonly value: RawValue;
  /** How the language would write the way to it, where the engine knows. */
  readonly path?: string;
  /** Where the variable or member was declared. */
  readonly declared?: SourceLocation;
}

export const scalar = (type: TypeId, value: Scalar, place?: Place): RawValue => ({
  type,
  content: { kind: 'scalar', value },
  ...(place === undefined ? {} : { place }),
});

export const unavailable = (type: TypeId, why: string, place?: Place): RawValue => ({
  type,
  content: { kind: 'unavailable', why },
  ...(place === undefined ? {} : { place }),
});
