// Frames and scopes: where a thread is and what it can see from there.

import type { Address } from './address.js';
import type { FrameId, ModuleId } from './ids.js';
import type { SourceLocation } from './source.js';
import type { NamedValue } from './value.js';

/** What debug information tells of a piece of code, by which a language recognises its own. */
export interface CodeUnit {
  /** As debug information calls it, in small letters: `c11`. */
  readonly language?: string;
  /** The compiler's name for itself. */
  readonly producer?: string;
  /** The source that was compiled. */
  readonly file?: string;
}

export interface Frame {
  readonly id: FrameId;
  readonly function: string;
  readonly address: Address;
  readonly location?: SourceLocation;
  readonly module?: ModuleId;
  /** `guessed`: unwound without reliable information; shown as such. */
  readonly confidence: 'exact' | 'guessed';
  /** Made by a compiler or runtime, not written by the programmer: shown dimmed, never dropped. */
  readonly artificial?: boolean;
  readonly inlined?: boolean;
  /** The id of the language whose lens shows this frame, where the engine can tell. */
  readonly language?: string;
  /** The piece of code that it runs in, where the engine cannot tell the language itself. */
  readonly unit?: CodeUnit;
  readonly canRestart?: boolean;
}

/** A stack is its physical frames and then, described, the logical ones that will run when it returns. */
export interface AsyncFragment {
  readonly description: string;
  readonly frames: readonly Frame[];
}

export interface Stack {
  readonly frames: readonly Frame[];
  /** How many physical frames there are; absent when counting would mean unwinding all of them. */
  readonly total?: number;
  readonly fragments?: readonly AsyncFragment[];
}

export type ScopeKind = 'arguments' | 'locals' | 'globals' | 'registers' | 'returnValue' | 'memory' | 'other';

export interface Scope {
  readonly name: string;
  readonly kind: ScopeKind;
  readonly variables: readonly NamedValue[];
  /** The engine had to work for it; clients fetch it only when asked. */
  readonly expensive?: boolean;
  readonly location?: SourceLocation;
}
