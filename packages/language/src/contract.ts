// The language contract: everything Sonde has to be told about a language.

import type { TSchema } from '@sinclair/typebox';
import type {
  Address,
  CompiledExpression,
  EngineFactory,
  Expression,
  FunctionSignature,
  MemoryBehind,
  NameScope,
  OfferedName,
  RawValue,
  SourceLocation,
  StopReader,
  Target,
  TypeId,
  TypeTable,
} from '@sonde/engine';
import type { Renderer } from '@sonde/lens';

/** A kind of exception or event of the language that a user can ask to stop at. */
export interface ExceptionFilter {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly default: boolean;
  readonly supportsCondition: boolean;
  readonly conditionDescription?: string;
}

export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly location?: SourceLocation;
  /** The line of source it speaks of, so that a terminal can show it. */
  readonly sourceLine?: string;
  readonly hint?: string;
}

export interface BuildRequest {
  readonly program: string;
  readonly cwd: string;
  /** Where `sonde build -o` wants the artefact; a temporary place when absent. */
  readonly output?: string;
  readonly debugInfo: boolean;
  /** What the language's own launch schema added, already checked. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /**
   * More bytes of source than this are not compiled here: `sourceReader` throws then, and `passTooMuchSource` lets that pass.
   * Only for languages with a `buildModule`, which build again on a thread.
   */
  readonly mostSource?: number;
  /** One line for people about what takes time. */
  progress(message: string): void;
}

/** No target means that the build failed; the diagnostics say why. */
export interface BuildResult {
  readonly target?: Target;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * For a failed build: what the language's own compiler would print on standard output, and its exit code. Who runs a
   * program without a debugger sees this there; the diagnostics go to standard error.
   */
  readonly verdict?: { readonly output: string; readonly exitCode: number };
}

/** How comments are written, so that a line of them can be told from one that lacks code for another reason. */
export interface CommentSyntax {
  /** What begins a comment that ends with its line. */
  readonly line?: string;
  /** What begins and ends one that may go over several lines. */
  readonly block?: readonly [begin: string, end: string];
}

/** What a page needs to colour source, beside the comments. Words are whole words, as the language writes them. */
export interface SourceSyntax {
  readonly keywords: readonly string[];
  /** Names of types that the language itself has. */
  readonly types?: readonly string[];
  /** Words that stand for a value. */
  readonly constants?: readonly string[];
  /** Quote characters: a text ends with the one it began with. */
  readonly strings?: readonly string[];
  /** A backslash in a text takes the next character with it. */
  readonly escapes?: boolean;
}

/** What an expression is compiled against. */
export interface ExpressionContext {
  readonly names: NameScope;
  readonly types: TypeTable;
  /** `Target.image` of the program, for a language whose compiler has to see the program to extend it. */
  readonly image?: unknown;
  /** What `functionsIn` asked for, as far as the engine knows it. */
  readonly functions?: readonly FunctionSignature[];
  /** For `complete`: what the engine's own evaluator would take. */
  readonly offered?: readonly OfferedName[];
}

