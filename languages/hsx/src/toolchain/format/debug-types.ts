// Types in `.dbg` and `.sym`: C's, in a list that refers to itself by index.

export type DebugType = {
  /** As C writes it: `unsigned int`, `struct point`. */
  readonly name: string;
  /** In bytes; absent where values have none. */
  readonly size?: number;
} & (
  | { readonly kind: 'integer'; readonly signed: boolean }
  | { readonly kind: 'character'; readonly signed: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'float' }
  | { readonly kind: 'void' }
  /** Without a target it is `void *`. */
  | { readonly kind: 'pointer'; readonly target?: number }
  | { readonly kind: 'array'; readonly element: number; readonly count?: number }
  | {
      readonly kind: 'struct' | 'union';
      readonly fields: readonly DebugField[];
      readonly incomplete?: boolean;
    }
  | {
      readonly kind: 'enum';
      readonly underlying?: number;
      /** Decimal digits: JSON numbers are too small for some. */
      readonly enumerators: readonly { readonly name: string; readonly value: string }[];
    }
  | { readonly kind: 'typedef'; readonly target?: number }
  | { readonly kind: 'qualified'; readonly qualifier: 'const' | 'volatile'; readonly target?: number }
  | {
      readonly kind: 'function';
      readonly result?: number;
      readonly parameters: readonly number[];
      readonly variadic?: boolean;
    }
);

export interface DebugField {
  /** '' for an unnamed struct or union inside. */
  readonly name: string;
  readonly type: number;
  readonly bitOffset: number;
  /** Only for bit fields. */
  readonly bitSize?: number;
}
