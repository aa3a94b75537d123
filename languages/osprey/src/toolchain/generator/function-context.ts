// What one function knows while it is written: where its variables lie, which instance it is, and where in the source it is.

import {
  i32,
  i64,
  intConstant,
  nullPointer,
  ptr,
  sizeOf,
  type Block,
  type Code,
  type Constant,
  type FunctionBuilder,
  type IrType,
  type LocalScope,
  type Value,
} from '@sonde/llvm-ir';
import type { Span } from '@sonde/native-compiler';
import type { TypedExpression, Variable } from '../checker/typed-program.js';
import type { Type } from '../checker/types.js';
import { shortName } from '../syntax/token-cursor.js';
import type { ModuleContext } from './module-context.js';
import { givesObject, makesObjects, type RuntimeName } from './runtime-functions.js';
import { concrete, irType, isManaged, type Substitution } from './type-layout.js';

export const unitValue: Value = intConstant(i64, 0);

/** Part of the program: never counted. */
const isConstant = (value: Value): boolean => 'isConstant' in value;

export class FunctionContext {
  readonly code: Code;
  /** Where code belongs; undefined without debug information. */
  scope: LocalScope | undefined;
  readonly #slots = new Map<Variable, Value>();
  /** What the code owns until the end of the moment, the innermost last. */
  readonly #temporaries: Set<Value>[] = [];
  /** Places of what variables own until the end of their scope, the innermost last. */
  readonly #owned: Value[][] = [];
  #line = 0;
  /** The last place in the source that had a line. */
  #place: Span | undefined;

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

  /** An object that it gives is a temporary. */
  call(name: RuntimeName, ...args: readonly Value[]): Value {
    if (makesObjects(name)) this.#tellSite();
    const value = this.code.call(this.home.runtime(name), args);
    if (givesObject(name)) this.#temporaries.at(-1)?.add(value);
    return value;
  }

  /** `type`: the address of its description. */
  allocate(type: Constant, size: number): Value {
    return this.call('osp_alloc', intConstant(i64, size), type);
  }

