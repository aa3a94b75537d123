// Types, operands and instructions of a module as data. What the reader does not know is kept as text that says so.

export type TypeShape =
  | { readonly kind: 'void' }
  | { readonly kind: 'integer'; readonly bits: number }
  /** `half`, `float`, `double`, `fp128`, … */
  | { readonly kind: 'float'; readonly name: string; readonly bits: number }
  | { readonly kind: 'pointer' }
  | { readonly kind: 'array'; readonly count: number; readonly element: TypeShape }
  | { readonly kind: 'vector'; readonly count: number; readonly element: TypeShape }
  | { readonly kind: 'struct'; readonly packed: boolean; readonly fields: readonly TypeShape[] }
  /** Its body stands in `ModuleData.types`. */
  | { readonly kind: 'named'; readonly name: string }
  | {
      readonly kind: 'function';
      readonly result: TypeShape;
      readonly parameters: readonly TypeShape[];
      readonly varargs: boolean;
    }
  /** `label`, `metadata`, `token`, and what nobody knows. */
  | { readonly kind: 'other'; readonly text: string };

export type Operand = { readonly type: TypeShape } & (
  | { readonly kind: 'local'; readonly name: string }
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'integer'; readonly value: bigint }
  /** The bits of its own format. */
  | { readonly kind: 'float'; readonly bits: bigint }
  | { readonly kind: 'null' }
  | { readonly kind: 'zero' }
  /** `undef` and `poison`. */
  | { readonly kind: 'undefined' }
  | { readonly kind: 'aggregate'; readonly elements: readonly Operand[] }
  | { readonly kind: 'string'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'expression';
      /** `getelementptr`, `ptrtoint`, `add`, … */
      readonly operation: string;
      readonly operands: readonly Operand[];
      /** What `getelementptr` counts in. */
      readonly source?: TypeShape;
    }
  | { readonly kind: 'assembly'; readonly text: string }
  | { readonly kind: 'unknown'; readonly text: string }
);

export interface CallArgument {
  readonly operand: Operand;
  readonly attributes: readonly string[];
}

export interface SwitchCase {
  readonly value: bigint;
  readonly target: string;
}

export type Operation =
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Operand; readonly right: Operand }
  | {
      readonly kind: 'compare';
      readonly isFloat: boolean;
      readonly predicate: string;
      readonly left: Operand;
      readonly right: Operand;
    }
  | { readonly kind: 'cast'; readonly operator: string; readonly value: Operand; readonly to: TypeShape }
  | { readonly kind: 'negate'; readonly value: Operand }
  | { readonly kind: 'alloca'; readonly type: TypeShape; readonly count?: Operand; readonly align?: number }
  | {
      readonly kind: 'load';
      readonly type: TypeShape;
      readonly address: Operand;
      readonly isAtomic: boolean;
    }
  | {
      readonly kind: 'store';
      readonly value: Operand;
      readonly address: Operand;
      readonly isAtomic: boolean;
    }
  | {
      readonly kind: 'address';
      /** What the first index counts in. */
      readonly source: TypeShape;
      readonly base: Operand;
      readonly indices: readonly Operand[];
    }
  | {
      readonly kind: 'select';
      readonly condition: Operand;
      readonly whenTrue: Operand;
      readonly whenFalse: Operand;
    }
  | {
      readonly kind: 'phi';
      readonly type: TypeShape;
      readonly incoming: readonly { readonly value: Operand; readonly block: string }[];
    }
  | { readonly kind: 'jump'; readonly target: string }
  | {
      readonly kind: 'branch';
      readonly condition: Operand;
      readonly whenTrue: string;
      readonly whenFalse: string;
    }
  | {
      readonly kind: 'switch';
      readonly value: Operand;
      readonly otherwise: string;
      readonly cases: readonly SwitchCase[];
    }
  | {
      readonly kind: 'call';
      readonly result: TypeShape;
      readonly callee: Operand;
      readonly arguments: readonly CallArgument[];
      /** Arguments from this index on are variadic, where the type of the callee says so. */
      readonly fixed?: number;
    }
  | { readonly kind: 'return'; readonly value?: Operand }
  | { readonly kind: 'extract'; readonly aggregate: Operand; readonly path: readonly number[] }
  | {
      readonly kind: 'insert';
      readonly aggregate: Operand;
      readonly value: Operand;
      readonly path: readonly number[];
    }
  | { readonly kind: 'freeze'; readonly value: Operand }
  | { readonly kind: 'va-arg'; readonly list: Operand; readonly type: TypeShape }
  | { readonly kind: 'unreachable' }
  /** An instruction that is not known, or text that is none. */
  | { readonly kind: 'unknown'; readonly text: string };

/** What stands behind `=` of a global variable. */
export interface GlobalDefinition {
  /** `internal`, `private`, `common`, …; 'external' where nothing is said. */
  readonly linkage: string;
  readonly type: TypeShape;
  /** Absent where it is defined elsewhere. */
  readonly value?: Operand;
  readonly align?: number;
  readonly isThreadLocal: boolean;
}
