// Expressions after checking: every type is known, every conversion, dereference and unwrapping is a node of its own.

import type { Span } from '@sonde/native-compiler';
import type { BuiltinName } from './builtin-names.js';
import type { TypedFunction, Variable } from './typed-program.js';
import type { AriaType, FunctionType, PointerType, ResultType } from './types.js';

interface Node {
  readonly at: Span;
  readonly type: AriaType;
}

/** Of type integer, tbb (the sentinel is ERR) or enum; always within its type. */
export interface IntegerLiteral extends Node {
  readonly kind: 'integer';
  readonly value: bigint;
}
export interface FloatLiteral extends Node {
  readonly kind: 'float';
  readonly value: number;
}
export interface BoolLiteral extends Node {
  readonly kind: 'bool';
  readonly value: boolean;
}
export interface StringLiteral extends Node {
  readonly kind: 'string';
  /** UTF-8 of the source's characters; `\xHH` is one byte of any value. Without a terminator. */
  readonly bytes: Uint8Array;
}
/** Of type pointer, gc or wild. */
export interface NullLiteral extends Node {
  readonly kind: 'null';
}
/** The function as a value of type func<…>. */
export interface FunctionReference extends Node {
  readonly kind: 'function';
  readonly function: TypedFunction;
}
/** Its type is the variable's own: gc_ptr<T> for gc, wild_ptr<T> for wild. What reads through it is a `dereference`. */
export interface VariableReference extends Node {
  readonly kind: 'variable';
  readonly variable: Variable;
}
/** A field of a struct; a place when the object is one, else a part of a passing value. */
export interface FieldAccess extends Node {
  readonly kind: 'field';
  readonly object: Expression;
  readonly name: string;
  readonly index: number;
}
/** An element of a T[N]; a place when the array is one. The index may have any integer type; outside of 0…N-1 it traps. */
export interface ElementAccess extends Node {
  readonly kind: 'element';
  readonly array: Expression;
  readonly index: Expression;
}
/** One byte of a string, of type byte. Not a place. An index outside of the string traps. */
export interface StringByte extends Node {
  readonly kind: 'string-byte';
  readonly string: Expression;
  readonly index: Expression;
}
/** What a pointer of any kind points to: a place. `p[i]` is the dereference of an `offset`. NULL traps or faults. */
export interface Dereference extends Node {
  readonly kind: 'dereference';
  readonly pointer: Expression;
}
/** `p + n`, in elements; of the pointer's type (pointer or wild; a wild one keeps base, size and scope). */
export interface PointerOffset extends Node {
  readonly kind: 'offset';
  readonly pointer: Expression;
  readonly count: Expression;
}
/**
 * The address of a place. Of type pointer or reference; of type wild when the place is reached through a wild pointer (then
 * it has that pointer's base, size and scope), or when the address of a variable goes where a wild pointer is wanted (then
 * it has the bounds and the scope of that variable).
 */
