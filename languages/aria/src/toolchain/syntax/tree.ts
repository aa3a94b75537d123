// Expressions and types as they are written.

interface Node {
  readonly at: Span;
}

import type { Span } from '@sonde/native-compiler';
export interface Name extends Node {
  readonly text: string;
}

export type TypeTree =
  | (Node & { readonly kind: 'named'; readonly name: string })
  /** `T@` (also written `T*`) and `T$`. */
  | (Node & { readonly kind: 'pointer' | 'reference'; readonly target: TypeTree })
  /** Without a length it is taken from the initial value. */
  | (Node & { readonly kind: 'array'; readonly element: TypeTree; readonly length?: ExpressionTree })
  | (Node & { readonly kind: 'result' | 'future'; readonly value: TypeTree })
  | (Node & {
      readonly kind: 'function';
      readonly parameters: readonly TypeTree[];
      readonly result: TypeTree;
    })
  /** `gc T`, `wild T`, `wild T@`: a memory word in front of a type. */
  | (Node & { readonly kind: 'memory'; readonly word: MemoryWord; readonly target: TypeTree });

export type MemoryWord = 'gc' | 'wild' | 'wildx' | 'stack';

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '<=>'
  | '&&'
  | '||'
  | '??'
  | '|>'
  | '<|';

export type UnaryOperator = '-' | '!' | '~' | '@' | '#' | '$';
export type AssignmentOperator = '=' | '+=' | '-=' | '*=' | '/=' | '%=' | '&=' | '|=' | '^=' | '<<=' | '>>=';

export interface FieldValue extends Node {
  readonly name: Name;
  readonly value: ExpressionTree;
}

export type ExpressionTree =
  | (Node & { readonly kind: 'integer'; readonly value: bigint; readonly radix: 2 | 8 | 10 | 16 })
  | (Node & { readonly kind: 'char'; readonly value: bigint })
  | (Node & { readonly kind: 'float'; readonly value: number })
  | (Node & { readonly kind: 'bool'; readonly value: boolean })
  | (Node & { readonly kind: 'null' | 'err' })
  | (Node & { readonly kind: 'string'; readonly bytes: Uint8Array })
  /** Texts between the holes are of kind `string`. */
  | (Node & { readonly kind: 'template'; readonly parts: readonly ExpressionTree[] })
  | (Node & { readonly kind: 'name'; readonly name: string })
  /** `$`, what the loop around it counts with. */
  | (Node & { readonly kind: 'counter' })
  | (Node & { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: ExpressionTree })
  | (Node & {
      readonly kind: 'increment';
      readonly operator: '++' | '--';
      readonly prefix: boolean;
      readonly operand: ExpressionTree;
    })
  | (Node & {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: ExpressionTree;
      readonly right: ExpressionTree;
    })
  /** `r ? fallback`. */
  | (Node & {
      readonly kind: 'unwrap-or';
      readonly operand: ExpressionTree;
      readonly fallback: ExpressionTree;
    })
  | (Node & {
      readonly kind: 'conditional';
      readonly condition: ExpressionTree;
      readonly then: ExpressionTree;
      readonly otherwise: ExpressionTree;
    })
  | (Node & {
      readonly kind: 'assign';
      readonly operator: AssignmentOperator;
      readonly target: ExpressionTree;
      readonly value: ExpressionTree;
    })
  | (Node & { readonly kind: 'cast'; readonly type: TypeTree; readonly operand: ExpressionTree })
  | (Node & {
      readonly kind: 'call';
      readonly callee: ExpressionTree;
      /** `aria.alloc<T>(n)`. */
      readonly typeArgument?: TypeTree;
      readonly arguments: readonly ExpressionTree[];
    })
  | (Node & { readonly kind: 'index'; readonly object: ExpressionTree; readonly index: ExpressionTree })
  | (Node & {
      readonly kind: 'member';
      readonly access: '.' | '->' | '?.';
      readonly object: ExpressionTree;
      readonly name: Name;
    })
  | (Node & { readonly kind: 'struct'; readonly name: Name; readonly fields: readonly FieldValue[] })
  | (Node & { readonly kind: 'array'; readonly elements: readonly ExpressionTree[] })
  | (Node & { readonly kind: 'spawn' | 'await'; readonly operand: ExpressionTree });
