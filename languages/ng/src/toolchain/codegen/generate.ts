// The code generator: a checked source becomes a compiled module, a source map and what debuggers want besides.

import type { DebugInfo, SourceMap } from '../format/debug-info.js';
import type { NgoFunction, NgoModule } from '../format/ngo.js';
import { sourceHash } from '../format/source-hash.js';
import type { CheckedUnit } from '../checked.js';
import { debugData } from './debug-data.js';
import { functionCode, type FunctionCode } from './function-code.js';
import { exportedFunctions, implMetadata, traitMetadata } from './module-metadata.js';
import { ModuleTables } from './module-tables.js';

export interface GenerateOptions {
  /** Repeat the mistakes of the original. */
  readonly upstreamCompatible: boolean;
  /** The compiled modules that it imports, by the dotted names of its `import`s. */
  readonly modules?: ReadonlyMap<string, NgoModule>;
}

export interface Generated {
  readonly module: NgoModule;
  readonly sourceMap: SourceMap;
  readonly debug: DebugInfo;
}

/** Throws a SourceProblem for what the language's checker lets through and its code generator refuses. */
export function generate(checked: CheckedUnit, options: GenerateOptions): Generated {
  const tables = new ModuleTables(checked, options.modules ?? new Map());
  // Texts are numbered as they come, so the order of the bodies is part of the format.
  const functions = tables.functions.map(planned =>
    functionCode(tables, planned, options.upstreamCompatible),
  );
  const module: NgoModule = {
    name: checked.file.module,
    sourceHash: sourceHash(checked.file.text),
    // Nothing uses them; the original writes them into every module.
    constants: [0n, 1n],
    floatConstants: [],
    strings: tables.strings,
    functions: functions.map(ngoFunction),
    types: tables.types,
    imports: tables.imports.entries,
    exports: exportedFunctions(tables),
    exportTypes: checked.interface.exportTypes,
    traits: traitMetadata(checked),
    impls: implMetadata(checked),
  };
  return { module, ...debugData(tables, functions) };
}

function ngoFunction({ planned, code, localCount }: FunctionCode): NgoFunction {
  return {
    name: planned.name,
    numLocals: localCount,
    numParams: planned.parameterCount,
    explicitReceiver: planned.explicitReceiver,
    code,
  };
}
