// Compiles the condition of a breakpoint into a module of its own, so that a false one never reaches JavaScript.
//
// The module exports a handler for one probe: it gets the locals of the function, gives them back where the condition
// does not hold, and calls the import that stops where it does, or where the session has to decide.

import type { Expression, TypeTable } from '@sonde/engine';
import { ModuleBuilder, webAssembly, type GlobalReference, type ValueType } from '@sonde/wasm';
import { stopType } from '../instrument/layout.js';
import { spilledLocals } from '../instrument/rewrite-function.js';
import { crossingTypes } from '../instrument/sites.js';
import type { VariableLocations } from '../program/locations.js';
import type { ModuleView } from '../program/module-view.js';
import { ConditionWriter, type ConditionSurroundings } from './condition-writer.js';
import { conditionModuleName, conditionNames } from './condition-names.js';
import { NotCompiled } from './operands.js';

export interface ConditionPlace {
  readonly view: ModuleView;
  /** Index of the function that the probe is in. */
  readonly function: number;
  readonly types: TypeTable;
  readonly locations: VariableLocations;
}

/** Undefined where the condition needs more than is compiled here. */
export function compileCondition(program: Expression, place: ConditionPlace): Uint8Array | undefined {
  try {
    const bytes = compile(program, place);
    // A program whose types do not fit together is for the session to refuse.
    return webAssembly.validate(bytes) ? bytes : undefined;
  } catch (error) {
    if (error instanceof NotCompiled) return undefined;
    throw error;
  }
}

function compile(
  program: Expression,
  { view, function: index, types, locations }: ConditionPlace,
): Uint8Array {
  const body = view.body(index);
  if (body === undefined) throw new NotCompiled('a function of the host');
  const locals = spilledLocals(view.module, body);
  const type = stopType(locals.flatMap(crossingTypes));
  const module = new ModuleBuilder(conditionModuleName);
  const stop = module.importFunction(conditionNames.module, conditionNames.stop, type);
  const hasMemory =
    view.module.memories.length > 0 || view.module.imports.some(({ thing }) => thing.kind === 'memory');
  const memory = hasMemory
    ? module.importMemory(conditionNames.module, conditionNames.memory, { min: 0 })
    : undefined;
  const globals = new Map<number, GlobalReference>();
  const handler = module.function('condition', type);
  const { code } = handler;
  const surroundings: ConditionSurroundings = {
    types,
    locations,
    memory,
    locals,
    /** The parameter that a local comes in. */
    parameter: local => 2 + locals.slice(0, local).flatMap(crossingTypes).length,
    global: at => {
      const found = view.globals[at];
      if (found === undefined) throw new NotCompiled('a global that is not there');
      const known =
        globals.get(at) ?? module.importGlobal(conditionNames.module, conditionNames.global(at), found);
      globals.set(at, known);
      return { reference: known, type: found.type };
    },
    newLocal: (valueType: ValueType) => handler.local(valueType),
  };
  code.block(undefined, decide => {
    new ConditionWriter(code, decide, surroundings).condition(program);
    code.brIf(decide);
    for (let param = 2; param < type.params.length; param++) code.get(param);
    code.op('return');
  });
  for (let param = 0; param < type.params.length; param++) code.get(param);
  code.call(stop);
  module.export(conditionNames.handler, handler);
  return module.build().bytes;
}
