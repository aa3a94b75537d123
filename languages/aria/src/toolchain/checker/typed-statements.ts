// Statements after checking. Each has the place it stands at; blocks name their scope.

import type { Span } from '@sonde/native-compiler';
import type { Expression, IntegerLiteral } from './typed-expressions.js';
import type { ScopeId, Variable } from './typed-program.js';

/** Counts from 0 within a function; `break` and `continue` name the loop they mean. */
export type LoopId = number & { readonly brand: 'LoopId' };
/** Counts from 0 within a function; `fall` names the pick it moves in. */
export type PickId = number & { readonly brand: 'PickId' };

interface Node {
  readonly at: Span;
}

/**
 * A scope. However it is left (at its end, by break, continue, fall, pass, fail, a failing unwrap), the defers that were
 * reached in it run, the last one first.
 */
export interface Block extends Node {
  readonly kind: 'block';
  readonly scope: ScopeId;
  readonly statements: readonly Statement[];
}
/**
 * A local, or at module level a global. The initial value has the variable's own type (for gc and wild it is the allocation);
 * a variable without one is zero, every time its declaration is reached.
 */
export interface Declaration extends Node {
  readonly kind: 'declare';
  readonly variable: Variable;
  readonly initial?: Expression;
}
export interface ExpressionStatement extends Node {
  readonly kind: 'expression';
  readonly expression: Expression;
}
/** The value is evaluated before the defers run. Absent in void functions. */
export interface Pass extends Node {
  readonly kind: 'pass';
  readonly value?: Expression;
}
/** The code is a tbb8; a code of 0 at run time counts as ERR, so that a fail always fails. */
export interface Fail extends Node {
  readonly kind: 'fail';
  readonly code: Expression;
}
export interface If extends Node {
  readonly kind: 'if';
  readonly condition: Expression;
  readonly then: Block;
  readonly otherwise?: Block | If;
}
interface Loop extends Node {
  readonly loop: LoopId;
  readonly label?: string;
}
export interface While extends Loop {
  readonly kind: 'while';
  readonly condition: Expression;
  readonly body: Block;
}
/**
 * `for i in a..b`: both bounds (of the counter's type) are evaluated once; counts up by one. The counter, a constant local of
 * `scope`, never wraps around: after the largest value of its type the loop ends.
 */
export interface ForRange extends Loop {
  readonly kind: 'for-range';
  readonly scope: ScopeId;
  readonly counter: Variable;
  readonly from: Expression;
  readonly to: Expression;
  readonly inclusive: boolean;
  readonly body: Block;
}
/** `for (init; condition; step)`: what init declares lives in `scope`. `continue` goes to the step. */
export interface For extends Loop {
  readonly kind: 'for';
  readonly scope: ScopeId;
  readonly initial?: Statement;
  readonly condition?: Expression;
  readonly step?: Expression;
  readonly body: Block;
}
/**
 * `till(limit, step)`: step > 0: $ = 0, step, … while $ < limit; step < 0: $ = limit, limit+step, … while $ >= 0. Tested before
 * the first round. `loop(start, stop, step)`: $ = start, start+step, … while $ <= stop (step < 0: >= stop).
 * All three are evaluated once and have the counter's type; a step of 0 traps; $ never wraps around: the loop ends instead.
 */
export interface CountedLoop extends Loop {
  readonly kind: 'till' | 'loop';
  readonly scope: ScopeId;
  /** Named `$`. */
  readonly counter: Variable;
  /** Only for `loop`. */
  readonly start?: Expression;
  readonly limit: Expression;
  readonly step: Expression;
  readonly body: Block;
}
/** Runs the body while the condition holds. Then `then` when it ran and ended by its condition, `end` when it never ran or was left by break. */
export interface When extends Loop {
  readonly kind: 'when';
  readonly condition: Expression;
  readonly body: Block;
  readonly then?: Block;
  readonly end?: Block;
}
export type Pattern =
  | { readonly kind: 'value'; readonly value: Expression }
  | {
      readonly kind: 'range';
      readonly low: IntegerLiteral;
      readonly high: IntegerLiteral;
      readonly inclusive: boolean;
    }
  | { readonly kind: 'compare'; readonly operator: '<' | '<=' | '>' | '>='; readonly value: Expression }
  | { readonly kind: 'any' }
  /** `(!)`: reached by `fall` only. */
  | { readonly kind: 'never' };
export interface PickCase extends Node {
  readonly label?: string;
  /** Any of them fits. Values are literals. */
  readonly patterns: readonly Pattern[];
  readonly body: Block;
}
/** The first case that fits runs; none falls into the next by itself. */
export interface Pick extends Node {
  readonly kind: 'pick';
  readonly pick: PickId;
  readonly subject: Expression;
  readonly cases: readonly PickCase[];
}
export interface Fall extends Node {
  readonly kind: 'fall';
  readonly pick: PickId;
  readonly case: number;
  readonly label: string;
}
export interface Jump extends Node {
  readonly kind: 'break' | 'continue';
  readonly loop: LoopId;
}
/** The body is here once; it runs on every way out of the block around it. It is never left by a jump, pass or fail. */
export interface Defer extends Node {
  readonly kind: 'defer';
  readonly body: Block;
}

export type Statement =
  | Block
  | Declaration
  | ExpressionStatement
  | Pass
  | Fail
  | If
  | While
  | ForRange
  | For
  | CountedLoop
  | When
  | Pick
  | Fall
  | Jump
  | Defer;

export type LoopStatement = While | ForRange | For | CountedLoop | When;
