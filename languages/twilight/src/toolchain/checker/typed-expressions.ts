// Typed expressions: what a generator walks. Operands are evaluated in the order of the properties, lists from the left.

import type { Span } from '@sonde/front-end';
import type { Event, TypedFunction } from './typed-program.js';
import type { Local, Loop, Place, Region, Scope, Slot, TypedBlock } from './typed-places.js';
import type { BuiltIn } from './built-ins.js';
import type { TypedPattern } from './typed-patterns.js';
import type { EnumType, IntType, Type, Variant } from './types.js';

/** How a transaction ends where something fails; the text is that of the message, without a place. */
export interface Failing {
  readonly outcome: 'revert' | 'panic';
  readonly text: string;
}

/** Bytes of an address or a hash are a number, the first byte the highest. Of the unit there is none. */
export type ConstantValue = bigint | boolean | string | undefined;

/**
 * `copy` gives a value of its own. `move` gives the value itself, and the place is not looked at again.
 * `borrow` only looks for as long as the receiving expression runs; `exclusive` may also change the place.
 */
export type Use = 'copy' | 'move' | 'borrow' | 'exclusive';

export type ArithmeticOperator = 'add' | 'sub' | 'mul' | 'div' | 'rem' | 'pow';

/** `checked` fails, `option` gives an Option, the others a value whatever happens. */
export type ArithmeticMode = 'checked' | 'wrapping' | 'saturating' | 'option';

export interface Argument {
  readonly value: TypedExpression;
  /** `value`: the callee gets a copy or a temporary. The others are places, whose address is passed. */
  readonly passing: 'value' | 'shared' | 'exclusive';
}

/** Text with values between: numbers in decimal, bools as words, addresses and hashes as 0x…, strings as they are. */
export type TextPart = string | TypedExpression;

export interface TypedArm {
  readonly pattern: TypedPattern;
  readonly guard: TypedExpression | undefined;
  /** Of what the pattern binds. */
  readonly scope: Scope;
  readonly body: TypedExpression;
  readonly at: Span;
}

interface Node<Kind extends string> {
  readonly kind: Kind;
  readonly type: Type;
  readonly at: Span;
}