export interface ExpressionLanguage {
  /** Throws a Failure with code `bad-expression` whose message names the position. */
  compile(text: string, context: ExpressionContext): CompiledExpression;
  /**
   * All that can be said in the language is compiled: no text is left to an evaluator that the engine may have, which
   * would take it for another language, and complaints are the language's own.
   */
  readonly whole?: boolean;
  /**
   * Names of functions that a text may call and of which only debug information can tell, because there is no image of the
   * program that does.
   */
  functionsIn?(text: string, context: ExpressionContext): readonly string[];
  /** A text whose value is to be put into a place of this type; absent where `compile` does. */
  compileFor?(text: string, target: TypeId, context: ExpressionContext): CompiledExpression;
  /**
   * For a language whose engine takes more than `compile` does: what is wrong with a text that is no expression at all,
   * whatever its names mean, and where; a sentence that begins small. Undefined for what may be one.
   */
  syntaxProblem?(text: string): string | undefined;
  /**
   * For a language whose engine takes more than `compile` does: a text that people only write in debuggers, in words of the
   * engine's evaluator. Where those make no sense, the text is meant as it stands. Undefined for any other text.
   */
  engineText?(text: string): EngineText | undefined;
  /**
   * For a language whose engine takes more than `compile` does: the parts of a text that is one plain assignment. Where the
   * engine cannot carry it out by code of the program, the value is written to the place.
   */
  assignmentIn?(text: string): { readonly target: string; readonly value: string } | undefined;
  /**
   * A text that has code of the program put a value into the object at this address, for one that takes more than writing
   * bytes: a text that needs memory. Undefined where writing does.
   */
  assigning?(text: string, target: TypeId, address: Address, types: TypeTable): string | undefined;
  /**
   * A name as the place that it means in the language, to be written or watched; absent where that is the place of what
   * `compile` shows.
   */
  compilePlace?(text: string, context: ExpressionContext): CompiledExpression;
  /**
   * Why a value that a program calls `vouched` must not be used at this stop: a pointer to memory that was freed. `facts` are
   * those of the runtime model, where they could be read.
   */
  objection?(value: RawValue, moment: ObjectionMoment): string | undefined;
  /**
   * The memory that showing the value of a program reads besides the value itself, where that can be told beforehand; it is
   * asked for values that are more than numbers and texts.
   */
  behind?(program: Expression, context: ExpressionContext): readonly MemoryBehind[] | undefined;
  /** Whether the evaluator that the engine may have is asked, too, what fits there: `ExpressionContext.offered`. */
  asksEngine?(text: string): boolean;
  /** Names and keywords that fit at the end of the text. */
  complete?(text: string, context: ExpressionContext): readonly Completion[];
  /** Characters after which a client should ask for completions by itself, such as the dot before a member. */
  readonly completesAfter?: readonly string[];
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
    'variable' | 'field' | 'method' | 'function' | 'class' | 'enum' | 'module' | 'keyword' | 'value';
  readonly detail?: string;
  /** How many characters before the cursor it replaces. */
  readonly replaces: number;
}

/** What a runtime model is made from: the program's memory at one stop, and where its symbols are. */
export interface RuntimeReads {
  readonly reader: StopReader;
  readonly pointerSize: number;
  readonly littleEndian: boolean;
  /** Addresses of symbols of the program, data or code; undefined for those that it does not have. */
  symbols(names: readonly string[]): Promise<readonly (Address | undefined)[]>;
}

/** A piece of memory that means something to the language: a nursery, a block that was allocated by hand. */
export interface MemoryRegion {
  readonly start: Address;
  /** In bytes. */
  readonly size: number;
  /** One of `Language.regionTypes`. */
  readonly type: string;
  /** From 0, all of it in one piece, to 1: how much of what is free is scattered. */
  readonly fragmentation?: number;
  readonly objectCount?: number;
}

/** What the language's runtime means, read from the program's memory and built once per stop. */
export interface RuntimeModel {
  /**
   * What the language's renderers have to know of the moment: the bounds of a heap, which scopes are active. Read before
   * the first value of a stop is shown, and handed to renderers as `RenderContext.facts`.
   */
  facts?(): Promise<unknown>;
  regions?(): Promise<readonly MemoryRegion[]>;
  /** For a stop at a signal or an exception: what the runtime itself says of it, where it has something to say. */
  explainStop?(): Promise<string | undefined>;
}

/** How what a program writes to a stream of the language's own is shown. */
export interface StreamStyle {
  readonly category: 'stdout' | 'stderr' | 'console';
  /** Stands before each line. */
  readonly marker: string;
  /** Bytes as a hex dump, or text. */
  readonly shows: 'text' | 'hex';
  /** Its number, for shells: where that is redirected, a program without a debugger writes there, unchanged. */
  readonly descriptor?: number;
}

/** A request that clients of the language know by a name of its own, answered by a general one. */
export interface RequestAlias {
  readonly request: `sonde/${string}`;
  /** What the language calls arguments of the general request, and what that calls them. */
  readonly arguments?: Readonly<Record<string, string>>;
}

export interface Subcommand {
  readonly name: string;
  /** What stands behind the name in the help: `PROGRAM [ARGUMENT…]`. */
  readonly operands?: string;
  readonly summary: string;
  run(args: readonly string[]): Promise<number>;
}

