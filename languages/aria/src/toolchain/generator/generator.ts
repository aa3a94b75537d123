// The entry of the generator: a typed program to LLVM IR with debug information.

import type { TypedFunction, TypedProgram } from '../checker/typed-program.js';
import { emitFunction, emitMain } from './emit-function.js';
import { defineGlobals, describeTypes, emitPlainMain, emitStart } from './emit-program.js';
import { GcTypes } from './gc-types.js';
import { ModuleContext, type GenerateOptions } from './module-context.js';
import { mentions } from './traits.js';

export type { Machine } from './calling-convention.js';
export type { GenerateOptions } from './module-context.js';

/** A function that is compiled apart, to be loaded while the program runs. */
export interface LoadableModule {
  readonly id: string;
  readonly text: string;
}

export interface Generated {
  /** To be compiled to relocatable object files first. */
  readonly loadable: readonly LoadableModule[];
  /** The program itself, which carries those files by the ids of their functions. */
  module(objects: ReadonlyMap<string, Uint8Array>): string;
}

export function generate(program: TypedProgram, options: GenerateOptions): Generated {
  const gcTypes = new GcTypes();
  const loadable = [...program.functions.values()]
    .filter(({ jit }) => jit)
    .map(target => ({ id: target.id, text: loadableModule(program, target, options, gcTypes) }));
  return { loadable, module: objects => programModule(program, options, gcTypes, objects) };
}

function loadableModule(
  program: TypedProgram,
  target: TypedFunction,
  options: GenerateOptions,
  gcTypes: GcTypes,
): string {
  const home = new ModuleContext(program, options, gcTypes);
  emitFunction(home, target, 'external');
  return home.module.toString();
}

function programModule(
  program: TypedProgram,
  options: GenerateOptions,
  gcTypes: GcTypes,
  objects: ReadonlyMap<string, Uint8Array>,
): string {
  const home = new ModuleContext(program, options, gcTypes, objects);
  const { moduleInit, main } = program;
  const own = [...program.functions.values()].filter(({ extern, jit }) => !extern && !jit);
  const loadable = [...program.functions.values()].filter(({ jit }) => jit);
  defineGlobals(home);
  describeTypes(home);
  if (moduleInit !== undefined) emitFunction(home, moduleInit, 'internal');
  const bodies = [...own, ...(moduleInit === undefined ? [] : [moduleInit])];
  const mainIsCalled =
    main !== undefined && bodies.some(({ body }) => body !== undefined && mentions(body, main));
  for (const target of own) if (target !== main || mainIsCalled) emitFunction(home, target, 'internal');
  if (main === undefined || mainIsCalled) emitPlainMain(home);
  else emitMain(home, main);
  // Last, because only now all types of gc objects are known.
  emitStart(home, loadable);
  return home.module.toString();
}