export interface AddressOf extends Node {
  readonly kind: 'address';
  /** For the receiver of a method it may be a passing value, which then gets a place for the time of the call. */
  readonly place: Expression;
  /**
   * The place is inside a gc object. This occurs only for an argument or receiver of type T$; the object must not move
   * until that call has returned.
   */
  readonly borrowed: boolean;
}
/** `#x`: pins the object of a gc_ptr<T> and gives T@. Stays pinned until `unpin`. */
export interface Pin extends Node {
  readonly kind: 'pin';
  readonly operand: Expression;
}
/** A new gc object; of type gc_ptr<T>. Without a value it is zeroed. */
export interface GcNew extends Node {
  readonly kind: 'gc-new';
  readonly type: PointerType;
  readonly value?: Expression;
}
/** A new wild allocation of sizeof(T) in the current scope; of type wild_ptr<T>. Without a value it is zeroed. */
export interface WildNew extends Node {
  readonly kind: 'wild-new';
  readonly type: PointerType;
  readonly value?: Expression;
}
/** Fields that are not named are zero. Values in the order in which they are evaluated. */
export interface StructLiteral extends Node {
  readonly kind: 'struct-literal';
  readonly fields: readonly { readonly index: number; readonly value: Expression }[];
}
/** As many elements as the type has. */
export interface ArrayLiteral extends Node {
  readonly kind: 'array-literal';
  readonly elements: readonly Expression[];
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<<' | '>>';
/**
 * Both operands and the result have the same type. Integers wrap around; division and remainder by zero trap, the smallest
 * value divided by -1 is itself (remainder 0). Shifts take the count modulo the width; `>>` is arithmetic for signed types.
 * A tbb has + - * / % only and is sticky (fact: any ERR, overflow, or division by zero gives ERR). Floats: IEEE, % like fmod.
 */
export interface Binary extends Node {
  readonly kind: 'binary';
  readonly operator: ArithmeticOperator;
  readonly left: Expression;
  readonly right: Expression;
}
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '<=>';
/**
 * Operands of one type: numbers, bool, enum, string (by bytes), pointers of one kind (only == and !=), functions. A tbb
 * compares as the number it is stored as. Gives bool; `<=>` gives -1, 0 or 1 in its (signed integer or tbb) type.
 * Floats: unordered is false for all but `!=`; `<=>` of unordered is 0.
 */
export interface Comparison extends Node {
  readonly kind: 'compare';
  readonly operator: ComparisonOperator;
  readonly left: Expression;
  readonly right: Expression;
}
/** Evaluates the right side only where it decides. */
export interface Logic extends Node {
  readonly kind: 'logic';
  readonly operator: '&&' | '||';
  readonly left: Expression;
  readonly right: Expression;
}
/** `-x` of a number (sticky for tbb), `!x` of a bool, `~x` of an integer. */
export interface Unary extends Node {
  readonly kind: 'negate' | 'not' | 'complement';
  readonly operand: Expression;
}
/** `is c : a : b`. */
export interface Conditional extends Node {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}
/** `a ?? b` of pointers: b when a is NULL. (Of results it is an `unwrap-or`.) */
export interface Coalesce extends Node {
  readonly kind: 'coalesce';
  readonly pointer: Expression;
  readonly fallback: Expression;
}
/**
 * `a?.b`, a being a pointer of any kind to a struct, or a result of one. A field that is a pointer: of that type, NULL when a
 * is NULL or failed. Any other: of type result<F>, with err 1 when a is NULL, with a's err when a failed.
 */
export interface SafeMember extends Node {
  readonly kind: 'safe-member';
  readonly object: Expression;
  readonly name: string;
  readonly index: number;
}
/**
 * An explicit cast, or one the language makes (wild_ptr<T> to T@; T@ or wild to T$; a value to the T it is read as).
 * integer → integer: truncated or extended by the source's sign. float → integer: towards zero, saturated, NaN is 0.
 * integer, float → tbb: out of range (or NaN) is ERR. tbb → tbb: ERR stays ERR, out of range is ERR. tbb → integer: as the
 * stored number. tbb → float: ERR is NaN. bool → integer: 0, 1. integer, tbb, float → bool: is not zero. enum ↔ integer: as int32.
 * pointer ↔ pointer, 64-bit integer ↔ pointer: the address.
 */
export interface Conversion extends Node {
  readonly kind: 'convert';
  readonly operand: Expression;
}
/**
 * The operand (integer, tbb, float, bool) as people read it, of type string: decimal, `ERR` for a tbb's sentinel, `true` and
 * `false`. Strings are never wrapped in it, and enums are converted to int32 first.
 */
export interface Text extends Node {
  readonly kind: 'text';
  readonly operand: Expression;
}
/** All parts are strings; the value is one after the other. Also `a + b` of strings. */
export interface Concatenation extends Node {
  readonly kind: 'concatenate';
  readonly parts: readonly Expression[];
}
/** Gives the value that was assigned. The place is evaluated before the value. */
export interface Assignment extends Node {
  readonly kind: 'assign';
  readonly target: Expression;
  readonly value: Expression;
}
/** `x += e`: the place is evaluated once, then the value, then what is in the place is read. For strings (`+=` only) it appends. For pointers (`+=`, `-=`) it is an offset, of elements. */
export interface CompoundAssignment extends Node {
  readonly kind: 'compound-assign';
  readonly operator: ArithmeticOperator;
  readonly target: Expression;
  readonly value: Expression;
}
/** `++` and `--` of an integer, a tbb or a float. */
export interface Increment extends Node {
  readonly kind: 'increment';
  readonly target: Expression;
  readonly by: 1 | -1;
  /** What the expression itself is: the value before (postfix) or after (prefix). */
  readonly gives: 'old' | 'new';
}
/** Of type result<R>; of the plain R for an extern function. A method has its receiver, of type T$, as the first argument. */
export interface Call extends Node {
  readonly kind: 'call';
  readonly function: TypedFunction;
  readonly arguments: readonly Expression[];
}
/** A call through a value of type func<R(…)>; of type result<R>. */
export interface IndirectCall extends Node {
  readonly kind: 'call-indirect';
  readonly callee: Expression & { readonly type: FunctionType };
  readonly arguments: readonly Expression[];
}
/** See builtin-names.ts for what each takes and gives. */
export interface BuiltinCall extends Node {
  readonly kind: 'builtin';
  readonly name: BuiltinName;
  readonly arguments: readonly Expression[];
  /** `jit_load`: the function that is loaded. */
  readonly loads?: TypedFunction;
}
/** Starts a coroutine at the end of the ready queue; of type future<T>. Arguments are evaluated now. */
export interface Spawn extends Node {
  readonly kind: 'spawn';
  readonly call: Call | IndirectCall;
}
/** Suspends until the future is done; of type result<T>. `await f(x)` is an await of a `spawn`. */
export interface Await extends Node {
  readonly kind: 'await';
  readonly future: Expression;
  /** The awaited expression as it is written. */
  readonly what: string;
}
/**
 * A result<T> used as a T: when it failed, the enclosing function fails with the same code, running its defers; at module
 * level the program ends with that code. Never inside a defer.
 */
export interface Unwrap extends Node {
  readonly kind: 'unwrap';
  readonly operand: Expression & { readonly type: ResultType };
}
/** `r ? d`, `r ?? d`: the fallback is evaluated only when the result failed. */
export interface UnwrapOr extends Node {
  readonly kind: 'unwrap-or';
  readonly operand: Expression & { readonly type: ResultType };
  readonly fallback: Expression;
}
/** `.err` (tbb8) and `.val` (zero when failed). */
export interface ResultPart extends Node {
  readonly kind: 'result-part';
  readonly part: 'err' | 'val';
  readonly operand: Expression & { readonly type: ResultType };
}

export type Expression =
  | IntegerLiteral
  | FloatLiteral
  | BoolLiteral
  | StringLiteral
  | NullLiteral
  | FunctionReference
  | VariableReference
  | FieldAccess
  | ElementAccess
  | StringByte
  | Dereference
  | PointerOffset
  | AddressOf
  | Pin
  | GcNew
  | WildNew
  | StructLiteral
  | ArrayLiteral
  | Binary
  | Comparison
  | Logic
  | Unary
  | Conditional
  | Coalesce
  | SafeMember
  | Conversion
  | Text
  | Concatenation
  | Assignment
  | CompoundAssignment
  | Increment
  | Call
  | IndirectCall
  | BuiltinCall
  | Spawn
  | Await
  | Unwrap
  | UnwrapOr
  | ResultPart;
