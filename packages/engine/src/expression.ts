// Expression programs: a language's expression lowered to data, so that no back end needs to know the language.
//
// A program is a typed tree that can be cloned to another thread, sent over a wire or compiled. Whatever is special
// about a language (sticky errors, integer widths, dynamic typing) is spelled out in it with `let`, `select`, `kindOf`
// and `fail`.

import type { TypeId } from './ids.js';
import type { RelativePlace } from './names.js';
import type { Scalar } from './value.js';

export type IntegerOperator =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'rem'
  | 'and'
  | 'or'
  | 'xor'
  | 'shl'
  | 'shr'
  | 'neg'
  | 'not';

export interface IntegerKind {
  /** 0 means unbounded. */
  readonly bits: number;
  readonly signed: boolean;
  /** What happens to a result that does not fit. Division by zero always fails. */
  readonly overflow: 'wrap' | 'fail' | 'saturate';
}

/** What the program itself would say where an operation has no result; a back end that only decides may leave it out. */
export interface FailureWords {
  /** The result does not fit. */
  readonly overflow: string;
  /** Of a division. */
  readonly zero?: string;
}

export type FloatOperator = 'add' | 'sub' | 'mul' | 'div' | 'rem' | 'neg';
export type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

/** What a value turns out to be when the program runs. */
export type ValueKind = 'integer' | 'float' | 'boolean' | 'text' | 'object' | 'bytes' | 'unavailable';

export type Expression =
  | { readonly op: 'constant'; readonly value: Scalar; readonly type: TypeId }
  | { readonly op: 'read'; readonly place: RelativePlace; readonly type: TypeId }
  | { readonly op: 'field'; readonly of: Expression; readonly name: string; readonly type: TypeId }
  | { readonly op: 'index'; readonly of: Expression; readonly at: Expression; readonly type: TypeId }
  | { readonly op: 'deref'; readonly of: Expression; readonly type: TypeId }
  | { readonly op: 'addressOf'; readonly of: Expression; readonly type: TypeId }
  /** Bytes in memory as text (UTF-8): where they begin, and how many there are; without that, up to a zero byte. */
  | {
      readonly op: 'text';
      readonly address: Expression;
      readonly length?: Expression;
      readonly type: TypeId;
    }
  /** Text or indexed value → how many. */
  | { readonly op: 'length'; readonly of: Expression; readonly type: TypeId }
  | {
      readonly op: 'integer';
      readonly operator: IntegerOperator;
      readonly kind: IntegerKind;
      readonly a: Expression;
      readonly b?: Expression;
      readonly says?: FailureWords;
      readonly type: TypeId;
    }
  | {
      readonly op: 'float';
      readonly operator: FloatOperator;
      readonly bits: 32 | 64;
      readonly a: Expression;
      readonly b?: Expression;
      readonly type: TypeId;
    }
  /** Both sides of the same kind, or it fails; text compares by code unit. */
  | {
      readonly op: 'compare';
      readonly operator: Comparison;
      readonly a: Expression;
      readonly b: Expression;
      readonly type: TypeId;
    }
  | { readonly op: 'and' | 'or'; readonly a: Expression; readonly b: Expression; readonly type: TypeId }
  | { readonly op: 'not'; readonly of: Expression; readonly type: TypeId }
  /** Only the chosen branch is evaluated. */
  | {
      readonly op: 'select';
      readonly test: Expression;
      readonly then: Expression;
      readonly else: Expression;
      readonly type: TypeId;
    }
  /** Binds a value that the body uses more than once; `slot` is unique within the program. */
  | {
      readonly op: 'let';
      readonly slot: number;
      readonly value: Expression;
      readonly body: Expression;
      readonly type: TypeId;
    }
  | { readonly op: 'bound'; readonly slot: number; readonly type: TypeId }
  | {
      readonly op: 'convert';
      readonly of: Expression;
      readonly to: Conversion;
      readonly says?: FailureWords;
      readonly type: TypeId;
    }
  /** The ValueKind of the operand, as text. */
  | { readonly op: 'kindOf'; readonly of: Expression; readonly type: TypeId }
  | { readonly op: 'concat'; readonly parts: readonly Expression[]; readonly type: TypeId }
  /** The text a person would be shown. Scalars everywhere; other values only where the back end has a lens. */
  | { readonly op: 'format'; readonly of: Expression; readonly type: TypeId }
  /** The text of `of` follows the message, behind a colon; a back end that only decides may leave it out. */
  | { readonly op: 'fail'; readonly message: string; readonly of?: Expression; readonly type: TypeId }
  /** A structure or an array made of values, which lies nowhere; members and elements (`0`, `1` …) that are left out are zero. */
  | {
      readonly op: 'record';
      readonly members: readonly { readonly name: string; readonly value: Expression }[];
      readonly type: TypeId;
    }
  /**
   * A value in new memory of the program: `allocate` is code of the program that takes a number of bytes and gives their
   * address as a number of type `word`. The bytes of a text (UTF-8) become an array of `element`, with a zero behind them. Impure.
   */
  | {
      readonly op: 'placed';
      readonly of: Expression;
      readonly allocate: string;
      readonly restores?: readonly RestoredMemory[];
      readonly word: TypeId;
      readonly element: TypeId;
      readonly type: TypeId;
    }
  /** Where a symbol of the program is, as a number. */
  | { readonly op: 'symbol'; readonly name: string; readonly type: TypeId }
  /**
   * A value that is about to be used; fails with the reason where the language objects to that
   * (`ExpressionLanguage.objection`). A back end without that looks into `listed`, or takes the value as it is.
   */
  | {
      readonly op: 'vouched';
      readonly of: Expression;
      readonly listed?: readonly ListedIn[];
      readonly type: TypeId;
    }
  /** Writes; makes a program impure. The value is that of the right side as read back. */
  | { readonly op: 'assign'; readonly target: Expression; readonly value: Expression; readonly type: TypeId }
  /** Runs code of the debuggee; impure. With `code` that is where it begins, and `callee` only names it for people. */
  | {
      readonly op: 'call';
      readonly callee: string;
      readonly code?: Expression;
      readonly restores?: readonly RestoredMemory[];
      readonly arguments: readonly Expression[];
      readonly type: TypeId;
    }
  /**
   * Code of the machine, made by the language's own compiler and run by the machine in the activation. `changes` says
   * that it is meant to change the program; what it changes without saying so the machine refuses while it runs.
   */
  | { readonly op: 'run'; readonly code: unknown; readonly changes: boolean; readonly type: TypeId };