export type TypedExpression =
  /** A literal, a named constant, a folded expression. */
  | (Node<'constant'> & { readonly value: ConstantValue; readonly of?: string })
  /** The zero value of its type. */
  | Node<'zero'>
  | (Node<'read'> & { readonly place: Place; readonly use: Use })
  /** A value of its own, equal to a borrowed one. */
  | (Node<'clone'> & { readonly operand: TypedExpression })
  | (Node<'assign'> & { readonly place: Place; readonly value: TypedExpression })
  /**
   * Both operands and the result have one type, but the right side of `pow` is u32, where it is checked any
   * unsigned number, and `option` gives Option.
   */
  | (Node<'arithmetic'> & {
      readonly operator: ArithmeticOperator;
      readonly mode: ArithmeticMode;
      readonly operand: IntType;
      readonly left: TypedExpression;
      readonly right: TypedExpression;
      /** Where the result does not fit: revert, but panic for MIN / -1. */
      readonly overflow: Failing;
      /** `div` and `rem` by zero. */
      readonly byZero: Failing | undefined;
    })
  | (Node<'negate'> & {
      readonly mode: ArithmeticMode;
      readonly operandType: IntType;
      readonly operand: TypedExpression;
      readonly overflow: Failing;
    })
  | (Node<'bitwise'> & {
      readonly operator: 'and' | 'or' | 'xor';
      readonly left: TypedExpression;
      readonly right: TypedExpression;
    })
  /** All bits turned round. */
  | (Node<'invert'> & { readonly operand: TypedExpression })
  /** Bits that leave are lost; `right` is unsigned, at most 64 bits, and fails from the width of `left` on. `>>` keeps the sign. */
  | (Node<'shift'> & {
      readonly operator: 'left' | 'right';
      readonly left: TypedExpression;
      readonly right: TypedExpression;
      readonly tooFar: Failing;
    })
  /** Operands have one type. Equality is of all parts; order is only of ints. */
  | (Node<'compare'> & {
      readonly operator: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';
      readonly operand: Type;
      readonly left: TypedExpression;
      readonly right: TypedExpression;
    })
  /** The right side is only evaluated where it matters. */
  | (Node<'logic'> & {
      readonly operator: 'and' | 'or';
      readonly left: TypedExpression;
      readonly right: TypedExpression;
    })
  | (Node<'not'> & { readonly operand: TypedExpression })
  /** Between ints. `widen` always fits, `checked` fails, `try` gives Result<T, string> with that text. */
  | (Node<'convert'> & {
      readonly mode: 'widen' | 'checked' | 'try';
      readonly from: IntType;
      readonly to: IntType;
      readonly operand: TypedExpression;
      readonly outOfRange: Failing;
    })
  /** Of a struct or tuple; `fields` in the order of evaluation. */
  | (Node<'product'> & {
      readonly fields: readonly { readonly nth: number; readonly value: TypedExpression }[];
    })
  | (Node<'variant'> & {
      readonly type: EnumType;
      readonly variant: Variant;
      readonly fields: readonly { readonly nth: number; readonly value: TypedExpression }[];
    })
  /** An array or a vector, by its type. */
  | (Node<'elements'> & { readonly items: readonly TypedExpression[] })
  /** An array of equal elements; evaluated once. */
  | (Node<'repeat'> & { readonly item: TypedExpression; readonly count: number })
  | (Node<'call'> & { readonly target: TypedFunction; readonly args: readonly Argument[] })
  | (Node<'builtIn'> & { readonly operation: BuiltIn; readonly args: readonly TypedExpression[] })
  | (Node<'context'> & {
      readonly what: 'sender' | 'value' | 'origin' | 'blockNumber' | 'timestamp' | 'selfAddress' | 'gasLeft';
    })
  /** Zero where there is nothing; of a vector all elements. */
  | (Node<'storageRead'> & { readonly slot: Slot })
  | (Node<'storageWrite'> & { readonly slot: Slot; readonly value: TypedExpression })
  /** Of an entry of a map: `get` gives Option, `has` bool, `remove` an Option of what was there. */
  | (Node<'storageEntry'> & { readonly operation: 'get' | 'has' | 'remove'; readonly slot: Slot })
  /** Of a slot that is a vector: element by element. `at` and `set` fail like an index, `get` and `pop` give Option. */
  | (Node<'storageVector'> & {
      readonly operation: 'len' | 'push' | 'pop' | 'get' | 'at' | 'set' | 'clear';
      readonly slot: Slot;
      readonly index: TypedExpression | undefined;
      readonly value: TypedExpression | undefined;
      readonly outOfBounds: Failing;
    })
  | TypedBlock
  | (Node<'if'> & {
      readonly condition: TypedExpression;
      readonly then: TypedExpression;
      readonly else: TypedExpression | undefined;
    })
  /** Arms are tried in order; one always fits. `origin` tells what the source says. */
  | (Node<'match'> & {
      readonly subject: TypedExpression;
      readonly arms: readonly TypedArm[];
      readonly origin: 'match' | '?' | 'method' | 'binding';
    })
  /** `loop`: its value is that of `break`, kept in `result`. */
  | (Node<'loop'> & {
      readonly loop: Loop;
      readonly body: TypedExpression;
      readonly result: Local | undefined;
    })
  /** Stops before each look at the condition. `step` runs behind the body and after `continue`. */
  | (Node<'while'> & {
      readonly loop: Loop;
      readonly condition: TypedExpression;
      readonly testsLast: boolean;
      readonly body: TypedExpression;
      readonly step: TypedExpression | undefined;
    })
  /** Stops before each look for a next element. */
  | (Node<'for'> & {
      readonly loop: Loop;
      readonly over: ForOver;
      /** Of what the pattern binds; new in each turn. */
      readonly scope: Scope;
      readonly pattern: TypedPattern;
      readonly body: TypedExpression;
    })
  | (Node<'break'> & { readonly loop: Loop; readonly value: TypedExpression | undefined })
  | (Node<'continue'> & { readonly loop: Loop })
  | (Node<'return'> & { readonly value: TypedExpression | undefined })
  /** Inlined code: a modifier, or a function's own body where something runs behind it. */
  | (Node<'region'> & { readonly region: Region; readonly body: TypedExpression })
  /** Goes on behind a region; its result is already in the region's local. */
  | (Node<'leave'> & { readonly region: Region })
  /** Values in the order of the parameters; which are topics the event says. */
  | (Node<'emit'> & { readonly event: Event; readonly args: readonly TypedExpression[] })
  | (Node<'require'> & { readonly condition: TypedExpression; readonly message: string })
  /** `abi` are the arguments of a declared error: behind the text come a NUL and the hex of their ABI words. */
  | (Node<'revert'> & {
      readonly message: readonly TextPart[];
      readonly abi: readonly TypedExpression[] | undefined;
    })
  | (Node<'panic'> & { readonly message: readonly TextPart[] })
  | (Node<'print'> & { readonly parts: readonly TextPart[] })
  /** `assert!`, `assert_eq!`: panics. For the latter both values are given, for a debugger. */
  | (Node<'assert'> & {
      readonly condition: TypedExpression;
      readonly compared: readonly [Local, Local] | undefined;
      readonly message: string;
    });

/** The bounds of a range are evaluated once, and so is the number of elements. `index` is hidden, and counts from `from` or 0. */
export type ForOver =
  | {
      readonly kind: 'range';
      readonly from: TypedExpression;
      readonly to: TypedExpression;
      readonly index: Local;
      /** Hidden: the bound. */
      readonly end: Local;
    }
  /** An array or a vector, borrowed for the whole loop; the elements are copied or borrowed as the pattern says. */
  | {
      readonly kind: 'elements';
      readonly subject: TypedExpression;
      readonly element: Type;
      readonly index: Local;
      /** Hidden: the array or vector. */
      readonly holder: Local;
    }
  /** A vector in storage, element by element. */
  | {
      readonly kind: 'storage';
      readonly slot: Slot;
      readonly element: Type;
      readonly index: Local;
      /** Hidden: the length. */
      readonly end: Local;
      readonly outOfBounds: Failing;
    };