  #tellSite(): void {
    const { home } = this;
    const place = this.#place;
    if (home.debug === undefined || place === undefined) return;
    const { name: file } = home.program.texts[home.textNumber(place)]!.source;
    const { line, column } = place;
    const number = home.tables.site({ file, function: this.name, line, column });
    this.code.store(intConstant(i32, number), home.site);
  }

  // Ownership. A value is good until the end of the innermost `temporaries`; who keeps it any longer has to own it.

  /** What runs inside owns what it makes until its end. What it gives must be owned, or be no object. */
  temporaries<T>(act: () => T): T {
    const held = this.openTemporaries();
    const result = act();
    this.releaseAll(held);
    this.closeTemporaries();
    return result;
  }

  openTemporaries(): ReadonlySet<Value> {
    const held = new Set<Value>();
    this.#temporaries.push(held);
    return held;
  }

  /** They were let go on every way that leads on. */
  closeTemporaries(): void {
    this.#temporaries.pop();
  }

  releaseAll(held: ReadonlySet<Value>): void {
    if (held.size === 0 || this.code.terminated) return;
    this.quietly(() => [...held].forEach(value => this.call('osp_release', value)));
  }

  /** The code owns this value from here on. */
  temporary(value: Value, type: Type): Value {
    if (isManaged(type) && !isConstant(value)) this.#temporaries.at(-1)?.add(value);
    return value;
  }

  /** For who keeps it: the only owner of a temporary gives it away, others share. */
  own(value: Value, type: Type): Value {
    if (this.#temporaries.at(-1)?.delete(value) === true) return value;
    return this.share(value, type);
  }

  share(value: Value, type: Type): Value {
    if (isManaged(type) && !isConstant(value)) this.call('osp_retain', value);
    return value;
  }

  release(value: Value, type: Type): void {
    if (isManaged(type) && !isConstant(value)) this.quietly(() => this.call('osp_release', value));
  }

  /** Variables that are declared inside and own something let it go at its end. */
  variables<T>(act: () => T): T {
    const owned: Value[] = [];
    this.#owned.push(owned);
    const result = act();
    this.#owned.pop();
    if (owned.length === 0 || this.code.terminated) return result;
    // The way out belongs to no line: a debugger would show variables there that have let go of their values.
    this.atNoLine();
    for (const slot of owned.toReversed()) {
      this.call('osp_release', this.code.load(ptr, slot));
      // So that a debugger never takes what comes to lie there for the value of the variable.
      if (this.home.debug !== undefined) this.code.store(nullPointer, slot);
    }
    return result;
  }

  /** What is not used on the way that begins here. */
  endVariables(variables: readonly Variable[]): void {
    for (const variable of variables) this.release(this.held(variable), this.type(variable.type));
  }

  /** Belongs to no line; afterwards the code is where it was. */
  quietly(act: () => void): void {
    const [line, location] = [this.#line, this.code.location];
    this.atNoLine();
    act();
    this.#line = line;
    this.code.location = location;
  }

  block(name: string): Block {
    return this.builder.block(name);
  }

  /** LLVM shares constants within a block: in a program that is debugged nothing of a line is for another one, which may be jumped to. */
  beginBlock(): void {
    if (this.home.debug === undefined || this.code.terminated) return;
    const next = this.block('statement');
    this.code.br(next);
    this.code.moveTo(next);
  }

  // Places in the source

  at(span: Span): void {
    const { line, column } = span;
    this.#line = line;
    this.#place = span;
    if (this.scope !== undefined) this.code.at(line, column, this.scope);
  }

  /** For a single instruction; the line that is being written remains the same. */
  markPlace({ line, column }: Span): void {
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
    const place = this.#place;
    const result = act();
    this.#line = line;
    this.#place = place;
    if (this.scope === scope) this.code.location = location;
    return result;
  }

  /** Variables declared meanwhile are seen inside only. */
  within<T>(span: Span, act: () => T): T {
    const outer = this.scope;
    const [line, location, place] = [this.#line, this.code.location, this.#place];
    this.openBlock(span);
    const result = act();
    this.scope = outer;
    this.#line = line;
    this.#place = place;
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

  /** Room in the entry block, so that a debugger can read the variable wherever its scope reaches. The variable owns the value. */
  declare(variable: Variable, value: Value, position?: number): void {
    const slot = this.#slotWith(variable, this.#heldWith(value, variable));
    this.#describe(variable, slot, position);
    this.#owns(variable, slot);
    if (this.home.ownership.isUnused(variable)) this.endVariables([variable]);
  }

  /** Parameters and what a handler's arm is given. */
  declareAll(variables: readonly Variable[], values: readonly Value[]): void {
    variables.forEach((variable, nth) => this.declare(variable, values[nth]!, nth + 1));
  }

  #owns(variable: Variable, slot: Value): void {
    const { globals, ownership } = this.home;
    if (globals.has(variable) || !(ownership.byScope || variable.mutable)) return;
    if (variable.mutable || isManaged(this.type(variable.type))) this.#owned.at(-1)?.push(slot);
  }

  /** For the rest of what is written in the current scope, and stored still outside of it: one line, one place to stop. */
  declareFromHere(variable: Variable, value: Value, span: Span): void {
    const slot = this.#slotWith(variable, this.#heldWith(value, variable));
    this.openBlock(span);
    this.#describe(variable, slot, undefined);
    this.#owns(variable, slot);
    if (this.home.ownership.isUnused(variable)) this.endVariables([variable]);
  }

  /** What another owns. Of a variable that may change, `held` is the address of its cell. */
  declareHeld(variable: Variable, held: Value, position?: number): void {
    this.#describe(variable, this.#slotWith(variable, held), position);
  }

  #slotWith(variable: Variable, held: Value): Value {
    const slot = this.builder.alloca(held.type, variable.name);
    this.#slots.set(variable, slot);
    this.code.store(held, slot);
    return slot;
  }

  #heldWith(value: Value, variable: Variable): Value {
    if (!variable.mutable) return value;
    const cell = this.allocate(this.home.types.cell(this.type(variable.type)), sizeOf(value.type));
    this.#temporaries.at(-1)?.delete(cell);
    this.code.store(value, cell);
    return cell;
  }

  #describe(variable: Variable, slot: Value, position: number | undefined): void {
    const { debug } = this.home;
    const { scope } = this;
    const isHidden = variable.name.startsWith('$');
    if (debug === undefined || scope === undefined || (isHidden && position === undefined)) return;
    const type = debug.types.get(this.type(variable.type));
    // A parameter that nobody reads is not shown, but is one of those that a call has to give.
    const name = shownName(variable.name);
    const options = { name, scope, line: variable.at.line, type };
    const described =
      position === undefined ? debug.unit.variable(options) : debug.unit.parameter(position, options);
    this.code.declareVariable(described, slot, variable.mutable ? ['DW_OP_deref'] : []);
  }

  read(node: TypedExpression & { readonly kind: 'variable' }): Value {
    const { variable } = node;
    const type = this.type(variable.type);
    const held = this.held(variable);
    if (variable.mutable)
      return isManaged(type)
        ? this.call('osp_cell_get', held)
        : this.code.load(irType(type), held, variable.name);
    const use = this.home.ownership.useOf(node);
    if (use === 'shares') this.share(held, type);
    return use === 'looks' ? held : this.temporary(held, type);
  }

  /** Takes the value. */
  assign(variable: Variable, value: Value): void {
    const held = this.held(variable);
    if (isManaged(this.type(variable.type))) this.call('osp_cell_set', held, value);
    else this.code.store(value, held);
  }

  /** What a closure keeps. */
  captured(variable: Variable, captures: ReadonlySet<Variable>): Value {
    const held = this.held(variable);
    if (variable.mutable) this.call('osp_retain', held);
    else if (!this.home.ownership.takesCapture(captures, variable))
      this.share(held, this.type(variable.type));
    return held;
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

/** A parameter that clauses match has no name in the source: it is known by its place. */
export const shownName = (name: string): string =>
  shortName(name).replace(/^\$arg(\d+)$/, (_, nth: string) => `argument ${Number(nth) + 1}`);
