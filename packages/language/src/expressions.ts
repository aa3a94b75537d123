// Expressions: what watches, hovers, the console, conditions and log messages mean in the language.

import type {
  Address,
  CompiledExpression,
  Expression,
  FunctionSignature,
  MemoryBehind,
  NameScope,
  OfferedName,
  RawValue,
  SourceRef,
  TypeId,
  TypeTable,
} from '@sonde/engine';

/** What an expression is compiled against. */
export interface ExpressionContext {
  readonly names: NameScope;
  readonly types: TypeTable;
  /** `Target.image` of the program, for a language whose compiler has to see the program to extend it. */
  readonly image?: unknown;
  /** What `functionsIn` asked for, as far as the engine knows it; several may have one name. */
  readonly functions?: readonly FunctionSignature[];
  /** The source that the place of the expression is in, where it is known: for a language with several ways to write. */
  readonly source?: SourceRef;
  /** It decides whether a breakpoint stops: a language whose conditions have one type refuses all others. */
  readonly decides?: boolean;
  /** For `complete`: what the engine's own evaluator would take. */
  readonly offered?: readonly OfferedName[];
}

/** `compile` alone gives watches, hovers, the console, conditions and log messages; each further hook adds what it says. */
export interface ExpressionLanguage {
  /** For a compiler that is loaded with the first build: loads it where a program runs that was built elsewhere. */
  load?(): Promise<void>;
  /** Throws a Failure with code `bad-expression` whose message names the position. */
  compile(text: string, context: ExpressionContext): CompiledExpression;
  /** A text whose value is to be put into a place of this type; absent where `compile` does. */
  compileFor?(text: string, target: TypeId, context: ExpressionContext): CompiledExpression;
  /**
   * A name as the place that it means in the language, to be written or watched; absent where that is the place of what
   * `compile` shows.
   */
  compilePlace?(text: string, context: ExpressionContext): CompiledExpression;
  /** Text a user typed for a variable → the value to write; absent, or undefined, where an expression does it. */
  encode?(text: string, type: TypeId, context: ExpressionContext): RawValue | undefined;
  /**
   * The language's way to write a member of a value, so that it can be watched: the path of the parent and the name or
   * index of the child, or the way to it that its renderer gives; `*` means what the parent points to.
   */
  memberPath?(
    parent: string,
    child: string | number,
    parentType: TypeId,
    types: TypeTable,
  ): string | undefined;
  /** Names and keywords that fit at the end of the text. */
  complete?(text: string, context: ExpressionContext): readonly Completion[];
  /** Characters after which a client should ask for completions by itself, such as the dot before a member. */
  readonly completesAfter?: readonly string[];
  /**
   * Why a value that a program calls `vouched` must not be used at this stop: a pointer to memory that was freed. `facts` are
   * those of the runtime model, where they could be read.
   */
  objection?(value: RawValue, moment: ObjectionMoment): string | undefined;
  /** For a language on an engine that has debug information and an evaluator of its own. */
  readonly native?: NativeExpressions;
}

/** What is between the language's expressions and the engine's own evaluator and debug information. */
export interface NativeExpressions {
  /**
   * All that can be said in the language is compiled: no text is left to the engine's evaluator, which would take it for
   * another language, and complaints are the language's own. Without it, what `compile` refuses is the engine's to evaluate.
   */
  readonly whole?: boolean;
  /**
   * Names of functions that a text may call and of which only debug information can tell, because there is no image of the
   * program that does.
   */
  functionsIn?(text: string, context: ExpressionContext): readonly string[];
  /** What is wrong with a text that is no expression at all, whatever its names mean; a sentence that begins small. */
  syntaxProblem?(text: string): string | undefined;
  /**
   * A text that people only write in debuggers, in words of the engine's evaluator. Where those make no sense, the text is
   * meant as it stands. Undefined for any other text.
   */
  engineText?(text: string): EngineText | undefined;
  /**
   * The parts of a text that is one plain assignment. Where the engine cannot carry it out by code of the program, the value
   * is written to the place.
   */
  assignmentIn?(text: string): { readonly target: string; readonly value: string } | undefined;
  /**
   * A text that has code of the program put a value into the object at this address, for one that takes more than writing
   * bytes: a text that needs memory. Undefined where writing does.
   */
  assigning?(text: string, target: TypeId, address: Address, types: TypeTable): string | undefined;
  /**
   * The memory that showing the value of a program reads besides the value itself, where that can be told beforehand; it is
   * asked for values that are more than numbers and texts, or that a renderer of the language shows.
   */
  behind?(program: Expression, context: ExpressionContext): readonly MemoryBehind[] | undefined;
  /** Whether the engine's evaluator is asked, too, what fits there: `ExpressionContext.offered`. */
  asksEngine?(text: string): boolean;
}

export interface EngineText {
  readonly text: string;
  /** The text is a pointer, and what is meant the row of elements that it leads to: its type. */
  readonly row?: (element: TypeId, types: TypeTable) => TypeId | undefined;
}

export interface ObjectionMoment {
  readonly types: TypeTable;
  readonly littleEndian: boolean;
  readonly facts: unknown;
}

export interface Completion {
  readonly label: string;
  readonly kind:
    | 'variable'
    | 'field'
    | 'method'
    | 'function'
    | 'class'
    | 'enum'
    | 'module'
    | 'keyword'
    | 'value';
  readonly detail?: string;
  /** How many characters before the cursor it replaces. */
  readonly replaces: number;
}
