// The canonical tree that both syntax modes are parsed to. Every node has its place in the text it was written in.

import type { Span } from '@sonde/front-end';
import type { PatternTree } from './pattern-tree.js';
import type { TypeTree } from './type-tree.js';

export type SyntaxMode = 'twilight-native' | 'solidity';

export interface Name {
  readonly text: string;
  readonly at: Span;
}

/** `a`, `Tier::Gold`, `super::rates::fee`, `vector<u64>::new`. */
export interface PathTree {
  readonly segments: readonly Name[];
  /** Behind the last segment, or behind the one before it where a function of a generic type is named. */
  readonly generics?: readonly TypeTree[];
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
  | '||'
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>';

interface Node<Kind extends string> {
  readonly kind: Kind;
  readonly at: Span;
}

export interface IntTree extends Node<'int'> {
  readonly value: bigint;
  /** `u8` of `5u8`. */
  readonly suffix?: string;
  /** As many as are written behind `0x`, separators aside. */
  readonly hexDigits?: number;
}

export interface PathExpressionTree extends Node<'path'> {
  readonly path: PathTree;
}

export interface CallTree extends Node<'call'> {
  readonly callee: PathTree;
  readonly args: readonly ExpressionTree[];
}

export interface MethodCallTree extends Node<'methodCall'> {
  readonly target: ExpressionTree;
  readonly name: Name;
  readonly generics?: readonly TypeTree[];
  readonly args: readonly ExpressionTree[];
}

export interface BinaryTree extends Node<'binary'> {
  readonly operator: BinaryOperator;
  readonly left: ExpressionTree;
  readonly right: ExpressionTree;
}

/** Its value is that of `result`; statements and result are what a debugger stops at. */
export interface BlockTree extends Node<'block'> {
  readonly statements: readonly StatementTree[];
  readonly result?: ExpressionTree;
}

export interface IfTree extends Node<'if'> {
  readonly condition: ExpressionTree;
  readonly then: BlockTree;
  /** `else if` is a block with an `if` as its result. */
  readonly else?: BlockTree;
}

/** The body of an arm that is no block is a block with that result. */
export interface MatchArmTree {
  readonly pattern: PatternTree;
  readonly guard?: ExpressionTree;
  readonly body: BlockTree;
  readonly at: Span;
}

export type ExpressionTree =
  | IntTree
  | (Node<'bool'> & { readonly value: boolean })
  | (Node<'string'> & { readonly value: string })
  | PathExpressionTree
  /** `storage.total`: storage, even where a local has the same name. */
  | (Node<'storage'> & { readonly name: Name })
  /** `()` is the empty tuple. */
  | (Node<'tuple'> & { readonly items: readonly ExpressionTree[] })
  | (Node<'array'> & { readonly items: readonly ExpressionTree[] })
  /** `[0; 8]` */
  | (Node<'repeat'> & { readonly item: ExpressionTree; readonly count: ExpressionTree })
  | (Node<'struct'> & {
      readonly path: PathTree;
      readonly fields: readonly { readonly name: Name; readonly value: ExpressionTree }[];
    })
  | CallTree
  | MethodCallTree
  /** Of a tuple the name is a number. */
  | (Node<'field'> & { readonly target: ExpressionTree; readonly name: Name })
  | (Node<'index'> & { readonly target: ExpressionTree; readonly index: ExpressionTree })
  | (Node<'unary'> & { readonly operator: '!' | '-'; readonly operand: ExpressionTree })
  | BinaryTree
  /** `expr?` */
  | (Node<'propagate'> & { readonly operand: ExpressionTree })
  /** `expr as u64`, and `uint64(expr)` of solidity. */
  | (Node<'cast'> & { readonly operand: ExpressionTree; readonly type: TypeTree })
  /** The zero value of a type, where solidity declares a variable without a value or says `delete`. */
  | (Node<'zero'> & { readonly type: TypeTree })
  /** `delete place`: the zero value of whatever type the place has. */
  | (Node<'clear'> & { readonly place: ExpressionTree })
  | (Node<'assign'> & { readonly target: ExpressionTree; readonly value: ExpressionTree })
  | BlockTree
  | IfTree
  | (Node<'match'> & { readonly subject: ExpressionTree; readonly arms: readonly MatchArmTree[] })
  | (Node<'loop'> & { readonly body: BlockTree })
  /** `step` runs behind the body and after `continue`: the third part of solidity's `for`. */
  | (Node<'while'> & {
      readonly condition: ExpressionTree;
      readonly body: BlockTree;
      readonly step?: ExpressionTree;
      /** solidity's `do … while`: the condition is looked at behind the body. */
      readonly testsLast?: true;
    })
  | (Node<'for'> & {
      readonly pattern: PatternTree;
      readonly over: ExpressionTree;
      readonly body: BlockTree;
    })
  /** `from..to`, only behind `in`. */
  | (Node<'range'> & { readonly from: ExpressionTree; readonly to: ExpressionTree })
  | (Node<'return'> & { readonly value?: ExpressionTree })
  | (Node<'break'> & { readonly value?: ExpressionTree })
  | Node<'continue'>
  | (Node<'emit'> & { readonly event: PathTree; readonly args: readonly ExpressionTree[] })
  | (Node<'require'> & { readonly condition: ExpressionTree; readonly message?: string })
  /** `revert("text")`, or `revert E(args)` of solidity. */
  | (Node<'revert'> & {
      readonly message?: string;
      readonly error?: { readonly path: PathTree; readonly args: readonly ExpressionTree[] };
    })
  /** `panic!("{} is odd", n)`: text with `{}` holes. */
  | (Node<'panic'> & { readonly format: string; readonly args: readonly ExpressionTree[] })
  | (Node<'print'> & { readonly format: string; readonly args: readonly ExpressionTree[] })
  /** `assert!(c)`, `assert_eq!(a, b)`; solidity's `assert(c)` is the first. A failure panics. */
  | (Node<'assert'> & {
      readonly condition: ExpressionTree;
      readonly equals?: ExpressionTree;
      readonly message?: string;
    })
  | (Node<'old'> & { readonly operand: ExpressionTree })
  /** `_` in a modifier: what it is put around. */
  | Node<'placeholder'>
  /** `(a, _) = f()`, `(a, ) = f()` of solidity: a value that is left. Only among the targets of an assignment. */
  | Node<'hole'>;

export type AssertionKind = 'pre' | 'post' | 'invariant';

export interface LetTree extends Node<'let'> {
  readonly mutable: boolean;
  readonly pattern: PatternTree;
  readonly type?: TypeTree;
  readonly value: ExpressionTree;
}

export interface AssertionTree extends Node<'assertion'> {
  readonly assertion: AssertionKind;
  readonly condition: ExpressionTree;
  readonly message?: string;
}

export type StatementTree =
  | LetTree
  | AssertionTree
  | ConstTree
  | (Node<'expression'> & { readonly expression: ExpressionTree });

export type Visibility = 'private' | 'crate' | 'public';

/** `#[payable]`, `#[reads("self.total")]`. */
export interface AttributeTree {
  readonly name: string;
  readonly args: readonly ExpressionTree[];
  readonly at: Span;
}

/** What every item has. */
export interface ItemParts {
  readonly name: Name;
  readonly visibility: Visibility;
  readonly attributes: readonly AttributeTree[];
  /** The lines of `///` before it. */
  readonly documentation?: string;
  readonly at: Span;
}

export interface GenericTree {
  readonly name: Name;
  readonly bounds: readonly PathTree[];
}

export interface ParameterTree {
  readonly name: Name;
  readonly mutable: boolean;
  readonly type: TypeTree;
  readonly at: Span;
}

export interface FunctionTree extends ItemParts {
  readonly kind: 'function';
  readonly generics: readonly GenericTree[];
  readonly self?: { readonly mutable: boolean; readonly at: Span };
  readonly parameters: readonly ParameterTree[];
  readonly result?: TypeTree;
  readonly modifiers: readonly ModifierUseTree[];
  /** Without one it is a signature in a trait. */
  readonly body?: BlockTree;
}

export interface ModifierUseTree {
  readonly name: Name;
  readonly args: readonly ExpressionTree[];
  readonly at: Span;
}

export interface ModifierTree extends ItemParts {
  readonly kind: 'modifier';
  readonly parameters: readonly ParameterTree[];
  readonly body: BlockTree;
}

export interface FieldTree {
  readonly name: Name;
  readonly visibility: Visibility;
  readonly type: TypeTree;
}

/** `shape` says how it is written: `S;`, `S(u64)`, `S { a: u64 }`. Positional fields are named `0`, `1`. */
export interface FieldsTree {
  readonly shape: 'unit' | 'tuple' | 'named';
  readonly fields: readonly FieldTree[];
}

export interface StructTree extends ItemParts, FieldsTree {
  readonly kind: 'struct';
  readonly generics: readonly GenericTree[];
}

export interface EnumTree extends ItemParts {
  readonly kind: 'enum';
  readonly generics: readonly GenericTree[];
  readonly variants: readonly (FieldsTree & { readonly name: Name; readonly at: Span })[];
}

export interface ConstTree extends ItemParts {
  readonly kind: 'const';
  readonly type: TypeTree;
  readonly value: ExpressionTree;
}

export interface AliasTree extends ItemParts {
  readonly kind: 'alias';
  readonly generics: readonly GenericTree[];
  /** Without one it is an associated type in a trait. */
  readonly type?: TypeTree;
}

export interface TraitTree extends ItemParts {
  readonly kind: 'trait';
  readonly generics: readonly GenericTree[];
  readonly functions: readonly FunctionTree[];
  readonly aliases: readonly AliasTree[];
}

/** Its name is that of the type, for messages. */
export interface ImplTree extends ItemParts {
  readonly kind: 'impl';
  readonly generics: readonly GenericTree[];
  readonly trait?: PathTree;
  readonly target: TypeTree;
  readonly functions: readonly FunctionTree[];
  readonly consts: readonly ConstTree[];
  readonly aliases: readonly AliasTree[];
}

export interface StorageItemTree extends ItemParts {
  readonly kind: 'storageItem';
  readonly type: TypeTree;
  readonly value?: ExpressionTree;
}

export interface EventTree extends ItemParts {
  readonly kind: 'event';
  readonly parameters: readonly {
    readonly name: Name;
    readonly type: TypeTree;
    readonly topic: boolean;
  }[];
}

/** `error TooSmall(uint64 got)` of solidity. */
export interface ErrorTree extends ItemParts {
  readonly kind: 'error';
  readonly parameters: readonly { readonly name: Name; readonly type: TypeTree }[];
}

/** Members by kind, each in the order of the source. */
export interface ContractTree extends ItemParts {
  readonly kind: 'contract';
  readonly storage: readonly StorageItemTree[];
  readonly functions: readonly FunctionTree[];
  readonly events: readonly EventTree[];
  readonly structs: readonly StructTree[];
  readonly enums: readonly EnumTree[];
  readonly aliases: readonly AliasTree[];
  readonly consts: readonly ConstTree[];
  readonly invariants: readonly AssertionTree[];
  readonly modifiers: readonly ModifierTree[];
  readonly errors: readonly ErrorTree[];
}

export interface UseTree {
  readonly path: readonly Name[];
  /** All that is public there. */
  readonly all: boolean;
  /** What it is called here. */
  readonly alias: Name;
  readonly at: Span;
}

export type ItemTree =
  | ContractTree
  | StructTree
  | EnumTree
  | FunctionTree
  | TraitTree
  | ImplTree
  | ConstTree
  | AliasTree;

export interface UnitTree {
  readonly mode: SyntaxMode;
  readonly uses: readonly UseTree[];
  readonly items: readonly ItemTree[];
}