/**
 * How a language knows code of its own in a program, whoever built it. The more telling a sign is, the more it counts: the
 * compiler's name, then the extension of the source, then the runtime's symbols, then the name of the language.
 */
export interface Recognition {
  /** Fits the compiler's name for itself. */
  readonly producer?: RegExp;
  /** Fits the name of the language in debug information: `c++17`. */
  readonly language?: RegExp;
  /** Symbols of its runtime; a module that has all of them was made by its compiler. */
  readonly symbols?: readonly string[];
  /** Texts of which one is in every executable that its compiler makes: such a file is launched as this language's. */
  readonly marks?: readonly string[];
}

/** What a program is launched for: to run it, to build it, to debug it, to ask about a line of it. */
export type LaunchUse = 'run' | 'build' | 'debug' | 'why';

/** Where a launch option has a meaning. In the schema it stands beside the option's description. */
export interface OptionUse {
  /** What it is for; all of them if absent. */
  readonly usedBy?: readonly LaunchUse[];
  /** What to say where it has no meaning: why, and what to do instead. */
  readonly elsewhere?: string;
}

export interface Language {
  readonly id: string;
  /** As people write it. */
  readonly name: string;
  /** With the dot: `.xyz`. */
  readonly extensions: readonly string[];
  /** Names by which clients may ask for it as adapterID, and that become commands. */
  readonly adapterNames: readonly string[];
  readonly comments?: CommentSyntax;
  readonly syntax?: SourceSyntax;
  /**
   * Takes programs that a compiler has already made into machine code, whatever they are called and whoever built them:
   * such a file is known by its first bytes. Of several that do, the one whose mark it has gets it (`Recognition.marks`), else
   * the first that is installed; each frame is shown in its own language all the same.
   */
  readonly takes?: 'executables';
  /**
   * Launch options beyond the common ones, as an object schema. An option that has no meaning for some commands carries
   * an `OptionUse` beside its description.
   */
  readonly launch?: TSchema;
  /** Attach options beyond the common ones; for languages whose engine attaches. */
  readonly attach?: TSchema;
  readonly exceptionFilters: readonly ExceptionFilter[];
  readonly engine: EngineFactory;
  /** For languages whose programs are made of code in several: each frame is shown in its own. */
  readonly recognises?: Recognition;
  build(request: BuildRequest): Promise<BuildResult>;
  /**
   * Where the compiler is part of this process: the module that exports this `build`. Sessions load it on a thread for large
   * programs, so that others go on; its result is cloned.
   */
  readonly buildModule?: URL;
  readonly renderers?: readonly Renderer[];
  /** Absent for languages whose engine evaluates text itself. */
  readonly expressions?: ExpressionLanguage;
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
  runtime?(stop: RuntimeReads): RuntimeModel;
  /** Types that `RuntimeModel.regions` gives, with a sentence about each. */
  readonly regionTypes?: Readonly<Record<string, string>>;
  /** Streams that its programs have beyond the standard ones, by the names that the engine gives them. */
  readonly streams?: Readonly<Record<string, StreamStyle>>;
  /**
   * Launch options that take the path of a file which the program reads from a descriptor, and its number, for shells: where
   * that is redirected, a program without a debugger reads it from there.
   */
  readonly inputs?: Readonly<Record<string, number>>;
  /** Requests of its own, by name: data, not code. */
  readonly requests?: Readonly<Record<string, RequestAlias>>;
  readonly subcommands?: readonly Subcommand[];
  /** Folder of example programs, as a file URL. */
  readonly examples?: URL;
  /** Profile for the conformance suite, as a file URL: how to launch a small program with known lines and values. */
  readonly conformance?: URL;
  /** Tools it needs, for `sonde doctor`. */
  readonly tools?: () => Promise<readonly ToolReport[]>;
}

/** One line of `sonde doctor`. */
export interface ToolReport {
  readonly tool: string;
  readonly purpose: string;
  readonly found?: { readonly path: string; readonly version: string };
  /** The exact command that installs it on this machine. */
  readonly install?: string;
  readonly problem?: string;
}
