// A function that is being generated: its variables and temporaries, where it stands in the source, and the ways out of it.

import { functionType, i32, i64, i8, intConstant, ptr, sizeOf, typeText, voidType } from '@sonde/llvm-ir';
import type { Block, Code, FunctionBuilder, IrType, LocalScope, Subprogram, Value } from '@sonde/llvm-ir';
import type { Span } from '@sonde/native-compiler';
import type {
  AriaType,
  LoopId,
  PickId,
  ResultType,
  ScopeId,
  TypedFunction,
  Variable,
} from '../checker/typed-program.js';
import { int32, resultType } from '../checker/types.js';
import type { Cleanup } from './cleanups.js';
import type { ModuleContext } from './module-context.js';
import { RootList } from './roots.js';
import { lentScopes, touchesGc } from './traits.js';
import type { RuntimeName } from './runtime-functions.js';

/** What is around a statement, and stays when it is left by a jump. */
export interface Surroundings {
  readonly cleanup: Cleanup | undefined;
  /** How many variables that hold gc pointers are declared there. */
  readonly gcLocals: number;
}

export interface LoopTargets {
  readonly breaks: Block;
  readonly continues: Block;
  readonly outer: Surroundings;
}

export interface PickTargets {
  readonly bodies: readonly Block[];
  readonly outer: Surroundings;
}

export class FunctionContext {
  readonly code: Code;
  readonly roots: RootList;
  readonly loops = new Map<LoopId, LoopTargets>();
  readonly picks = new Map<PickId, PickTargets>();
  readonly resultType: ResultType;
  /** Holds what the function gives from the moment it is known until all cleanups have run. */
  readonly result: Value;
  /** The innermost thing to do before the current block is left. */
  cleanup: Cleanup | undefined;
  scope: LocalScope | undefined;
  /** Where the number of each open scope is kept that wild pointers are made to. */
  readonly #scopeIds = new Map<ScopeId, Value>();
  readonly #lentScopes: ReadonlySet<ScopeId>;
  readonly #slots = new Map<Variable, Value>();
  /** Of the open scopes, in the order of their declarations. */
  readonly #gcLocals: { readonly slot: Value; readonly type: AriaType }[] = [];
  readonly #free = new Map<string, Value[]>();
  #taken: { readonly key: string; readonly slot: Value; readonly holds?: AriaType }[] = [];
  readonly #unwrittenReturns: Cleanup[] = [];
  readonly #unwrittenCode: Cleanup[] = [];
  #returnBlock: Block | undefined;

  constructor(
    readonly home: ModuleContext,
    readonly builder: FunctionBuilder,
    readonly target: TypedFunction,
    readonly subprogram: Subprogram | undefined,
    /** Writes how the function gives `result` back. */
    private readonly giveBack: (fc: FunctionContext) => void,
  ) {
    this.code = builder.code;
    this.roots = new RootList(this, touchesGc(target, home.layout));
    this.scope = subprogram;
    this.#lentScopes = home.layout.fatPointers ? lentScopes(target) : new Set();
    this.resultType = resultType(target.result);
    this.result = builder.alloca(this.ir(this.resultType), 'result');
    this.roots.add(this.result, this.resultType);
  }

  ir(type: AriaType): IrType {
    return this.home.layout.ir(type);
  }

  // Places in the source

  /** All that follows stands here. */
  at({ line, column }: Span): void {
    if (this.scope !== undefined) this.code.at(line, column, this.scope);
  }

  /** Code that is no line of the program: a debugger steps through it. */
  atNoLine(): void {
    if (this.scope !== undefined) this.code.at(0, 0, this.scope);
  }

  /** Does something at another place of the source, and comes back. */
  during<T>(at: Span, work: () => T): T {
    const { location } = this.code;
    this.at(at);
    const made = work();
    this.code.location = location;
    return made;
  }

  // Variables and temporaries

  slot(variable: Variable): Value {
    const slot = variable.role === 'global' ? this.home.globals.get(variable) : this.#slots.get(variable);
    if (slot === undefined) throw new Error(`${variable.name} has no place in ${this.target.id}`);
    return slot;
  }

