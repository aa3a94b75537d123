// Renderers: how the values of one type look. They compute; they never read or wait themselves.

import type {
  Address,
  EngineView,
  MemoryRead,
  NamedValue,
  ObjectRead,
  RawValue,
  TypeDescription,
  TypeTable,
  WantedPlace,
} from '@sonde/engine';
import type { Format, View } from './view.js';

/** What a renderer may ask for. The lens answers the requests of all siblings in one batch. */
export type ReadRequest =
  | { readonly read: 'memory'; readonly address: Address; readonly size: number }
  | { readonly read: 'object'; readonly object: ObjectRead }
  | { readonly read: 'place'; readonly place: WantedPlace }
  | { readonly read: 'synthetic'; readonly key: string; readonly start: number; readonly count: number }
  /** What the engine's own formatter shows of a value. */
  | { readonly read: 'engine'; readonly value: RawValue }
  /** Another value's one-line text, for a summary such as `Ok(42)`. */
  | { readonly read: 'text'; readonly value: RawValue }
  /**
   * Another value's whole view, for one that stands for it: a pointer for its target. `instead`: it is shown in the
   * place of this one, in as much detail; else as a part of it.
   */
  | { readonly read: 'rendered'; readonly value: RawValue; readonly instead?: boolean };

export type ReadAnswer =
  | { readonly read: 'memory'; readonly memory: MemoryRead }
  | { readonly read: 'object'; readonly values: readonly NamedValue[] }
  | { readonly read: 'place'; readonly value: RawValue }
  | { readonly read: 'synthetic'; readonly values: readonly NamedValue[] }
  | { readonly read: 'engine'; readonly view: EngineView }
  | { readonly read: 'text'; readonly text: string }
  | { readonly read: 'rendered'; readonly view: View }
  /** The read failed; the renderer may still show what it has. */
  | { readonly read: 'failed'; readonly why: string };

/** A plain result, or a generator that yields reads and is handed the answers in the same order. */
export type Rendering<Result> = Result | Generator<readonly ReadRequest[], Result, readonly ReadAnswer[]>;

export interface RenderContext {
  readonly types: TypeTable;
  /** The value's type with aliases followed. */
  readonly type: TypeDescription;
  readonly format: Format;
  readonly pointerSize: number;
  readonly littleEndian: boolean;
  /** What the language's runtime model says of this stop (`RuntimeModel.facts`); undefined where it has none. */
  readonly facts?: unknown;
}

export interface Renderer {
  /** For messages about a renderer that fails. */
  readonly name: string;
  /** Tried in order against the declared type, then against what its aliases lead to; the first that fits renders. */
  readonly matches: TypeMatch;
  render(value: RawValue, context: RenderContext): Rendering<View>;
}

export type TypeMatch =
  | { readonly name: string | RegExp }
  | { readonly kind: TypeDescription['kind'] }
  | ((type: TypeDescription, types: TypeTable) => boolean);
