// The typed program: what the checker gives, and all that the code generator, the interpreter and the debugger know of it.

import type { SourceRef } from '@sonde/engine';
import type { SourceText, Span } from '@sonde/native-compiler';
import type { BinaryOperator } from '../syntax/tree.js';
import type { Row, Type, TypeVariable } from './types.js';

/** A body of code with variables of its own: what inner bodies use of outer ones, they capture. */
export interface Body {
  readonly kind: 'main' | 'function' | 'lambda' | 'spawn' | 'arm' | 'handled';
  readonly outer: Body | undefined;
  readonly captures: Set<Variable>;
}

export interface Variable {
  readonly id: number;
  readonly name: string;
  readonly type: Type;
  readonly at: Span;
  readonly mutable: boolean;
  readonly home: Body;
  /** A binding of the file level that functions read. */
  isGlobal: boolean;
}

export interface RecordField {
  readonly name: string;
  readonly type: Type;
  readonly at: Span;
}

export interface Variant {
  readonly name: string;
  readonly tag: number;
  readonly fields: readonly RecordField[];
  readonly positional: boolean;
  readonly type: DeclaredType;
  readonly at: Span;
}

export interface DeclaredType {
  readonly name: string;
  readonly parameters: readonly TypeVariable[];
  readonly shape: 'record' | 'union';
  readonly variants: readonly Variant[];
  readonly at: Span;
}

export interface Operation {
  readonly name: string;
  readonly at: Span;
  readonly nth: number;
  readonly parameters: readonly Type[];
  readonly result: Type;
}

export interface Effect {
  readonly name: string;
  /** What it is generic in, where it is declared; where it is used, what these are there. */
  readonly parameters: readonly Type[];
  readonly isStatic: boolean;
  readonly operations: readonly Operation[];
  readonly at: Span;
}

export interface TypedFunction {
  readonly name: string;
  readonly at: Span;
  readonly nameAt: Span;
  readonly body: Body;
  readonly parameters: readonly Variable[];
  readonly result: Type;
  readonly effects: Row;
  /** What it is generic in; known when its group is inferred. */
  typeParameters: readonly TypeVariable[];
  code: TypedExpression;
}

export interface ExternFunction {
  readonly name: string;
  /** As C calls it. */
  readonly symbol: string;
  readonly parameters: readonly { readonly name: string; readonly type: Type }[];
  readonly result: Type;
  readonly at: Span;
}

export interface TypedLambda {
  readonly body: Body;
  readonly parameters: readonly Variable[];
  readonly code: TypedExpression;
  readonly at: Span;
  /** A function that is declared in a block may call itself by this name. */
  readonly self?: Variable;
}

export interface TypedArm {
  readonly pattern: TypedPattern;
  readonly body: TypedExpression;
  readonly at: Span;
}

export interface TypedHandlerArm {
  readonly operation: Operation;
  readonly parameters: readonly Variable[];
  readonly body: Body;
  readonly code: TypedExpression;
  /** It says `resume` somewhere: then its value is that of the whole, else that of the perform. */
  readonly resumes: boolean;
  readonly at: Span;
}

interface Node {
  readonly at: Span;
  readonly type: Type;
}