  /** Tells the runtime that a scope begins, and when it is left, where wild pointers to its variables need to know. */
  enterScope(scope: ScopeId, at: Span): void {
    if (!this.#lentScopes.has(scope)) return;
    const id = this.builder.alloca(i64, 'scope');
    this.#scopeIds.set(scope, id);
    this.at(at);
    this.code.store(this.call('__aria_scope_enter'), id);
    this.onLeave(() => {
      this.call('__aria_scope_exit', this.code.load(i64, id));
    });
  }

  /** What a wild pointer to the variable says of its scope; a global has none. */
  scopeId({ role, scope }: Variable): Value {
    if (role === 'global') return intConstant(i64, 0);
    const id = this.#scopeIds.get(role === 'parameter' ? this.target.body!.scope : scope);
    if (id === undefined) throw new Error(`scope ${scope} of ${this.target.id} has no number`);
    return this.code.load(i64, id);
  }

  /** Room for a variable, known to the collector and to the debugger from here on. */
  declare(variable: Variable, parameter?: number): Value {
    const slot = this.builder.alloca(this.ir(variable.type), variable.name);
    this.roots.add(slot, variable.type, parameter !== undefined);
    this.#slots.set(variable, slot);
    const { debug, layout } = this.home;
    if (parameter === undefined && layout.holdsGc(variable.type))
      this.#gcLocals.push({ slot, type: variable.type });
    if (debug !== undefined && this.scope !== undefined) {
      const facts = {
        name: variable.name,
        scope: this.scope,
        line: variable.at.line,
        type: debug.types.variable(variable),
      };
      const described =
        parameter === undefined ? debug.unit.variable(facts) : debug.unit.parameter(parameter, facts);
      this.code.declareVariable(described, slot);
    }
    return slot;
  }

  /** A number of the compiler's own, in the present scope of the debugger. Ours shows none of such names. */
  describeOwn(name: `__exit${number}`, at: Span, slot: Value): void {
    const { debug } = this.home;
    if (debug === undefined || this.scope === undefined) return;
    const facts = { name, scope: this.scope, line: at.line, type: debug.types.get(int32) };
    this.during(at, () => this.code.declareVariable(debug.unit.variable(facts), slot));
  }

  /**
   * A variable of the rest of the block. Until it has its first value a debugger does not see it: what lies there would be
   * shown as if it meant something.
   */
  declareForRest(variable: Variable, initialise: (slot: Value) => void): void {
    const { scope } = this;
    const rest =
      scope === undefined
        ? undefined
        : this.home.debug?.unit.lexicalBlock(scope, variable.at.line, variable.at.column);
    if (rest !== undefined) this.scope = rest;
    const slot = this.during(variable.at, () => this.declare(variable));
    this.scope = scope;
    initialise(slot);
    if (rest !== undefined) this.scope = rest;
  }

  /** Room for a value until the end of the statement; the collector knows what is in it. */
  temporary(type: AriaType): Value {
    return this.#take(this.ir(type), type.name, type);
  }

  /** The same for values that no collection can come in between of. */
  scratch(type: IrType): Value {
    return this.#take(type, `raw ${typeText(type)}`);
  }

  /** What the statement used may be used again, and keeps no object alive. */
  endStatement(): void {
    for (const { key, slot, holds } of this.#taken) {
      this.#free.set(key, [...(this.#free.get(key) ?? []), slot]);
      if (holds !== undefined && !this.code.terminated) this.zero(slot, this.ir(holds));
    }
    this.#taken = [];
  }

  #take(type: IrType, key: string, holds?: AriaType): Value {
    const rooted = holds !== undefined && this.home.layout.holdsGc(holds) ? holds : undefined;
    let slot = this.#free.get(key)?.pop();
    if (slot === undefined) {
      slot = this.builder.alloca(type, 'held');
      if (rooted !== undefined) this.roots.add(slot, rooted);
    }
    this.#taken.push({ key, slot, ...(rooted === undefined ? {} : { holds: rooted }) });
    return slot;
  }

  // Small pieces of code

  call(name: RuntimeName, ...args: readonly Value[]): Value {
    return this.code.call(this.home.runtime.get(name), args);
  }

  /** Copies a value of a type that lives in memory. */
  copy(to: Value, from: Value, type: AriaType): void {
    this.code.copy(to, from, this.home.layout.size(type));
  }

  zero(at: Value, type: IrType): void {
    this.code.fill(at, intConstant(i8, 0), sizeOf(type));
  }

  /** Goes on where the condition holds; elsewhere `otherwise` must leave. */
  require(condition: Value, otherwise: () => void): void {
    const fine = this.builder.block('fine');
    const not = this.builder.block('not');
    this.code.condBr(condition, fine, not);
    this.code.moveTo(not);
    otherwise();
    if (!this.code.terminated) this.code.unreachable();
    this.code.moveTo(fine);
  }

  trap(message: string, { line }: Span): void {
    this.call('__aria_trap', this.home.text(message), this.home.file, intConstant(i32, line));
    this.code.unreachable();
  }

  /**
   * Goes on where several ways come together, if any does. What is written before the next statement belongs to none of the ways:
   * a debugger must not show the line of one that was not taken.
   */
  join(block: Block): void {
    if (!block.isTarget) return;
    this.code.moveTo(block);
    this.atNoLine();
  }

  /** The value of one of two ways. */
  choose(condition: Value, type: AriaType, yes: () => Value, no: () => Value): Value {
    const { code, builder } = this;
    const blocks = [builder.block('yes'), builder.block('no')] as const;
    const after = builder.block('after');
    code.condBr(condition, ...blocks);
    const ways = [yes, no].map((way, index) => {
      code.moveTo(blocks[index]!);
      const value = way();
      const from = code.block;
      code.br(after);
      return [value, from] as const;
    });
    code.moveTo(after);
    return type.kind === 'void' ? nothing : code.phi(this.ir(type), ways);
  }

  // Ways out

  /** Adds something to be done before the current block is left. */
  onLeave(run: () => void): Cleanup {
    return (this.cleanup = { outer: this.cleanup, scope: this.scope, run });
  }

