// Statements and declarations as they are written.

import type { Span } from '@sonde/native-compiler';
import type { ExpressionTree, Name, TypeTree } from './tree.js';

interface Node {
  readonly at: Span;
}

export interface BlockTree extends Node {
  readonly kind: 'block';
  readonly statements: readonly StatementTree[];
}

export interface ParameterTree extends Node {
  readonly name: Name;
  /** Absent for `self`. */
  readonly type?: TypeTree;
}

export interface FunctionTree extends Node {
  readonly kind: 'function';
  readonly name: Name;
  readonly result: TypeTree;
  readonly parameters: readonly ParameterTree[];
  readonly async: boolean;
  readonly jit: boolean;
  /** Absent inside of `extern { … }`. */
  readonly body?: BlockTree;
}

export interface StructTree extends Node {
  readonly kind: 'struct';
  readonly name: Name;
  readonly fields: readonly { readonly name: Name; readonly type: TypeTree }[];
  readonly methods: readonly FunctionTree[];
}

export interface EnumTree extends Node {
  readonly kind: 'enum';
  readonly name: Name;
  readonly members: readonly { readonly name: Name; readonly value?: ExpressionTree }[];
}

export interface VariableTree extends Node {
  readonly kind: 'variable';
  readonly constant: boolean;
  /** The memory word is part of it. */
  readonly type: TypeTree;
  readonly name: Name;
  readonly initial?: ExpressionTree;
}

export type PatternTree = Node &
  (
    | { readonly kind: 'value'; readonly value: ExpressionTree }
    | {
        readonly kind: 'range';
        readonly low: ExpressionTree;
        readonly high: ExpressionTree;
        readonly inclusive: boolean;
      }
    | { readonly kind: 'compare'; readonly operator: '<' | '<=' | '>' | '>='; readonly value: ExpressionTree }
    | { readonly kind: 'any' | 'never' }
  );

export interface PickCaseTree extends Node {
  readonly label?: Name;
  readonly patterns: readonly PatternTree[];
  readonly body: BlockTree;
}

export interface IfTree extends Node {
  readonly kind: 'if';
  readonly condition: ExpressionTree;
  readonly then: BlockTree;
  readonly otherwise?: BlockTree | IfTree;
}

interface LoopNode extends Node {
  readonly label?: Name;
  readonly body: BlockTree;
}

export type LoopTree = LoopNode &
  (
    | { readonly kind: 'while'; readonly condition: ExpressionTree }
    | {
        readonly kind: 'for-range';
        readonly name: Name;
        readonly type?: TypeTree;
        readonly from: ExpressionTree;
        readonly to: ExpressionTree;
        readonly inclusive: boolean;
      }
    | {
        readonly kind: 'for';
        readonly initial?: VariableTree | ExpressionStatementTree;
        readonly condition?: ExpressionTree;
        readonly step?: ExpressionTree;
      }
    | { readonly kind: 'till'; readonly limit: ExpressionTree; readonly step: ExpressionTree }
    | {
        readonly kind: 'loop';
        readonly start: ExpressionTree;
        readonly limit: ExpressionTree;
        readonly step: ExpressionTree;
      }
    | {
        readonly kind: 'when';
        readonly condition: ExpressionTree;
        readonly then?: BlockTree;
        readonly end?: BlockTree;
      }
  );

export interface ExpressionStatementTree extends Node {
  readonly kind: 'expression';
  readonly expression: ExpressionTree;
}

export type StatementTree =
  | BlockTree
  | VariableTree
  | ExpressionStatementTree
  | IfTree
  | LoopTree
  | (Node & { readonly kind: 'pass'; readonly value?: ExpressionTree })
  | (Node & { readonly kind: 'fail'; readonly code: ExpressionTree })
  | (Node & {
      readonly kind: 'pick';
      readonly subject: ExpressionTree;
      readonly cases: readonly PickCaseTree[];
    })
  | (Node & { readonly kind: 'fall'; readonly label: Name })
  | (Node & { readonly kind: 'break' | 'continue'; readonly label?: Name })
  | (Node & { readonly kind: 'defer'; readonly body: BlockTree });

export interface ProgramTree extends Node {
  readonly functions: readonly FunctionTree[];
  readonly structs: readonly StructTree[];
  readonly enums: readonly EnumTree[];
  /** What stands at module level, in order. */
  readonly statements: readonly StatementTree[];
}
