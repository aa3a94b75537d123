// Raw values: what the machine holds, before anyone decides how it looks.

import type { Address } from './address.js';
import type { ObjectId, TypeId } from './ids.js';
import type { Place } from './place.js';
import type { SourceLocation } from './source.js';

export type Scalar = bigint | number | boolean | string;

export type Content =
  | { readonly kind: 'scalar'; readonly value: Scalar }
  /** `missing`: parts that an optimised program keeps nowhere; what stands there in the bytes means nothing. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly missing?: readonly MissingBytes[] }
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

/** A gap in the bytes of a value. Only values with parts have gaps; any other is not available as a whole. */
export interface MissingBytes {
  readonly offset: number;
  readonly size: number;
  readonly why: string;
}

/** What the engine itself would show of a value. The lens uses it where no renderer of the language knows better. */
export interface EngineView {
  readonly summary?: string;
  /** Children made by the engine's formatter (a container's elements) and a key to fetch them. */
  readonly synthetic?: {
    readonly key: string;
    readonly count: number;
    /** They have names of their own, instead of numbers. */
    readonly named?: boolean;
  };
  /** Elements that lie one behind the other in memory: they are read like those of an array. */
  readonly elements?: { readonly address: Address; readonly element: TypeId; readonly count: number };
  /** What the value really is, where its declared type is only a part of that: an object behind its base class. */
  readonly actual?: RawValue;
  /** Why the engine's formatter was not to be believed, or gave up. */
  readonly trouble?: string;
}

export interface RawValue {
  readonly type: TypeId;
  readonly content: Content;
  /** Absent for values that live nowhere, such as results of arithmetic. */
  readonly place?: Place;
  /** Absent where nobody asked for it; types whose values have one say so (`formatted`). */
  readonly engineView?: EngineView;
  /** Where what the value stands for was written: the body of a function that it names. */
  readonly written?: SourceLocation;
  /** The memory that it counts in if it is a pointer, where its place does not tell. */
  readonly space?: string;
  /** The content is a text for people about something that has no content of its own: it is never stored. */
  readonly displayOnly?: true;
}

export interface NamedValue {
  readonly name: string;
  readonly value: RawValue;
  /** Of an entry of a map, where the value is not the whole entry. */
  readonly key?: RawValue;
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
