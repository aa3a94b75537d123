// Compiles what a breakpoint says into a module of its own: its condition, its hit count and what its log message shows.
//
// The module exports a handler for one probe: it gets the locals of the function, gives them back where the program is to go
// on, and calls the import that stops everywhere else: where the breakpoint stops, and where the session has to decide.

import type { Expression, HitCondition, LogValue, TypeTable } from '@sonde/engine';
import {
  ModuleBuilder,
  webAssembly,
  type Code,
  type FunctionReference,
  type FunctionType,
  type GlobalReference,
  type ValueType,
} from '@sonde/wasm';
import { stopType } from '../instrument/layout.js';
import { spilledLocals } from '../instrument/rewrite-function.js';
import { crossingTypes } from '../instrument/sites.js';
import type { VariableLocations } from '../program/locations.js';
import type { ModuleView } from '../program/module-view.js';
import { ConditionWriter, type ConditionSurroundings } from './condition-writer.js';
import { conditionModuleName, conditionNames } from './condition-names.js';
import { paramsOf, piecesOf, type CaptureForm } from './captures.js';
import { NotCompiled } from './operands.js';

export interface ConditionPlace {
  readonly view: ModuleView;
  /** Index of the function that the probe is in. */
  readonly function: number;
  readonly types: TypeTable;
  readonly locations: VariableLocations;
}

/** In the order in which they have their say: only hits at which the condition holds count, and only those that count are logged. */
export interface HandlerWishes {
  readonly condition?: Expression;
  readonly hits?: HitCondition;
  readonly log?: readonly LogValue[];
}

export interface CompiledHandler {
  readonly module: Uint8Array;
  /** How to read what it logs, value for value. */
  readonly captures?: readonly CaptureForm[];
}

/** Undefined where something needs more than is compiled here. */
export function compileHandler(wishes: HandlerWishes, place: ConditionPlace): CompiledHandler | undefined {
  try {
    const compiled = new HandlerCompiler(wishes, place).compile();
    // A program whose types do not fit together is for the session to refuse.
    return webAssembly.validate(compiled.module) ? compiled : undefined;
  } catch (error) {
    if (error instanceof NotCompiled) return undefined;
    throw error;
  }
}

class HandlerCompiler {
  readonly #module = new ModuleBuilder(conditionModuleName);
  readonly #locals: readonly ValueType[];
  readonly #type: FunctionType;
  readonly #globals = new Map<number, GlobalReference>();

  constructor(
    private readonly wishes: HandlerWishes,
    private readonly place: ConditionPlace,
  ) {
    const { view, function: index } = place;
    const body = view.body(index);
    if (body === undefined) throw new NotCompiled('a function of the host');
    this.#locals = spilledLocals(view.module, body);
    this.#type = stopType(this.#locals.flatMap(crossingTypes));
  }

  compile(): CompiledHandler {
    const { condition, hits, log } = this.wishes;
    const stop = this.#module.importFunction(conditionNames.module, conditionNames.stop, this.#type);
    const counter =
      hits &&
      this.#module.importGlobal(conditionNames.module, conditionNames.hits, { type: 'i64', mutable: true });
    const memory = this.#importMemory();
    const handler = this.#module.function('condition', this.#type);
    const { code } = handler;
    const goOn = (): void => {
      for (let param = 2; param < this.#type.params.length; param++) code.get(param);
      code.op('return');
    };
    const surroundings = this.#surroundings(memory, type => handler.local(type));
    let captures: readonly CaptureForm[] | undefined;
    code.block(undefined, decide => {
      const writer = new ConditionWriter(code, decide, surroundings);
      if (condition !== undefined)
        code.block(undefined, holds => {
          writer.condition(condition);
          code.brIf(holds);
          goOn();
        });
      const next = counter && handler.local('i64');
      if (hits !== undefined && counter !== undefined && next !== undefined)
        code.block(undefined, fits => {
          code.globalGet(counter).i64(1).op('i64.add').tee(next);
          writeFits(code, hits, next);
          code.brIf(fits).get(next).globalSet(counter);
          goOn();
        });
      if (log === undefined) return;
      captures = log.map(value => writeCapture(writer, value));
      code.call(this.#importLog(captures)).op('i32.eqz').brIf(decide);
      if (counter !== undefined && next !== undefined) code.get(next).globalSet(counter);
      goOn();
    });
    for (let param = 0; param < this.#type.params.length; param++) code.get(param);
    code.call(stop);
    this.#module.export(conditionNames.handler, handler);
    const module = this.#module.build().bytes;
    return captures === undefined ? { module } : { module, captures };
  }

  #importLog(captures: readonly CaptureForm[]): FunctionReference {
    const params = captures.flatMap(piecesOf).flatMap(paramsOf);
    return this.#module.importFunction(conditionNames.module, conditionNames.log, {
      params,
      results: ['i32'],
    });
  }

  #importMemory() {
    const { module } = this.place.view;
    const hasMemory =
      module.memories.length > 0 || module.imports.some(({ thing }) => thing.kind === 'memory');
    return hasMemory
      ? this.#module.importMemory(conditionNames.module, conditionNames.memory, { min: 0 })
      : undefined;
  }

  #surroundings(
    memory: ConditionSurroundings['memory'],
    newLocal: ConditionSurroundings['newLocal'],
  ): ConditionSurroundings {
    const { types, locations, view } = this.place;
    return {
      types,
      locations,
      memory,
      locals: this.#locals,
      /** The parameter that a local comes in. */
      parameter: local => 2 + this.#locals.slice(0, local).flatMap(crossingTypes).length,
      global: at => {
        const found = view.globals[at];
        if (found === undefined) throw new NotCompiled('a global that is not there');
        const known =
          this.#globals.get(at) ??
          this.#module.importGlobal(conditionNames.module, conditionNames.global(at), found);
        this.#globals.set(at, known);
        return { reference: known, type: found.type };
      },
      newLocal,
    };
  }
}

/** A value as it is, then the memory behind it. */
function writeCapture(writer: ConditionWriter, { program, behind }: LogValue): CaptureForm {
  const value = writer.capture(program);
  for (const { address, length } of behind) writer.range(address, length);
  return { value, behind: behind.map(({ length }) => (length === undefined ? 'text' : 'memory')) };
}

const comparisons = {
  eq: 'i64.eq',
  ge: 'i64.ge_s',
  gt: 'i64.gt_s',
  lt: 'i64.lt_s',
  le: 'i64.le_s',
} as const;

/** The number of the hit is on the stack; leaves an i32: whether the hit condition lets it through. */
function writeFits(code: Code, { compare, count }: HitCondition, next: number): void {
  const wanted = BigInt(Math.trunc(count));
  if (compare !== 'multiple') code.i64(wanted).op(comparisons[compare]);
  else if (wanted > 0n) code.i64(wanted).op('i64.rem_s').op('i64.eqz');
  // There is no multiple of nothing.
  else code.op('drop').get(next).op('i64.eqz');
}