/** A table of the runtime that has to list a structure; at its symbol are the address of its entries and their count. */
export interface ListedIn {
  readonly symbol: string;
  /** In bytes. */
  readonly entrySize: number;
  /** Members of the structure, words each, and where in an entry the same has to be. */
  readonly members: Readonly<Record<string, number>>;
  /** A structure whose member of this name is zero, as far as the mask shows it, need not be listed. */
  readonly unlessZero: string;
  /** One byte; all of the member without it. */
  readonly mask?: number;
  /** What to say of one that is not. */
  readonly otherwise: string;
}

/**
 * Memory of a runtime that has to be as it was when a call is taken off the stack before its end: what the code would have
 * put back itself on its way out. A symbol that the program does not have is nothing.
 */
export interface RestoredMemory {
  readonly symbol: string;
  readonly offset: number;
  readonly size: number;
  /** Why nothing may be called while this memory is not zero. It is only looked at then, and not put back. */
  readonly forbids?: string;
  /** What it is while the code runs, and only then: a number of that size. */
  readonly during?: number;
  /** A pointer to text that ends with a zero byte: where the code has set it, it says why there was no way on. */
  readonly tells?: boolean;
}

export type Conversion =
  | {
      readonly kind: 'integer';
      readonly bits: number;
      readonly signed: boolean;
      readonly overflow: 'wrap' | 'fail' | 'saturate';
    }
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text' };

export type ExpressionOperation = Expression['op'];

/** A text compiled for one place of the program. */
export interface CompiledExpression {
  readonly text: string;
  readonly program: Expression;
  readonly type: TypeId;
  /** What a log message shows in place of the value, where that is another: what a reference leads to. */
  readonly logged?: Expression;
  /** Impure programs are refused where nobody asked for an effect: hovers, watches, conditions. */
  readonly pure: boolean;
}

/** Every node once. Neither a deep program nor one with shared nodes may cost more than its size. */
function nodesOf(program: Expression): ReadonlySet<Expression> {
  const seen = new Set<Expression>([program]);
  for (const node of seen) for (const operand of operandsOf(node)) seen.add(operand);
  return seen;
}

/** The operations a program uses; an engine compares them with what it takes. */
export const operationsOf = (program: Expression): ReadonlySet<ExpressionOperation> =>
  new Set([...nodesOf(program)].map(node => node.op));

/** The operands of a node, in order of evaluation. */
export function operandsOf(node: Expression): readonly Expression[] {
  switch (node.op) {
    case 'constant':
    case 'read':
    case 'bound':
    case 'symbol':
    case 'run':
      return [];
    case 'record':
      return node.members.map(({ value }) => value);
    case 'fail':
      return node.of === undefined ? [] : [node.of];
    case 'field':
    case 'deref':
    case 'addressOf':
    case 'length':
    case 'not':
    case 'convert':
    case 'kindOf':
    case 'format':
    case 'vouched':
    case 'placed':
      return [node.of];
    case 'index':
      return [node.of, node.at];
    case 'text':
      return node.length === undefined ? [node.address] : [node.address, node.length];
    case 'integer':
    case 'float':
      return node.b === undefined ? [node.a] : [node.a, node.b];
    case 'compare':
    case 'and':
    case 'or':
      return [node.a, node.b];
    case 'select':
      return [node.test, node.then, node.else];
    case 'let':
      return [node.value, node.body];
    case 'concat':
      return node.parts;
    case 'assign':
      return [node.target, node.value];
    case 'call':
      return node.code === undefined ? node.arguments : [node.code, ...node.arguments];
  }
}

/** Whether it is meant to change the program. */
export const changesProgram = (program: Expression): boolean =>
  [...nodesOf(program)].some(node => node.op === 'assign' || (node.op === 'run' && node.changes));

export const isPure = (program: Expression): boolean =>
  !operationsOf(program).has('placed') && takesMemoryOnly(program);

/** Whether nothing else becomes of the program than that some of its memory is taken for what it did not hold before. */
export const takesMemoryOnly = (program: Expression): boolean =>
  !changesProgram(program) && !operationsOf(program).has('call');
