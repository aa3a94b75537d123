// One function while it is generated: its locals, its frame on the shadow stack, and what it records for the debugger.

import type { Span } from '@sonde/front-end';
import type { Code, FunctionBuilder, FunctionReference, Label, Mark, NumberType } from '@sonde/wasm';
import type { Local, Region, Scope } from '../checker/typed-places.js';
import type { TypedFunction } from '../checker/typed-program.js';
import type { Type } from '../checker/types.js';
import type { HostFunctionName } from '../host/host-functions.js';
import { alignUp, layoutOf, shapeOf } from '../layout/layout.js';
import type { ModuleContext } from './module-context.js';
import { FunctionRecords, rowFlags, type ScopeRecord } from './records.js';

/** Where a value is to be written: an offset from an address in a local of WebAssembly. */
export interface Destination {
  readonly base: number;
  readonly offset: number;
}

/** Where `break` and `continue` of a loop lead. */
export interface LoopLabels {
  readonly done: Label;
  readonly next: Label;
  readonly result: Local | undefined;
}

export class FunctionContext {
  readonly code: Code;
  readonly records = new FunctionRecords();
  readonly loops = new Map<number, LoopLabels>();
  readonly regionEnds = new Map<number, Label>();
  /** Where the result is to be written, if it is in memory. */
  readonly out: number | undefined;
  /** Address of the frame. */
  readonly frame: number;
  /** Behind the function's body, before its epilogue. */
  exit: Label | undefined;
  region: Region | undefined;
  #frameUsed = 0;
  #frameSize = 0;
  readonly #homes = new Map<Local, number>();
  readonly #rooms = new Map<Local, number>();
  readonly #named = new Map<string, number>();
  readonly #free: Record<'i32' | 'i64', number[]> = { i32: [], i64: [] };
  #scratches = 0;
  readonly #births = new Map<Local, Mark>();
  /** Outermost scopes, which last until the function ends; the inner one first. */
  readonly #open: { readonly record: ScopeRecord; readonly from: Mark }[] = [];
  /** Locals that have a value wherever the function is left. */
  readonly #sure = new Set<Local>();
  #mayHaveLeft = false;

