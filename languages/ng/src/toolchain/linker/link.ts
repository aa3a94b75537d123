// The linker: puts the modules of a program into one address space and makes what the engine wants to know of them.

import { Failure, moduleId, type ModuleId, type SymbolData } from '@sonde/engine';
import { builtInFrames, builtInFrameSize } from '../../runtime/built-in-frames.js';
import type { ImageModule, ProgramImage } from '../../runtime/image.js';
import { fieldPlaces } from './field-places.js';
import { layOut, type Layout } from './layout.js';
import type { LoadedModule } from './loaded-module.js';
import { artificialFunction, symbolsOf } from './module-symbols.js';
import { ProgramTypes } from './program-types.js';
import { SourceTable } from './source-table.js';

export type { LoadedModule } from './loaded-module.js';

export interface LinkOptions {
  readonly upstreamCompatible: boolean;
}

export interface LinkedProgram {
  readonly image: ProgramImage;
  readonly symbols: SymbolData;
  /** Modules that are there from the start; the machine announces the others when it comes to them. */
  readonly loaded: readonly ModuleId[];
}

/** The first module is the program itself. All of the result is plain data, for another thread. */
export function link(program: readonly LoadedModule[], { upstreamCompatible }: LinkOptions): LinkedProgram {
  if (program.length === 0) throw new Failure('bad-arguments', 'user', 'there is no module to run.');
  const layout = layOut(program, upstreamCompatible);
  const types = new ProgramTypes(program);
  const sources = new SourceTable();
  const symbols = symbolData(program, layout, types, sources);
  const image: ProgramImage = {
    modules: program.map((loaded, index) => imageModule(loaded, index, layout)),
    upstreamCompatible,
    builtIn: layout.builtIn,
    scratch: layout.scratch,
    typeIds: types.typeIds,
    runtimeNames: types.runtimeNames,
    fieldPlaces: fieldPlaces(program, sources),
  };
  return { image, symbols, loaded: [moduleId('0')] };
}

function imageModule(loaded: LoadedModule, index: number, { bases, globalBases }: Layout): ImageModule {
  const { name, path, module, importedModules, sourceMap, debug } = loaded;
  return {
    name,
    path,
    module,
    base: bases[index]!,
    globalBase: globalBases[index]!,
    imports: module.imports.map(({ module: from }) => importedModules.get(from)),
    uses: [...new Set(importedModules.values())].filter(used => used !== index),
    ...(sourceMap === undefined ? {} : { sourceMap }),
    ...(debug === undefined ? {} : { debug }),
  };
}

function symbolData(
  program: readonly LoadedModule[],
  layout: Layout,
  types: ProgramTypes,
  sources: SourceTable,
): SymbolData {
  const parts = program.map((loaded, index) =>
    symbolsOf(loaded, {
      index,
      base: layout.bases[index]!,
      globalBase: layout.globalBases[index]!,
      types,
      sources,
    }),
  );
  const builtIn = builtInFrames.map((name, nth) => {
    const start = layout.builtIn.start + nth * builtInFrameSize;
    return artificialFunction(name, start, start + builtInFrameSize);
  });
  return {
    modules: parts.map(({ module }) => module),
    sources: sources.all,
    functions: [...parts.flatMap(({ functions }) => functions), ...builtIn],
    lines: parts.flatMap(({ lines }) => lines),
    globals: parts.flatMap(({ globals }) => globals),
    types: types.descriptions,
    calls: parts.flatMap(({ calls }) => calls),
  };
}
