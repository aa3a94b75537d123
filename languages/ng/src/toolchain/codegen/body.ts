// What the lowering of a body works with: where code goes, what names mean, what the checker found out.

import type { ByteText } from '../format/ngo.js';
import type { Expression, FunctionDeclaration, Span, TypeNode } from '../ast.js';
import type { Annotations, FunctionInstance } from '../checked.js';
import type { CodeBuffer } from './code-buffer.js';
import type { LineTable } from './line-table.js';
import type { LocalScope } from './local-scope.js';

/** A function of the module that is being written. */
export interface Callee {
  readonly index: number;
  /** Absent where only the table of functions is known; then nothing can be left out of a call. */
  readonly declaration?: FunctionDeclaration;
  /** Path of the source that the declaration stands in. */
  readonly file?: string;
  readonly parameterCount: number;
  readonly shownName: string;
}

export interface ImportedSymbol {
  /** Into the table of imports. */
  readonly index: number;
  readonly module: string;
}

export interface VariantPlace {
  readonly typeIndex: number;
  readonly index: number;
  readonly payloadFields: readonly string[];
  /** Types of the payload as text; empty where they are not known. */
  readonly payloadTypes: readonly string[];
}

export interface Global {
  readonly index: number;
  readonly valueType?: string;
  readonly trait?: string;
}

/** The module's tables, as far as bodies look into them or add to them. */
export interface Tables {
  /** Adds a text; the original never looks whether it is there already. */
  string(text: ByteText): number;
  global(name: string): Global | undefined;
  callee(name: string, call: CallSite): Callee | undefined;
  imported(name: string): ImportedSymbol | undefined;
  /** `alias.name`; undefined when there is no such alias. */
  qualified(alias: string, name: string): ImportedSymbol | 'unknown' | undefined;
  variant(name: string): VariantPlace | undefined;
  /** Field names of a record, in order. */
  fields(type: string): readonly string[] | undefined;
  /** Whether a receiver may have a field or a method of that name. */
  isMember(name: string): boolean;
  isTrait(name: string): boolean;
  traitHasMethod(trait: string, method: string): boolean;
  /** What to say about a name that means nothing. */
  hint(name: string): string;
}

export interface CallSite {
  readonly node: Expression;
  readonly instance: FunctionInstance | undefined;
  readonly typeArguments: readonly TypeNode[];
}

/** Where `next` goes. */
export interface LoopTarget {
  readonly start: number;
  readonly slots: readonly number[];
  /** The first slot is a receiver that nobody wrote. */
  readonly implicitSelf: boolean;
}

/** What the lowering of expressions works with. */
export interface Body {
  readonly tables: Tables;
  readonly code: CodeBuffer;
  readonly scope: Pick<LocalScope, 'lookup' | 'define' | 'count'>;
  readonly lines: LineTable;
  readonly annotations: Annotations;
  /** As the original does where that is a mistake of its. */
  readonly upstreamCompatible: boolean;
  /** The record whose fields bare names may mean. */
  readonly typeName: string | undefined;
  /** The trait that a default method or an implementation belongs to. */
  readonly traitOrigin: string | undefined;
  /** False in a debugger's expression: the locals belong to the program, and what it assigns was not checked before. */
  readonly temporaries: boolean;
}

/** What the lowering of statements works with. */
export interface StatementBody extends Body {
  readonly scope: LocalScope;
  readonly loops: LoopTarget[];
}

/** Something that can fail is written next. */
export function markPart(body: Body, span: Span): void {
  body.lines.part(body.code.offset, span);
}

/** A call of a function is written next. */
export function markCall(body: Body, span: Span): void {
  body.lines.call(body.code.offset, span);
}
