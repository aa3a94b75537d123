// What names in a source mean, told while types are inferred: for editors, which ask about places and not about programs.

import type { Span } from '@sonde/native-compiler';
import type { Scope } from './inference.js';
import type {
  DeclaredType,
  Effect,
  ExternFunction,
  Operation,
  TypedFunction,
  Variable,
  Variant,
} from './typed-program.js';
import type { FunctionType, Type } from './types.js';

export type Meaning =
  | { readonly kind: 'variable'; readonly variable: Variable }
  | { readonly kind: 'function'; readonly target: TypedFunction; readonly type: FunctionType }
  | { readonly kind: 'extern'; readonly target: ExternFunction }
  /** A function of the language itself. */
  | { readonly kind: 'builtIn'; readonly name: string; readonly type: FunctionType }
  | { readonly kind: 'constructor'; readonly variant: Variant }
  | { readonly kind: 'type'; readonly declared: DeclaredType }
  | { readonly kind: 'effect'; readonly effect: Effect }
  | { readonly kind: 'operation'; readonly effect: Effect; readonly operation: Operation }
  /** `type` may be a variable that nothing was found for: then the record has no such field. */
  | { readonly kind: 'field'; readonly owner: Type; readonly name: string; readonly type: Type };

export interface Observer {
  means(at: Span, meaning: Meaning): void;
  /** A name that nothing has, and the names that are in sight there. */
  unknown(at: Span, what: 'value' | 'type', scope: Scope): void;
}
