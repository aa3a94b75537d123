// The canonical tree that both flavors are parsed to. Every node has its place in the text it was written in.

import type { Span } from '@sonde/native-compiler';

export interface Name {
  readonly text: string;
  readonly at: Span;
}

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '&&'
  | '||';

export type UnaryOperator = '-' | '+' | '!';

export interface FieldValue {
  readonly name: Name;
  readonly value: ExpressionTree;
}

export interface MatchArmTree {
  readonly pattern: PatternTree;
  readonly body: ExpressionTree;
  readonly at: Span;
}

export interface HandlerArmTree {
  readonly operation: Name;
  readonly parameters: readonly Name[];
  readonly body: ExpressionTree;
  readonly at: Span;
}

export interface ParameterTree {
  readonly name: Name;
  readonly type?: TypeTree;
}

export type ExpressionTree =
  | { readonly kind: 'int'; readonly value: bigint; readonly at: Span }
  | { readonly kind: 'float'; readonly value: number; readonly at: Span }
  | { readonly kind: 'bool'; readonly value: boolean; readonly at: Span }
  | { readonly kind: 'unit'; readonly at: Span }
  | { readonly kind: 'string'; readonly pieces: readonly (string | ExpressionTree)[]; readonly at: Span }
  | { readonly kind: 'name'; readonly name: string; readonly at: Span }
  | CallTree
  | { readonly kind: 'field'; readonly target: ExpressionTree; readonly name: Name; readonly at: Span }
  | {
      readonly kind: 'index';
      readonly target: ExpressionTree;
      readonly index: ExpressionTree;
      readonly at: Span;
    }
  | {
      readonly kind: 'unary';
      readonly operator: UnaryOperator;
      readonly operand: ExpressionTree;
      readonly at: Span;
    }
  | BinaryTree
  /** `value ?: fallback` */
  | {
      readonly kind: 'default';
      readonly value: ExpressionTree;
      readonly fallback: ExpressionTree;
      readonly at: Span;
    }
  /** `if` and the ternary are matches over a bool, too. */
  | {
      readonly kind: 'match';
      readonly subject: ExpressionTree;
      readonly arms: readonly MatchArmTree[];
      readonly at: Span;
    }
  | LambdaTree
  | BlockTree
  | { readonly kind: 'list'; readonly items: readonly ExpressionTree[]; readonly at: Span }
  | {
      readonly kind: 'map';
      readonly entries: readonly { readonly key: ExpressionTree; readonly value: ExpressionTree }[];
      readonly at: Span;
    }
  /** Of a named type; without a name an anonymous record. */
  | {
      readonly kind: 'record';
      readonly name?: Name;
      readonly fields: readonly FieldValue[];
      readonly at: Span;
    }
  | {
      readonly kind: 'update';
      readonly target: ExpressionTree;
      readonly fields: readonly FieldValue[];
      readonly at: Span;
    }
  | { readonly kind: 'spawn'; readonly body: ExpressionTree; readonly at: Span }
  | { readonly kind: 'await'; readonly fiber: ExpressionTree; readonly at: Span }
  | { readonly kind: 'yield'; readonly value?: ExpressionTree; readonly at: Span }
  | {
      readonly kind: 'send';
      readonly channel: ExpressionTree;
      readonly value: ExpressionTree;
      readonly at: Span;
    }
  | { readonly kind: 'recv'; readonly channel: ExpressionTree; readonly at: Span }
  | {
      readonly kind: 'perform';
      readonly effect: Name;
      readonly operation: Name;
      readonly args: readonly ExpressionTree[];
      readonly at: Span;
    }
  | {
      readonly kind: 'handle';
      readonly effect: Name;
      readonly arms: readonly HandlerArmTree[];
      readonly body: ExpressionTree;
      readonly at: Span;
    }
  | { readonly kind: 'resume'; readonly value?: ExpressionTree; readonly at: Span };

export interface BinaryTree {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: ExpressionTree;
  readonly right: ExpressionTree;
  readonly at: Span;
}

