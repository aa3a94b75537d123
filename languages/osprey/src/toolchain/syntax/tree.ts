// The canonical tree that both flavors are parsed to. Every node has its place in the text it was written in.

import type { Span } from '@sonde/native-compiler';

export interface Name {
  readonly text: string;
  readonly at: Span;
}

/** An effect where it is used; of a generic one perhaps with types. */
export interface EffectName extends Name {
  readonly args?: readonly TypeTree[];
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
      readonly typeArguments?: readonly TypeTree[];
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
      readonly effect: EffectName;
      readonly operation: Name;
      readonly args: readonly ExpressionTree[];
      readonly at: Span;
    }
  | {
      readonly kind: 'handle';
      readonly effect: EffectName;
      /** Said to be known when the program is compiled. */
      readonly isStatic: boolean;
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
  /** Of an application `f a (b, c)` to a name that the file does not bind: how many arguments each group has. */
  readonly groups?: readonly number[];
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
  /** `(a, b)`: the payload of a type with one constructor, by place. */
  | { readonly kind: 'tuple'; readonly parts: readonly PatternTree[]; readonly at: Span }
  /** Of all parameters of a clause at once. */
  | { readonly kind: 'parts'; readonly parts: readonly PatternTree[]; readonly at: Span };

export type TypeTree =
  | { readonly kind: 'named'; readonly name: string; readonly args: readonly TypeTree[]; readonly at: Span }
  | {
      readonly kind: 'function';
      readonly parameters: readonly TypeTree[];
      readonly result: TypeTree;
      readonly effects?: readonly EffectName[];
      readonly at: Span;
    };

export interface LetTree {
  readonly kind: 'let';
  readonly mutable: boolean;
  readonly name: Name;
  readonly type?: TypeTree;
  readonly value: ExpressionTree;
  /** Of a module, or of a file that the program does not begin in: it has its value before anything runs. */
  readonly isConstant?: boolean;
  readonly at: Span;
}

export interface FunctionTree {
  readonly kind: 'function';
  readonly name: Name;
  readonly typeParameters: readonly Name[];
  readonly parameters: readonly ParameterTree[];
  readonly result?: TypeTree;
  /** Undefined where nothing is said about them. */
  readonly effects?: readonly EffectName[];
  readonly body: ExpressionTree;
  readonly at: Span;
}

export interface ExternTree {
  readonly kind: 'extern';
  readonly name: Name;
  /** As C calls it, where a module gives it another name. */
  readonly symbol?: string;
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
  readonly shape: 'record' | 'union' | 'alias';
  readonly variants: readonly VariantTree[];
  /** What the name is another name for. */
  readonly alias?: TypeTree;
  readonly at: Span;
}

export interface EffectTree {
  readonly kind: 'effect';
  readonly name: Name;
  readonly parameters: readonly Name[];
  /** Its operations are known when the program is compiled. */
  readonly isStatic: boolean;
  readonly operations: readonly {
    readonly name: Name;
    readonly parameters: readonly TypeTree[];
    readonly result: TypeTree;
  }[];
  readonly at: Span;
}

/** `namespace app` for what follows in the file, or with a body of its own. */
export interface NamespaceTree {
  readonly kind: 'namespace';
  /** A quoted label keeps its quotes. */
  readonly label: Name;
  readonly body?: readonly StatementTree[];
  readonly at: Span;
}

export interface ModuleTree {
  readonly kind: 'module';
  readonly name: Name;
  /** Owns cells that only its handlers touch. */
  readonly state: boolean;
  readonly signature?: Name;
  /** It may export more than its signature says. */
  readonly exportsMore: boolean;
  readonly items: readonly StatementTree[];
  readonly at: Span;
}

export interface ImportTree {
  readonly kind: 'import';
  readonly path: Name;
  readonly alias?: Name;
  /** Without them the whole is imported. */
  readonly members?: readonly { readonly name: Name; readonly alias?: Name }[];
  readonly wildcard: boolean;
  readonly at: Span;
}

/** A function or value that a module must have, without a body. */
export interface PromisedValue {
  readonly kind: 'value';
  readonly name: Name;
  readonly typeParameters: readonly Name[];
  /** That of a function, whose parameters are one group, or that of a value. */
  readonly type: TypeTree;
  readonly at: Span;
}

export interface PromisedModule {
  readonly kind: 'module';
  readonly name: Name;
  readonly signature: Name;
  readonly at: Span;
}

/** A type of which a signature says nothing but the name. */
export interface AbstractType {
  readonly kind: 'abstract';
  readonly name: Name;
  readonly parameters: readonly Name[];
  readonly at: Span;
}

export type SignatureItem = PromisedValue | PromisedModule | AbstractType | TypeDeclarationTree | EffectTree;

export interface SignatureTree {
  readonly kind: 'signature';
  readonly name: Name;
  readonly items: readonly SignatureItem[];
  readonly at: Span;
}

/** A declaration of a module that others may use; of an opaque type only the name. */
export interface ExportTree {
  readonly kind: 'export';
  readonly exported: boolean;
  readonly opaque: boolean;
  readonly declaration: StatementTree;
  readonly at: Span;
}

export type StatementTree =
  | NamespaceTree
  | ModuleTree
  | ImportTree
  | SignatureTree
  | ExportTree
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
