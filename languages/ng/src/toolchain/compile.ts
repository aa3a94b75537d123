// Compiles a program with all modules that it imports, or loads one that is compiled already, ready to be linked.

import type { NgoModule } from './format/ngo.js';
import type { LoadedModule } from './linker/loaded-module.js';
import { generate } from './codegen/generate.js';
import {
  ModuleLoader,
  readFromDisk,
  withFile,
  type LoadedUnit,
  type LoadOptions,
  type ReadFile,
} from './modules.js';

export type { LoadOptions, ReadFile } from './modules.js';

export interface CompiledProgram {
  /** The first is the program itself. */
  readonly modules: readonly LoadedModule[];
  /** What is wrong with compiled modules and does not keep the program from running. */
  readonly problems: readonly string[];
}

/** Throws a SourceProblem that knows its file, or a Failure. */
export function compileProgram(
  path: string,
  options: LoadOptions,
  signal?: AbortSignal,
  read: ReadFile = readFromDisk,
): CompiledProgram {
  const loader = new ModuleLoader(options, read, signal);
  return assemble(loader, loader.loadSource(path));
}

/** A compiled program; what it imports is found beside it, as source or compiled. */
export function loadCompiled(
  path: string,
  options: LoadOptions,
  signal?: AbortSignal,
  read: ReadFile = readFromDisk,
): CompiledProgram {
  const loader = new ModuleLoader(options, read, signal);
  return assemble(loader, loader.loadCompiled(path));
}

/** Modules are generated after those that they import, whose tables they need. */
function assemble(loader: ModuleLoader, program: LoadedUnit): CompiledProgram {
  const { units } = loader;
  const order = [program, ...units.filter(unit => unit !== program)];
  const generated = new Map<LoadedUnit, LoadedModule>();
  for (const unit of units) {
    const importedModules = new Map(
      [...unit.imports].map(([dotted, imported]) => [dotted, order.indexOf(imported)] as const),
    );
    const { name, path } = unit;
    generated.set(unit, { name, path, importedModules, ...partsOf(unit, generated, loader.options) });
  }
  const compiledProblems = units.flatMap(unit => (unit.kind === 'compiled' ? unit.ngo.problems : []));
  return {
    modules: order.map(unit => generated.get(unit)!),
    problems: [...loader.problems, ...compiledProblems],
  };
}

function partsOf(
  unit: LoadedUnit,
  generated: ReadonlyMap<LoadedUnit, LoadedModule>,
  { upstreamCompatible }: LoadOptions,
): Pick<LoadedModule, 'module' | 'sourceMap' | 'debug'> {
  if (unit.kind === 'compiled') {
    const { module, sourceMap, debug } = unit.ngo;
    return {
      module,
      ...(sourceMap === undefined ? {} : { sourceMap }),
      ...(debug === undefined ? {} : { debug }),
    };
  }
  const modules = new Map<string, NgoModule>();
  for (const [dotted, imported] of unit.imports) modules.set(dotted, generated.get(imported)!.module);
  return withFile(unit.checked.file, () => generate(unit.checked, { upstreamCompatible, modules }));
}