export type TypedExpression = Node &
  (
    | { readonly kind: 'int'; readonly value: bigint }
    | { readonly kind: 'float'; readonly value: number }
    | { readonly kind: 'bool'; readonly value: boolean }
    | { readonly kind: 'unit' }
    | { readonly kind: 'string'; readonly pieces: readonly (string | TypedExpression)[] }
    | { readonly kind: 'variable'; readonly variable: Variable }
    /** A function of the file level as a value. */
    | { readonly kind: 'function'; readonly target: TypedFunction; readonly typeArguments: readonly Type[] }
    | {
        readonly kind: 'call';
        readonly target: TypedFunction;
        readonly typeArguments: readonly Type[];
        readonly args: readonly TypedExpression[];
      }
    | {
        readonly kind: 'callValue';
        readonly callee: TypedExpression;
        readonly args: readonly TypedExpression[];
      }
    | {
        readonly kind: 'callExtern';
        readonly target: ExternFunction;
        readonly args: readonly TypedExpression[];
      }
    | { readonly kind: 'callBuiltIn'; readonly name: string; readonly args: readonly TypedExpression[] }
    /** Any value as one of which only the text is known. */
    | { readonly kind: 'erase'; readonly value: TypedExpression }
    /** A Result that the program makes itself: a value, or a message. */
    | { readonly kind: 'outcome'; readonly ok: boolean; readonly value: TypedExpression }
    /** `fields` in the order in which they are evaluated, each with its place. */
    | {
        readonly kind: 'construct';
        readonly variant: Variant | undefined;
        readonly fields: readonly { readonly nth: number; readonly value: TypedExpression }[];
      }
    | {
        readonly kind: 'update';
        readonly target: TypedExpression;
        readonly fields: readonly { readonly name: string; readonly value: TypedExpression }[];
      }
    | { readonly kind: 'field'; readonly target: TypedExpression; readonly name: string }
    | { readonly kind: 'index'; readonly target: TypedExpression; readonly index: TypedExpression }
    | { readonly kind: 'not'; readonly operand: TypedExpression }
    | { readonly kind: 'negate'; readonly operand: TypedExpression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: TypedExpression;
        readonly right: TypedExpression;
      }
    | { readonly kind: 'default'; readonly value: TypedExpression; readonly fallback: TypedExpression }
    | { readonly kind: 'match'; readonly subject: TypedExpression; readonly arms: readonly TypedArm[] }
    | { readonly kind: 'lambda'; readonly lambda: TypedLambda }
    | { readonly kind: 'block'; readonly statements: readonly TypedStatement[] }
    | { readonly kind: 'list'; readonly items: readonly TypedExpression[] }
    | {
        readonly kind: 'map';
        readonly entries: readonly { readonly key: TypedExpression; readonly value: TypedExpression }[];
      }
    | { readonly kind: 'spawn'; readonly lambda: TypedLambda }
    | { readonly kind: 'await'; readonly fiber: TypedExpression }
    | { readonly kind: 'yield'; readonly value: TypedExpression | undefined }
    | { readonly kind: 'send'; readonly channel: TypedExpression; readonly value: TypedExpression }
    | { readonly kind: 'recv'; readonly channel: TypedExpression }
    | {
        readonly kind: 'perform';
        readonly effect: Effect;
        readonly operation: Operation;
        readonly args: readonly TypedExpression[];
      }
    | {
        readonly kind: 'handle';
        readonly effect: Effect;
        readonly arms: readonly TypedHandlerArm[];
        /** Runs apart from the arms where one of them resumes. */
        readonly handled: TypedLambda | undefined;
        readonly direct: TypedExpression | undefined;
      }
    | { readonly kind: 'resume'; readonly value: TypedExpression | undefined }
  );

export type TypedPattern =
  | { readonly kind: 'any'; readonly at: Span }
  | { readonly kind: 'bind'; readonly variable: Variable; readonly at: Span }
  | {
      readonly kind: 'literal';
      readonly value: bigint | number | string | boolean;
      readonly type: Type;
      readonly at: Span;
    }
  | {
      readonly kind: 'variant';
      readonly variant: Variant;
      readonly type: Type;
      readonly parts: readonly { readonly nth: number; readonly pattern: TypedPattern }[];
      readonly at: Span;
    }
  /** Of a Result, or of any other value, which counts as a success. */
  | {
      readonly kind: 'success' | 'error';
      readonly type: Type;
      readonly part: TypedPattern;
      readonly at: Span;
    }
  | {
      readonly kind: 'list';
      readonly type: Type;
      readonly items: readonly TypedPattern[];
      readonly rest: Variable | undefined;
      readonly at: Span;
    }
  | {
      readonly kind: 'fields';
      readonly type: Type;
      readonly fields: readonly { readonly name: string; readonly variable: Variable }[];
      readonly at: Span;
    }
  /** Of a record without a name, field by field. */
  | {
      readonly kind: 'parts';
      readonly type: Type;
      readonly parts: readonly TypedPattern[];
      readonly at: Span;
    };

export type TypedStatement =
  | { readonly kind: 'let'; readonly variable: Variable; readonly value: TypedExpression; readonly at: Span }
  | {
      readonly kind: 'assign';
      readonly variable: Variable;
      readonly value: TypedExpression;
      readonly at: Span;
    }
  | { readonly kind: 'expression'; readonly expression: TypedExpression; readonly at: Span };

export interface TypedProgram {
  /** Of the file in which it begins. */
  readonly source: SourceRef;
  /** All files, the one in which it begins first. */
  readonly texts: readonly SourceText[];
  readonly functions: readonly TypedFunction[];
  readonly types: ReadonlyMap<string, DeclaredType>;
  readonly effects: ReadonlyMap<string, Effect>;
  readonly externs: ReadonlyMap<string, ExternFunction>;
  /** Values of modules, each behind those it uses; they are there before anything runs. */
  readonly constants: readonly (TypedStatement & { readonly kind: 'let' })[];
  readonly main: { readonly body: Body; readonly statements: readonly TypedStatement[] };
  readonly globals: readonly Variable[];
  /** It has tests, which decide how it ends. */
  readonly isTest: boolean;
}
