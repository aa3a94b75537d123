// Views: what a renderer makes of a raw value, still independent of any protocol.

import type { Address, NamedValue, RawValue, SourceLocation } from '@sonde/engine';
import type { NumberPage } from './defaults/number-page.js';
import type { Rendering } from './renderer.js';

/** How a value wants to be shown, in the words that debug clients share. */
export interface PresentationHint {
  readonly kind?:
    | 'property'
    | 'method'
    | 'class'
    | 'data'
    | 'event'
    | 'baseClass'
    | 'interface'
    | 'virtual'
    | (string & {});
  readonly attributes?: readonly string[];
  readonly visibility?: string;
  readonly lazy?: boolean;
}

/**
 * A child: a real value, which the lens renders in its turn, or one that exists only in the view, such as `[header]`. `way`:
 * what the language's `memberPath` is asked for instead of the name, where that does not tell the way to it.
 */
export type Child = (NamedValue & { readonly way?: string }) | { readonly name: string; readonly view: View };

/** Children in order. Large ones are listed on demand, page by page. */
export interface Children {
  readonly named: number;
  readonly indexed: number;
  list(filter: 'named' | 'indexed' | undefined, start: number, count: number): Rendering<readonly Child[]>;
  /** The same for elements that are plain numbers, where the lens's own renderers know them to be; undefined for others. */
  numbers?(start: number, count: number): Rendering<NumberPage | undefined>;
}

/**
 * Drawn as such by clients that can; every client can show the text. `more` counts what there is beyond the bounds
 * (`ViewLimits`). Renderers give one where only they know; what lists, records and linked values are is seen from their
 * children (`structuredViews`).
 */
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
  | { readonly kind: 'hex'; readonly address: Address; readonly size: number }
  /** Of something that may go wrong: whether it did, the word for that, and what came of it. */
  | { readonly kind: 'result'; readonly ok: boolean; readonly label: string; readonly text: string }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly text: string }[] };

export interface View {
  /** One line; the lens cuts it where the use asks for a preview. */
  readonly text: string;
  /** Shown instead of the type's own name. */
  readonly type?: string;
  readonly hint?: PresentationHint;
  /** There is no value to show; the text says why. */
  readonly missing?: true;
  readonly children?: Children;
  /** Where a memory view of this value begins. */
  readonly memory?: Address;
  readonly structured?: StructuredView;
}

/** A value as it goes to a client. */
export interface Shown {
  readonly name: string;
  readonly text: string;
  readonly type: string;
  readonly hint?: PresentationHint;
  readonly children?: Children;
  readonly memory?: Address;
  readonly structured?: StructuredView;
  /** There is no value to show; the text says why. */
  readonly missing?: true;
  /** Where the variable or member was declared, where the engine knows. */
  readonly declared?: SourceLocation;
  /** Absent for what exists only in the view. */
  readonly raw?: RawValue;
  /** The expression that leads here, where the language can write one. */
  readonly path?: string;
  /** Where that was written which the value is or leads to, such as a function. */
  readonly written?: SourceLocation;
  /** Why this value could not be shown as its renderer wanted, where the text does not say it. */
  readonly trouble?: string;
}

/** How numbers are written, and how much of a text. Hexadecimal and binary exclude each other. */
export interface Format {
  readonly hex?: boolean;
  readonly binary?: boolean;
  /** Longest text in UTF-16 units; absent for whole. */
  readonly limit?: number;
}
