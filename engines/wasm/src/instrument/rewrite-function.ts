// Rewrites one function: charges for blocks, probes, and what lets the debugger stop, look and leave.

import {
  bytesOf,
  instructionsOf,
  isReference,
  localTypes,
  typeCodes,
  writeInstruction,
  type FunctionBody,
  type FunctionType,
  type Instruction,
  type Renumber,
  type ValueType,
  type WasmModule,
} from '@sonde/wasm';
import { opensBlock, planBlocks, type BlockPlan, type CostOf } from './blocks.js';
import type { CodeLimits } from './code-limits.js';
import { Emitter } from './emitter.js';
import { bytesOfSpills, type HomePlan, type Homes } from './homes.js';
import type { EngineGlobals, EngineImports } from './layout.js';
import { crossingTypes, type CrossingType, type Site } from './sites.js';

/** V8 takes a thousand parameters and results; what a function has beyond this stays where it is. */
const mostCrossing = 980;

/** The locals that the debugger can read and write. */
export function spilledLocals(module: WasmModule, body: FunctionBody): readonly ValueType[] {
  const all = localTypes(module, body);
  let crossing = 0;
  const end = all.findIndex(type => (crossing += crossingTypes(type).length) > mostCrossing);
  return end < 0 ? all : all.slice(0, end);
}

export interface RewriteContext {
  readonly module: WasmModule;
  readonly renumber: Renumber;
  readonly costOf: CostOf;
  readonly globals: EngineGlobals;
  readonly imports: EngineImports;
  readonly handlerTable: number;
  /** Every instruction of the function is a site. */
  readonly stepsIn: (index: number) => boolean;
  /** Ordinals of probes by offset. */
  readonly probes: ReadonlyMap<number, number>;
  /** The fence of the function; undefined for one without probes. */
  readonly fenceOf: (index: number) => number | undefined;
  /** Whether the program goes on with a local as the debugger leaves it. */
  readonly takesBack: (index: number, local: number) => boolean;
  /** Index of a type in the instrumented module. */
  readonly typeIndex: (type: FunctionType) => number;
  readonly signatureOf: (locals: readonly ValueType[]) => number;
  readonly homes: HomePlan;
  readonly limits: CodeLimits;
  readonly stopTypeOf: (signature: number) => number;
  /** Answers with the number of the site; probes have the number of their ordinal. */
  readonly addSite: (site: Site) => number;
}

export interface RewrittenFunction {
  /** Declarations of locals and code. */
  readonly bytes: Uint8Array;
  /** Pairs: where code is now, counted from the beginning of `bytes`, and the offset that it stands for. */
  readonly offsets: readonly (readonly [number, number])[];
  /** Where branches are that are hardly ever taken, counted from the beginning of `bytes`. */
  readonly rare: readonly number[];
}

/** Instructions that may trap for another reason than a call. */
const mayTrap = (name: string): boolean =>
  /\.(load|store|div|rem|trunc_f)|^(memory|table)\.(init|copy|fill|get|set)|^(simd|atomic|call_indirect)/.test(
    name,
  );

export function rewriteFunction(context: RewriteContext, body: FunctionBody): RewrittenFunction {
  return new FunctionRewriter(context, body).rewrite();
}

class FunctionRewriter {
  readonly #out = new Emitter();
  readonly #offsets: [number, number][] = [];
  readonly #instructions: readonly Instruction[];
  readonly #plan: BlockPlan;
  readonly #locals: readonly ValueType[];
  readonly #spilled: readonly ValueType[];
  readonly #signature: number;
  readonly #type: FunctionType;
  readonly #hasProbes: boolean;
  readonly #used: number;
  readonly #entry: number;
  readonly #half: number;
  /** What `used` is compared with: the fence. */
  readonly #limit: number;
  readonly #result: number;
  readonly #steps: boolean;
  /** Undefined: each site hands out the locals themselves. */
  readonly #homes: Homes | undefined;
  /** Values that cross, of all locals with homes. */
  readonly #crossing: readonly CrossingType[];
  /** Among them: the first one of each local. */
  readonly #firstCrossing: readonly number[];
  /** The first of the locals that hold what was in the homes before. */
  readonly #saved: number;
  #depth = 0;
  /** The instruction before was a call: the position is in the global. */
  #call: number | undefined;

