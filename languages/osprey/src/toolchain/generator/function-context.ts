// What one function knows while it is written: where its variables lie, which instance it is, and where in the source it is.

import {
  i64,
  intConstant,
  ptr,
  sizeOf,
  type Block,
  type Code,
  type FunctionBuilder,
  type IrType,
  type LocalScope,
  type Value,
} from '@sonde/llvm-ir';
import type { Span } from '@sonde/native-compiler';
import type { Variable } from '../checker/typed-program.js';
import type { Type } from '../checker/types.js';
import { shortName } from '../syntax/token-cursor.js';
import type { ModuleContext } from './module-context.js';
import type { RuntimeName } from './runtime-functions.js';
import { concrete, irType, type Substitution } from './type-layout.js';

export const unitValue: Value = intConstant(i64, 0);

export class FunctionContext {
  readonly code: Code;
  /** Where code belongs; undefined without debug information. */
  scope: LocalScope | undefined;
  readonly #slots = new Map<Variable, Value>();
  #line = 0;

  constructor(
    readonly home: ModuleContext,
    readonly builder: FunctionBuilder,
    readonly substitution: Substitution,
    /** As frames are called; inner functions are named after it. */
    readonly name: string,
    /** In the arm of a handler that resumes: what it interrupted. */
    readonly suspension?: Value,
  ) {
    this.code = builder.code;
    this.scope = builder.subprogram;
  }

  type(type: Type): Type {
    return concrete(type, this.substitution);
  }

  ir(type: Type): IrType {
    return irType(this.type(type));
  }

  call(name: RuntimeName, ...args: readonly Value[]): Value {
    return this.code.call(this.home.runtime(name), args);
  }

  block(name: string): Block {
    return this.builder.block(name);
  }

  // Places in the source

  at({ line, column }: Span): void {
    this.#line = line;
    if (this.scope !== undefined) this.code.at(line, column, this.scope);
  }

  /** What follows belongs to no line: a debugger does not stop there. */
  atNoLine(): void {
    this.#line = 0;
    if (this.scope !== undefined) this.code.at(0, 0, this.scope);
  }

  /** What stands on a line of its own is told so; afterwards the code is where it was. */
  onLineOf<T>(span: Span, act: () => T): T {
    if (span.line === this.#line) return act();
    const [line, location, scope] = [this.#line, this.code.location, this.scope];
    this.at(span);
    const result = act();
    this.#line = line;
    if (this.scope === scope) this.code.location = location;
    return result;
  }

  /** Variables declared meanwhile are seen inside only. */
  within<T>(span: Span, act: () => T): T {
    const outer = this.scope;
    const [line, location] = [this.#line, this.code.location];
    this.openBlock(span);
    const result = act();
    this.scope = outer;
    this.#line = line;
    this.code.location = location;
    return result;
  }

  /** For the rest of what is written in the current scope. */
  openBlock({ line, column }: Span): void {
    if (this.scope !== undefined && this.home.debug !== undefined)
      this.scope = this.home.debug.unit.lexicalBlock(this.scope, line, column);
  }

  /** A line whose value takes no instruction still has a place to stop at, in programs that are debugged. */
  mark(value: Value): void {
    if (this.scope === undefined) return;
    this.code.store(value, this.builder.alloca(value.type, 'here'));
  }

  // Variables

  /** Room in the entry block, so that a debugger can read the variable wherever its scope reaches. */
  declare(variable: Variable, value: Value, position?: number): void {
    this.declareHeld(variable, this.#heldWith(value, variable), position);
  }

  /** For the rest of what is written in the current scope, and stored still outside of it: one line, one place to stop. */
  declareFromHere(variable: Variable, value: Value, span: Span): void {
    const slot = this.#slotWith(variable, this.#heldWith(value, variable));
    this.openBlock(span);
    this.#describe(variable, slot, undefined);
  }

  /** Of a variable that may change, `held` is the address of its cell. */
  declareHeld(variable: Variable, held: Value, position?: number): void {
    this.#describe(variable, this.#slotWith(variable, held), position);
  }

  #slotWith(variable: Variable, held: Value): Value {
    const slot = this.builder.alloca(held.type, variable.name);
    this.#slots.set(variable, slot);
    this.code.store(held, slot);
    return slot;
  }

  #heldWith(value: Value, { mutable }: Variable): Value {
    if (!mutable) return value;
    const cell = this.call('osp_alloc', intConstant(i64, sizeOf(value.type)));
    this.code.store(value, cell);
    return cell;
  }

  #describe(variable: Variable, slot: Value, position: number | undefined): void {
    const { debug } = this.home;
    const { scope } = this;
    if (debug === undefined || scope === undefined || variable.name.startsWith('$')) return;
    const type = debug.types.get(this.type(variable.type));
    const options = { name: shortName(variable.name), scope, line: variable.at.line, type };
    const described =
      position === undefined ? debug.unit.variable(options) : debug.unit.parameter(position, options);
    this.code.declareVariable(described, slot, variable.mutable ? ['DW_OP_deref'] : []);
  }

  read(variable: Variable): Value {
    const held = this.held(variable);
    return variable.mutable ? this.code.load(this.ir(variable.type), held, variable.name) : held;
  }

  assign(variable: Variable, value: Value): void {
    this.code.store(value, this.held(variable));
  }

  /** What closures copy: the value, or the address of the cell. */
  held(variable: Variable): Value {
    const type = variable.mutable ? ptr : this.ir(variable.type);
    const place = this.#slots.get(variable) ?? this.home.globals.get(variable);
    if (place === undefined) throw new Error(`${variable.name} has no place in ${this.name}`);
    return this.code.load(type, place, variable.name);
  }

  // Words

  toWord(value: Value): Value {
    switch (value.type.kind) {
      case 'ptr':
        return this.code.cast('ptrtoint', value, i64);
      case 'double':
        return this.code.cast('bitcast', value, i64);
      default:
        return value.type.kind === 'int' && value.type.bits < 64 ? this.code.cast('zext', value, i64) : value;
    }
  }

  fromWord(word: Value, type: Type): Value {
    const wanted = irType(type);
    switch (wanted.kind) {
      case 'ptr':
        return this.code.cast('inttoptr', word, ptr);
      case 'double':
        return this.code.cast('bitcast', word, wanted);
      default:
        return wanted.kind === 'int' && wanted.bits < 64 ? this.code.cast('trunc', word, wanted) : word;
    }
  }

  /** Words in a row on the stack. */
  wordArray(words: readonly Value[], name = 'words'): Value {
    const room = this.builder.alloca({ kind: 'array', element: i64, count: Math.max(1, words.length) }, name);
    words.forEach((word, nth) => this.code.store(word, this.code.element(i64, room, nth)));
    return room;
  }
}