export interface CallTree {
  readonly kind: 'call';
  readonly callee: ExpressionTree;
  readonly args: readonly ExpressionTree[];
  /** Of named arguments, one for each. */
  readonly names?: readonly Name[];
  readonly at: Span;
}

export interface LambdaTree {
  readonly kind: 'lambda';
  readonly parameters: readonly ParameterTree[];
  readonly result?: TypeTree;
  readonly body: ExpressionTree;
  readonly at: Span;
}

/** Its value is that of the last statement, if that is an expression. */
export interface BlockTree {
  readonly kind: 'block';
  readonly statements: readonly StatementTree[];
  readonly at: Span;
}

export type PatternTree =
  | { readonly kind: 'wildcard'; readonly at: Span }
  | { readonly kind: 'binding'; readonly name: Name; readonly type?: TypeTree; readonly at: Span }
  | { readonly kind: 'literal'; readonly value: bigint | number | string | boolean; readonly at: Span }
  /** `named` binds fields by their names, `parts` by their places. */
  | { readonly kind: 'variant'; readonly name: Name; readonly named: readonly Name[]; readonly at: Span }
  | {
      readonly kind: 'variant';
      readonly name: Name;
      readonly parts: readonly PatternTree[];
      readonly at: Span;
    }
  | {
      readonly kind: 'list';
      readonly items: readonly PatternTree[];
      readonly rest?: Name;
      readonly at: Span;
    }
  | { readonly kind: 'fields'; readonly names: readonly Name[]; readonly at: Span }
  /** Of all parameters of a clause at once. */
  | { readonly kind: 'parts'; readonly parts: readonly PatternTree[]; readonly at: Span };

export type TypeTree =
  | { readonly kind: 'named'; readonly name: string; readonly args: readonly TypeTree[]; readonly at: Span }
  | {
      readonly kind: 'function';
      readonly parameters: readonly TypeTree[];
      readonly result: TypeTree;
      readonly effects?: readonly Name[];
      readonly at: Span;
    };

export interface LetTree {
  readonly kind: 'let';
  readonly mutable: boolean;
  readonly name: Name;
  readonly type?: TypeTree;
  readonly value: ExpressionTree;
  readonly at: Span;
}

export interface FunctionTree {
  readonly kind: 'function';
  readonly name: Name;
  readonly typeParameters: readonly Name[];
  readonly parameters: readonly ParameterTree[];
  readonly result?: TypeTree;
  /** Undefined where nothing is said about them. */
  readonly effects?: readonly Name[];
  readonly body: ExpressionTree;
  readonly at: Span;
}

export interface ExternTree {
  readonly kind: 'extern';
  readonly name: Name;
  readonly parameters: readonly ParameterTree[];
  readonly result?: TypeTree;
  readonly at: Span;
}

export interface VariantTree {
  readonly name: Name;
  /** Of a positional payload the names are `_0`, `_1` and so on. */
  readonly fields: readonly { readonly name: Name; readonly type: TypeTree }[];
  readonly positional: boolean;
}

/** A record is a type with one variant of its own name. */
export interface TypeDeclarationTree {
  readonly kind: 'type';
  readonly name: Name;
  readonly parameters: readonly Name[];
  readonly shape: 'record' | 'union';
  readonly variants: readonly VariantTree[];
  readonly at: Span;
}

export interface EffectTree {
  readonly kind: 'effect';
  readonly name: Name;
  readonly operations: readonly {
    readonly name: Name;
    readonly parameters: readonly TypeTree[];
    readonly result: TypeTree;
  }[];
  readonly at: Span;
}

export type StatementTree =
  | LetTree
  | { readonly kind: 'assign'; readonly name: Name; readonly value: ExpressionTree; readonly at: Span }
  | FunctionTree
  | ExternTree
  | TypeDeclarationTree
  | EffectTree
  | { readonly kind: 'expression'; readonly expression: ExpressionTree; readonly at: Span };

export interface ProgramTree {
  readonly statements: readonly StatementTree[];
}