  /** The same for code of the program. Written once, it is in one place for the debugger, and copies cannot multiply. */
  onLeaveShared(run: (selector: Value) => void): Cleanup {
    const selector = this.builder.alloca(i32, 'exit');
    // Something to stop at: a person sees that the statement is reached.
    this.code.store(intConstant(i32, 0), selector);
    const shared = { entry: this.builder.block('deferred'), selector, exits: [] };
    return (this.cleanup = { outer: this.cleanup, scope: this.scope, run: () => run(selector), shared });
  }

  get surroundings(): Surroundings {
    return { cleanup: this.cleanup, gcLocals: this.#gcLocals.length };
  }

  /** Writes what leaving all inner scopes takes: cleanups, and that their variables keep no object alive any more. */
  leaveTo({ cleanup, gcLocals }: Surroundings): void {
    this.runCleanups(cleanup);
    for (const { slot, type } of this.#gcLocals.slice(gcLocals)) this.zero(slot, this.ir(type));
  }

  /** The scope is over for what is written from now on. */
  restore({ cleanup, gcLocals }: Surroundings): void {
    this.cleanup = cleanup;
    this.#gcLocals.length = gcLocals;
  }

  /** Writes all cleanups down to the given one, which stays. */
  runCleanups(until: Cleanup | undefined): void {
    const { cleanup, scope } = this;
    while (this.cleanup !== until) this.#runInnermost();
    this.cleanup = cleanup;
    this.scope = scope;
  }

  #runInnermost(): void {
    const cleanup = this.cleanup!;
    this.cleanup = cleanup.outer;
    this.scope = cleanup.scope;
    if (cleanup.shared === undefined) return cleanup.run();
    const { entry, selector, exits } = cleanup.shared;
    const after = this.builder.block('left');
    if (exits.length === 0) this.#unwrittenCode.push(cleanup);
    this.code.store(intConstant(i32, exits.push(after) - 1), selector);
    this.code.br(entry);
    this.code.moveTo(after);
    this.atNoLine();
  }

  /** Leaves the function with what is in `result`. */
  leave(): void {
    if (this.cleanup === undefined) this.giveBack(this);
    else this.code.br(this.#returning(this.cleanup));
  }

  /** Fails with a code. */
  fail(err: Value): void {
    const { code, result } = this;
    const { value } = this.resultType;
    code.store(err, result);
    if (value.kind !== 'void') {
      const struct = this.home.layout.struct(this.resultType);
      this.zero(code.member(struct, result, 1), this.ir(value));
    }
    this.leave();
  }

  /** Every cleanup is written once for all returns that go through it. */
  #returning(cleanup: Cleanup): Block {
    if (cleanup.returns === undefined) {
      cleanup.returns = this.builder.block('leave');
      this.#unwrittenReturns.push(cleanup);
    }
    return cleanup.returns;
  }

  /** Writes what was promised on the way. To be called once, at the end. */
  finish(): void {
    const { code } = this;
    const ends: (() => void)[] = [];
    for (;;) {
      const shared = this.#unwrittenCode.shift();
      const returns = shared === undefined ? this.#unwrittenReturns.shift() : undefined;
      if (shared !== undefined) ends.push(this.#writeShared(shared));
      else if (returns !== undefined) this.#writeReturn(returns);
      else break;
    }
    // Only now all exits are known.
    for (const end of ends) end();
    if (this.#returnBlock === undefined) return;
    this.scope = this.subprogram;
    code.moveTo(this.#returnBlock);
    this.atNoLine();
    this.giveBack(this);
  }

  #writeReturn(cleanup: Cleanup): void {
    this.code.moveTo(cleanup.returns!);
    this.cleanup = cleanup;
    this.scope = cleanup.scope;
    this.atNoLine();
    this.#runInnermost();
    this.scope = this.subprogram;
    this.atNoLine();
    this.code.br(
      cleanup.outer === undefined
        ? (this.#returnBlock ??= this.builder.block('return'))
        : this.#returning(cleanup.outer),
    );
  }

  /** Gives what writes its end. */
  #writeShared({ outer, scope, run, shared }: Cleanup): () => void {
    const { code } = this;
    const { entry, selector, exits } = shared!;
    this.cleanup = outer;
    this.scope = scope;
    code.moveTo(entry);
    this.atNoLine();
    run();
    // A program that never comes back from its defer needs no way on.
    if (code.terminated) return () => undefined;
    const end = code.block;
    return () => {
      const [first, ...others] = exits as [Block, ...Block[]];
      this.scope = scope;
      code.moveTo(end);
      this.atNoLine();
      if (others.length === 0) return code.br(first);
      code.switch(
        code.load(i32, selector),
        first,
        others.map((exit, index) => [index + 1, exit]),
      );
    };
  }
}

/** Stands for the value of what has none. */
export const nothing: Value = intConstant(i8, 0);

export const wordConstant = (value: number | bigint): Value => intConstant(i64, value);
export const lineConstant = ({ line }: Span): Value => intConstant(i32, line);

/** A coroutine's body, as the runtime calls it. */
export const bodySignature = functionType(voidType, [ptr, ptr]);