  constructor(
    private readonly context: RewriteContext,
    private readonly body: FunctionBody,
  ) {
    const { module } = context;
    this.#instructions = instructionsOf(module, body);
    this.#plan = planBlocks(this.#instructions, context.costOf);
    this.#locals = localTypes(module, body);
    this.#spilled = spilledLocals(module, body);
    this.#signature = context.signatureOf(this.#spilled);
    this.#type = module.types[body.type]!;
    this.#hasProbes = this.#instructions.some(({ offset }) => context.probes.has(offset));
    this.#used = this.#locals.length;
    this.#entry = this.#used + 1;
    this.#half = this.#entry + 1;
    this.#limit = this.#half + 1;
    this.#result = this.#limit + 1;
    this.#saved = this.#result + (this.#type.results.length === 0 ? 0 : 1);
    this.#steps = context.stepsIn(body.index);
    this.#crossing = this.#spilled.flatMap(crossingTypes);
    let next = 0;
    this.#firstCrossing = this.#spilled.map(
      type => (next += crossingTypes(type).length) - crossingTypes(type).length,
    );
    const isInline = bytesOfSpills(this.#countRich(), this.#spilled) <= context.limits.spills;
    this.#homes = isInline ? undefined : context.homes.of(this.#signature);
  }

  rewrite(): RewrittenFunction {
    const out = this.#out;
    const { globals } = this.context;
    out.globalGet(globals.used).tee(this.#used).set(this.#entry);
    this.#loadLimit();
    this.#moveIn();
    this.#wrap();
    this.#instructions.forEach((instruction, index) => {
      if (index === this.#instructions.length - 1) this.#last(index);
      else this.#one(instruction, index);
    });
    this.#epilogue();
    out.op('end');
    const head = this.#declarations();
    const code = out.writer.toBytes();
    const bytes = new Uint8Array(head.length + code.length);
    bytes.set(head);
    bytes.set(code, head.length);
    return {
      bytes,
      offsets: this.#offsets.map(([at, original]) => [at + head.length, original]),
      rare: out.rare.map(at => at + head.length),
    };
  }