  constructor(
    readonly module: ModuleContext,
    readonly of: TypedFunction,
    readonly built: FunctionBuilder,
  ) {
    this.code = built.code;
    const outs = shapeOf(of.result) === 'memory' ? 1 : 0;
    this.out = outs === 1 ? built.param(0, '$result') : undefined;
    let position = outs;
    for (const parameter of of.parameters) {
      if (shapeOf(parameter.type) === 'none') continue;
      this.#homes.set(parameter, built.param(position++, parameter.name));
    }
    for (const local of of.locals) {
      if (this.#homes.has(local) || shapeOf(local.type) === 'none') continue;
      this.#homes.set(
        local,
        built.local(this.inMemory(local) ? 'i32' : this.#number(local.type), local.name),
      );
      if (this.inMemory(local) && local.holds === 'owned') this.#rooms.set(local, this.#reserve(local.type));
    }
    this.frame = built.local('i32', '$frame');
  }

  /** Whether its wasm local has the address of its value, and not the value. */
  inMemory(local: Local): boolean {
    return shapeOf(local.type) === 'memory' || local.holds !== 'owned';
  }

  home(local: Local): number {
    const found = this.#homes.get(local);
    if (found === undefined)
      throw new Error(`${this.of.mangled} uses '${local.name}', which it does not declare`);
    return found;
  }

  /** Lets a local in memory point at its own room; parameters point at the caller's already. */
  enterRoom(local: Local): Destination {
    const room = this.#rooms.get(local);
    const home = this.home(local);
    if (room !== undefined) this.code.get(this.frame).i32(room).op('i32.add').set(home);
    return { base: home, offset: 0 };
  }

  frameSize(): number {
    return alignUp(this.#frameSize, 16);
  }

  /** Room in the frame until the statement ends. */
  temporary(type: Type): Destination {
    return { base: this.frame, offset: this.#reserve(type) };
  }

  room(size: number, align = 8): Destination {
    return { base: this.frame, offset: this.#reserveBytes(size, align) };
  }

  /** What a statement needs of the frame is free when it is over. */
  statement(body: () => void, keeps = false): void {
    const used = this.#frameUsed;
    body();
    if (!keeps) this.#frameUsed = used;
  }

  /** A local of WebAssembly for one thing at a time, by name: operands, so that a debugger finds what failed. */
  named(name: string, type: NumberType): number {
    const full = `$${name}.${type}`;
    const known = this.#named.get(full) ?? this.built.local(type, full);
    this.#named.set(full, known);
    return known;
  }

  /** A local of WebAssembly that stays as it is while `body` writes code. */
  scratch(type: 'i32' | 'i64', body: (index: number) => void): void {
    const index = this.#free[type].pop() ?? this.built.local(type, `$scratch${this.#scratches++}`);
    body(index);
    this.#free[type].push(index);
  }

  helper(reference: FunctionReference): void {
    this.code.call(reference);
  }

  host(name: HostFunctionName): void {
    this.code.call(this.module.host(name));
  }

  /** A row of the source map for the next instruction. */
  row(at: Span, flags = 0): void {
    this.records.rows.push({ mark: this.code.mark(), at, flags });
  }

  stopRow(at: Span, generated: boolean): void {
    this.row(at, rowFlags.statement | (generated ? rowFlags.generated : 0));
  }

  /** All that `body` writes belongs to the scope; locals that come to life in it end with it. */
  scope(scope: Scope, body: () => void): void {
    const from = this.code.mark();
    const record = this.records.scopes.get(scope) ?? { scope, ranges: [] };
    // Before what is inside: of scopes with one range the later is the inner.
    this.records.scopes.set(scope, record);
    body();
    if (this.#isOutermost(scope)) {
      this.#open.push({ record, from });
      return;
    }
    record.ranges.push({ from, to: this.code.mark() });
    for (const local of scope.locals) this.#closeLife(local);
  }

  /** From here on the local has its value. */
  live(local: Local): void {
    if (!this.#births.has(local)) this.#births.set(local, this.code.mark());
    if (!this.#mayHaveLeft) this.#sure.add(local);
  }

  /** The function is left here, perhaps before locals that come later have a value. */
  leaves(): void {
    this.#mayHaveLeft = true;
  }

  /** Where its ways meet: of the outermost locals those go on that have a value on each of the ways. */
  meet(): void {
    const hidden = new Set<string>();
    for (const { record } of this.#open)
      for (const local of record.scope.locals.toReversed()) {
        // An outer one of the same name was not what the name meant.
        if (this.#sure.has(local) && !hidden.has(local.name)) continue;
        hidden.add(local.name);
        this.#closeLife(local);
      }
  }

  /** Behind the epilogue. */
  end(): void {
    for (const { record, from } of this.#open) {
      record.ranges.push({ from, to: this.code.mark() });
      for (const local of record.scope.locals) this.#closeLife(local);
    }
  }

  /** Of the parameters, and of the block that is the body. */
  #isOutermost(scope: Scope): boolean {
    const { scope: own, result } = this.of.code;
    return scope === own || (result?.kind === 'block' && scope === result.scope);
  }

  #closeLife(local: Local): void {
    const from = this.#births.get(local);
    if (from === undefined) return;
    this.#births.delete(local);
    const known = this.records.variables.get(local) ?? {
      local,
      index: shapeOf(local.type) === 'none' ? 0 : this.home(local),
      inMemory: this.inMemory(local),
      ranges: [],
    };
    known.ranges.push({ from, to: this.code.mark() });
    this.records.variables.set(local, known);
  }

  #number(type: Type): 'i32' | 'i64' {
    return shapeOf(type) === 'i64' ? 'i64' : 'i32';
  }

  #reserve(type: Type): number {
    const { size, align } = layoutOf(type);
    return this.#reserveBytes(size, align);
  }

  #reserveBytes(size: number, align: number): number {
    const at = alignUp(this.#frameUsed, align);
    this.#frameUsed = at + size;
    this.#frameSize = Math.max(this.#frameSize, this.#frameUsed);
    return at;
  }
}
