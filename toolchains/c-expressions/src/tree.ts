// Trees of C expressions, as the parser makes them.

import type { Token } from './tokens.js';

export type UnaryOperator = '-' | '+' | '~' | '!' | '*' | '&';
export type BinaryOperator =
  | '*'
  | '/'
  | '%'
  | '+'
  | '-'
  | '<<'
  | '>>'
  | '<'
  | '>'
  | '<='
  | '>='
  | '=='
  | '!='
  | '&'
  | '^'
  | '|'
  | '&&'
  | '||';

export type Tree =
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'literal'; readonly token: Extract<Token, { value: unknown }>; readonly at: number }
  | { readonly kind: 'text'; readonly quoted: string; readonly at: number }
  | { readonly kind: 'truth'; readonly value: boolean; readonly at: number }
  | { readonly kind: 'null'; readonly at: number }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly of: Tree; readonly at: number }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly a: Tree;
      readonly b: Tree;
      readonly at: number;
    }
  | {
      readonly kind: 'member';
      readonly of: Tree;
      readonly name: string;
      readonly arrow: boolean;
      readonly at: number;
    }
  | { readonly kind: 'index'; readonly of: Tree; readonly by: Tree; readonly at: number }
  /** Of a function by its name, or of a member. */
  | { readonly kind: 'call'; readonly of: Tree; readonly args: readonly Tree[]; readonly at: number }
  /** So many elements from where a pointer leads, as debuggers write it: `*p@5`, `p,[5]`, `p,5`. */
  | { readonly kind: 'row'; readonly of: Tree; readonly count: bigint; readonly at: number }
  | { readonly kind: 'cast'; readonly to: TypeName; readonly of: Tree; readonly at: number }
  | {
      readonly kind: 'choice';
      readonly test: Tree;
      readonly then: Tree;
      readonly else: Tree;
      readonly at: number;
    }
  | { readonly kind: 'size'; readonly of: Tree | TypeName; readonly at: number }
  /** `target = value`, or `target += value` and the like. */
  | {
      readonly kind: 'assign';
      readonly operator?: BinaryOperator;
      readonly target: Tree;
      readonly value: Tree;
      readonly at: number;
    }
  /** `++target`, `target--`. */
  | {
      readonly kind: 'step';
      readonly operator: '+' | '-';
      readonly isBehind: boolean;
      readonly target: Tree;
      readonly at: number;
    };

/** A type as it is written without a name: `unsigned long`, `struct point *`, `int (*)[4]`. */
export interface TypeName {
  readonly kind: 'type';
  /** Without `const` and the like. */
  readonly words: readonly string[];
  /** From the words outwards. */
  readonly derived: readonly (
    | { readonly by: 'pointer' }
    | { readonly by: 'array'; readonly count?: number }
    | { readonly by: 'function' }
  )[];
  readonly at: number;
}