  /** All ways out of the function lead to the end of one block, behind which the position is written back. */
  #wrap(): void {
    const { results } = this.#type;
    const { writer } = this.#out;
    writer.byte(0x02);
    const [only, another] = results;
    if (only === undefined) writer.byte(0x40);
    else if (another === undefined) writer.byte(typeCodes[only]);
    else writer.signed(this.context.typeIndex({ params: [], results }));
  }

  #one(instruction: Instruction, index: number): void {
    const { name } = instruction;
    const isDead = this.#plan.dead[index] === true;
    if (!isDead) this.#before(instruction, index);
    this.#offsets.push([this.#out.length, instruction.offset]);
    if (name === 'return') this.#out.br(this.#depth);
    else if (!this.#atHome(instruction))
      writeInstruction(this.#out.writer, instruction, this.context.module.bytes, this.context.renumber);
    if (opensBlock(name)) this.#depth++;
    if (name === 'end') this.#depth--;
    const isCall = name === 'call' || name === 'call_indirect';
    this.#call = isCall && !isDead ? instruction.offset : undefined;
  }

  /** The `end` of the function: it closes the block that we opened. */
  #last(index: number): void {
    const instruction = this.#instructions[index]!;
    if (this.#plan.dead[index] !== true) this.#before(instruction, index);
    this.#offsets.push([this.#out.length, instruction.offset]);
    this.#out.op('end');
  }

  /** How many sites hand out locals. */
  #countRich(): number {
    const { costs, dead } = this.#plan;
    if (this.#steps) return dead.filter(each => !each).length + costs.size;
    if (!this.#hasProbes) return 0;
    return this.#instructions.filter(
      ({ offset, name }) =>
        this.context.probes.has(offset) || name.startsWith('call') || name === 'unreachable',
    ).length;
  }

  /** Saves what is in the homes, and puts the parameters and zeros there. */
  #moveIn(): void {
    const homes = this.#homes;
    if (homes === undefined) return;
    this.#crossing.forEach((_, nth) => this.#out.globalGet(homes.first + nth).set(this.#saved + nth));
    this.#spilled.forEach((type, local) => this.#give(type, local));
    for (let nth = this.#crossing.length - 1; nth >= 0; nth--) this.#out.globalSet(homes.first + nth);
  }

  #moveOut(): void {
    const homes = this.#homes;
    if (homes === undefined) return;
    this.#crossing.forEach((_, nth) => this.#out.get(this.#saved + nth).globalSet(homes.first + nth));
  }

  /** Reads or writes the home instead of the local; false for other instructions and locals without one. */
  #atHome({ name, immediate }: Instruction): boolean {
    const homes = this.#homes;
    if (homes === undefined || immediate.kind !== 'index' || !name.startsWith('local.')) return false;
    const local = immediate.index;
    const type = this.#spilled[local];
    if (type === undefined) return false;
    const first = homes.first + (this.#firstCrossing[local] ?? 0);
    const out = this.#out;
    if (name !== 'local.get') {
      // The local itself holds it on its way.
      out.set(local);
      this.#give(type, local);
      for (let nth = crossingTypes(type).length - 1; nth >= 0; nth--) out.globalSet(first + nth);
    }
    if (name !== 'local.set') {
      crossingTypes(type).forEach((_, nth) => out.globalGet(first + nth));
      this.#convert(type);
    }
    return true;
  }

  #before(instruction: Instruction, index: number): void {
    const { probes, globals } = this.context;
    const steps = this.#steps;
    const { name, offset } = instruction;
    const cost = this.#plan.costs.get(index);
    const probe = probes.get(offset);
    // Where a block begins with a statement, one comparison serves both.
    const isMerged = cost !== undefined && !steps;
    if (cost !== undefined) this.#charge(cost, index, isMerged ? probe : undefined);
    if (steps) {
      this.#out.get(this.#used).i64(this.#plan.corrections[index]!).op('i64.add');
      this.#out.globalGet(globals.target).op('i64.ge_s');
      this.#out.ifThen(() => this.#stop(this.#site('instruction', index, true), 1));
    }
    if (probe !== undefined && !isMerged) this.#ifBeyondLimit(() => this.#probe(probe, index));
    if (name === 'unreachable') this.#stop(this.#site('trap', index, true), 0);
    if (name === 'call' || name === 'call_indirect' || (steps && mayTrap(name)))
      this.#out.get(this.#used).globalSet(globals.used);
  }

  #charge(cost: number, index: number, probe: number | undefined): void {
    const { globals, imports } = this.context;
    const steps = this.#steps;
    const isReturn = this.#call !== undefined;
    const out = this.#out;
    if (isReturn) {
      this.#loadLimit();
      out.globalGet(globals.used);
    } else out.get(this.#used);
    out.i64(cost).op('i64.add').set(this.#used);
    const rich = steps || (isReturn && this.#hasProbes);
    const site = this.#site(isReturn ? 'return' : 'block', index, rich);
    this.#ifBeyondLimit(() => {
      out.get(this.#used).globalGet(globals.limit).op('i64.gt_s');
      out.ifThen(() => {
        if (rich) return this.#stop(site, 2);
        out.get(this.#used).globalSet(globals.used);
        this.#mapped(index);
        out.i32(site).call(imports.slice);
        this.#loadLimit();
        this.#mayUnwind(2);
      });
      if (probe !== undefined) this.#probe(probe, index);
    });
  }

  /** The rare case: the limit is reached, or something in this function is armed. */
  #ifBeyondLimit(body: () => void): void {
    this.#out.get(this.#used).get(this.#limit).op('i64.gt_s').ifThen(body);
  }

  #probe(probe: number, index: number): void {
    const { globals } = this.context;
    this.#site('probe', index, true);
    this.#out.globalGet(globals.armed + (probe >>> 5)).i32(1 << (probe & 31));
    this.#out.op('i32.and').ifThen(() => this.#stop(probe, 2, probe));
  }

  /** The host may have changed it in every call. */
  #loadLimit(): void {
    const { globals, fenceOf } = this.context;
    this.#out.globalGet(fenceOf(this.body.index) ?? globals.limit).set(this.#limit);
  }

  #site(kind: Site['kind'], index: number, rich: boolean): number {
    return this.context.addSite({
      kind,
      offset: this.#instructions[index]!.offset,
      function: this.body.index,
      correction: this.#plan.corrections[index]!,
      rich,
      ...(kind === 'return' && this.#call !== undefined ? { call: this.#call } : {}),
    });
  }

  #mapped(index: number): void {
    this.#offsets.push([this.#out.length, this.#instructions[index]!.offset]);
  }

  /**
   * Hands the locals out and takes them back. A probe's handler is looked up, so that a condition may be in between.
   * `level`: blocks of ours around.
   */
  #stop(site: number, level: number, probe?: number): void {
    const { globals, imports, handlerTable, stopTypeOf } = this.context;
    const out = this.#out;
    out.get(this.#used).globalSet(globals.used);
    out.i32(site).get(this.#entry);
    if (this.#homes !== undefined) {
      out.call(probe === undefined ? this.#homes.stop : this.#homes.probe);
    } else {
      this.#spilled.forEach((type, local) => this.#give(type, local));
      if (probe === undefined) out.call(imports.stop + this.#signature);
      else out.i32(probe).callIndirect(stopTypeOf(this.#signature), handlerTable);
      for (let local = this.#spilled.length - 1; local >= 0; local--)
        this.#take(this.#spilled[local]!, local);
    }
    out.globalGet(globals.used).set(this.#used);
    this.#loadLimit();
    this.#mayUnwind(level);
  }

  #give(type: ValueType, local: number): void {
    const out = this.#out;
    out.get(local);
    if (type === 'f32') out.op('i32.reinterpret_f32');
    if (type === 'f64') out.op('i64.reinterpret_f64');
    if (type === 'v128') out.extractLane(0).get(local).extractLane(1);
  }

  /** Each local that may be another one behind a site is one that the loops around can hardly keep in a register. */
  #take(type: ValueType, local: number): void {
    if (this.#steps || this.context.takesBack(this.body.index, local)) {
      this.#convert(type);
      this.#out.set(local);
    } else for (const _ of crossingTypes(type)) this.#out.op('drop');
  }

  /** From how it crosses. */
  #convert(type: ValueType): void {
    const out = this.#out;
    if (type === 'f32') out.op('f32.reinterpret_i32');
    if (type === 'f64') out.op('f64.reinterpret_i64');
    if (type === 'v128') out.set(this.#half).splat().get(this.#half).replaceLane(1);
  }

  /** Leaves the function with any result when the whole stack is taken down. `level`: blocks of ours around. */
  #mayUnwind(level: number): void {
    const out = this.#out;
    out.globalGet(this.context.globals.unwinding);
    out.ifThen(() => {
      for (const type of this.#type.results) out.zero(type);
      out.br(this.#depth + level + 1);
    });
  }

  /** Behind the last instruction, with the results on the stack. */
  #epilogue(): void {
    const { globals, imports } = this.context;
    const out = this.#out;
    const [only, another] = this.#type.results;
    const size = another !== undefined || only === undefined ? 0 : resultBits(only);
    if (size !== 0) out.tee(this.#result);
    out.get(this.#used).globalSet(globals.used);
    out.get(this.#entry).globalGet(globals.mark).op('i64.lt_s');
    out.ifThen(() => {
      if (size !== 0) {
        out.get(this.#result);
        if (only === 'f32') out.op('i32.reinterpret_f32');
        if (only === 'f64') out.op('i64.reinterpret_f64');
      }
      out.call(imports.leave[size]);
    });
    this.#moveOut();
  }

  #declarations(): Uint8Array {
    const [only] = this.#type.results;
    const own = [
      { count: 4, type: 'i64' as ValueType },
      ...(only === undefined ? [] : [{ count: 1, type: only }]),
      ...(this.#homes === undefined ? [] : this.#crossing.map(type => ({ count: 1, type }))),
    ];
    return bytesOf(writer =>
      writer.vector([...this.body.locals, ...own], ({ count, type }) => {
        writer.unsigned(count);
        writer.byte(typeCodes[type]);
      }),
    );
  }
}

/** Of results that can be shown when the function is left. */
function resultBits(type: ValueType): 0 | 32 | 64 {
  if (type === 'v128' || isReference(type)) return 0;
  return type === 'i32' || type === 'f32' ? 32 : 64;
}
