// Breakpoints: what the session asks for, and what an engine made of it.

import type { Address } from './address.js';
import type { CompiledExpression, Expression } from './expression.js';
import type { BreakpointId, ThreadId } from './ids.js';
import type { NameScope } from './names.js';
import type { Place } from './place.js';
import type { SourceLocation, SourceRef } from './source.js';
import type { RawValue } from './value.js';

export type BreakpointWhere =
  | { readonly kind: 'source'; readonly source: SourceRef; readonly line: number; readonly column?: number }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'instruction'; readonly address: Address }
  | { readonly kind: 'data'; readonly place: Place; readonly size: number; readonly access: DataAccess }
  | {
      readonly kind: 'exception';
      readonly filter: string;
      /** Only exceptions with one of these names, or with none of them. */
      readonly names?: { readonly list: readonly string[]; readonly negate: boolean };
      /** `uncaught`: not those that a handler in the program will take. Both when absent. */
      readonly only?: 'uncaught';
    };

export type DataAccess = 'read' | 'write' | 'readWrite';

/** How many times a site must be reached: `5`, `== 5`, `>= 5`, `> 5`, `< 5`, `<= 5`, `% 5`. */
export interface HitCondition {
  readonly compare: 'eq' | 'ge' | 'gt' | 'lt' | 'le' | 'multiple';
  readonly count: number;
}

/** A logical breakpoint. Texts are the user's; the engine asks its host to compile them where a site was found. */
export interface BreakpointSpec {
  readonly id: BreakpointId;
  readonly where: BreakpointWhere;
  readonly condition?: string;
  readonly hitCondition?: HitCondition;
  /** `{expression}` parts are evaluated; such a breakpoint logs and does not stop. */
  readonly logMessage?: string;
  /** One of the engine's or session's breakpoint modes; each mode says what it does. */
  readonly mode?: string;
  readonly thread?: ThreadId;
  /** Removed by the engine after its first stop. */
  readonly temporary?: boolean;
}

/** A way to be set that a user can choose besides condition and count. */
export interface BreakpointMode {
  readonly mode: string;
  /** As people read it in a menu. */
  readonly label: string;
  readonly description?: string;
  readonly appliesTo: readonly ('source' | 'exception' | 'data' | 'instruction')[];
}

/** Of data breakpoints, in every engine that compares values: clients keep one list for all languages. */
export const changeMode: BreakpointMode = {
  mode: 'change',
  label: 'On change',
  description: 'Stops only when the value is another one afterwards.',
  appliesTo: ['data'],
};

/** One place in the program where a logical breakpoint takes effect. */
export interface Site {
  readonly address?: Address;
  readonly location?: SourceLocation;
  readonly function?: string;
}

export interface Resolution {
  readonly id: BreakpointId;
  /**
   * `pending`: nothing is loaded yet that could hold it. `unresolved`: what is loaded has no such place; it may still
   * come with a later module. `resolved`: armed at the sites.
   */
  readonly state: 'pending' | 'unresolved' | 'resolved' | 'failed';
  readonly sites: readonly Site[];
  /** For people: why it is not verified, or what is special about how it was. */
  readonly message?: string;
  /** Where its condition or log message is evaluated; absent when it has none. */
  readonly evaluated?: 'in-program' | 'in-engine' | 'stop-and-ask';
}

/** The engine's questions about a breakpoint's texts, answered by the session with the language's help. */
export interface BreakpointHost {
  /**
   * Whether the texts of a breakpoint are in a language that compiles all of them: an evaluator of the engine's own would
   * take them for another language, and must not see them.
   */
  compilesAll?(breakpoint: BreakpointSpec): boolean;
  /** Compiles a condition for one site; throws a Failure with the position of the mistake. */
  compileCondition(text: string, names: NameScope, breakpoint?: BreakpointSpec): CompiledExpression;
  /** Compiles a log message into one program whose result is the text. */
  compileLog(text: string, names: NameScope, breakpoint?: BreakpointSpec): CompiledExpression;
  /**
   * The expressions of a log message, in order, each with the memory that showing its value reads besides the value itself:
   * an engine that reads all of it at the hit need not halt the program for the message. Undefined where that cannot be told
   * beforehand.
   */
  compileLogValues?(breakpoint: BreakpointSpec, names: NameScope): readonly LogValue[] | undefined;
}

export interface LogValue {
  readonly program: Expression;
  readonly behind: readonly MemoryBehind[];
}

/** So many bytes; without a length, those up to the first zero. */
export interface MemoryBehind {
  readonly address: Expression;
  readonly length?: Expression;
}

/** What was read of a value when the program passed a log point, and of the memory behind it. */
export interface CapturedValue {
  readonly value: RawValue;
  readonly memory: readonly { readonly address: Address; readonly bytes: Uint8Array }[];
}
