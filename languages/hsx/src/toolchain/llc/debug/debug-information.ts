// `.dbg` of a module: which instruction comes from where, and where variables are.

import type { DbgFile, DbgFunction, DbgGlobal, DbgLine, DebugGrade } from '../../format/dbg.js';
import type { CompiledFunction, CompiledModule } from '../compile-module.js';
import { linesOf } from './debug-lines.js';
import { DebugPlaces } from './debug-places.js';
import { DebugTypeList } from './debug-type-list.js';
import { variablesOf } from './debug-variables.js';
import type { EmittedFunction } from '../emit-assembly.js';
import type { EmittedModule } from '../emit-module.js';

export function debugInformation(module: CompiledModule, emitted: EmittedModule, grade: DebugGrade): DbgFile {
  return new ModuleDebug(module, grade).run(emitted);
}

class ModuleDebug {
  readonly #places: DebugPlaces;
  readonly #types: DebugTypeList;
  readonly #lines: DbgLine[] = [];

  constructor(
    private readonly module: CompiledModule,
    private readonly grade: DebugGrade,
  ) {
    this.#places = new DebugPlaces(module.source.debug);
    this.#types = new DebugTypeList(module.source.debug);
  }

  run(emitted: EmittedModule): DbgFile {
    const { name, source } = this.module;
    const unit = [...source.debug.units.values()][0];
    // That of the unit may be called <stdin> where several files were compiled at once.
    this.#places.fileIndex({ name: source.sourceName ?? '', directory: '' });
    const functions = emitted.functions.map(one => this.#function(one.compiled, one.emitted));
    const globals = this.grade === 3 ? this.#globals(emitted) : [];
    return {
      version: 1,
      module: name,
      producer: `hsx-llc (${unit?.producer ?? 'LLVM IR'})`,
      grade: this.grade,
      files: this.#places.files,
      functions,
      lines: this.#lines,
      globals,
      types: this.#types.types,
    };
  }

  #function(compiled: CompiledFunction, emitted: EmittedFunction): DbgFunction {
    const { debug } = this.module.source;
    const { subprogram: id } = compiled.lowered.source;
    const subprogram = id === undefined ? undefined : debug.subprograms.get(id);
    const file = subprogram === undefined ? 0 : this.#places.fileIndex(subprogram.file);
    const line = subprogram?.line ?? 0;
    const header = { file, line: subprogram?.scopeLine ?? line, column: 0, scope: id };
    const found = linesOf(emitted, this.#places, header);
    if (this.grade >= 2 && subprogram !== undefined) this.#lines.push(...found.lines);
    else if (this.grade >= 2)
      this.#lines.push({ ordinal: emitted.start, line: 0, column: 0, statement: false });
    const signature = subprogram?.type === undefined ? undefined : debug.types.get(subprogram.type);
    const result =
      this.grade === 3 && signature?.kind === 'subroutine'
        ? this.#types.indexOf(signature.result)
        : undefined;
    return {
      name: subprogram?.name ?? compiled.name,
      symbol: compiled.placed.code.symbol,
      file,
      line,
      ...(subprogram === undefined ? {} : { endLine: found.lastLine }),
      start: emitted.start,
      end: emitted.end,
      body: found.body,
      ...(result === undefined ? {} : { result }),
      variables:
        this.grade === 3 ? variablesOf(compiled.lowered, emitted, debug, this.#places, this.#types) : [],
    };
  }

  #globals(emitted: EmittedModule): DbgGlobal[] {
    const { debug, globals } = this.module.source;
    const symbols = new Map(emitted.globals.map(({ name, symbol }) => [name, symbol]));
    return globals.flatMap(({ name, debug: ids }) => {
      const symbol = symbols.get(name);
      const variable = ids.map(id => debug.globals.get(id)).find(found => found !== undefined);
      if (symbol === undefined || variable === undefined) return [];
      const owner = this.#places
        .scopesFrom(variable.scope)
        .map(scope => debug.subprograms.get(scope))
        .find(found => found !== undefined);
      return [
        {
          name: variable.name,
          symbol,
          type: this.#types.requiredIndexOf(variable.type),
          file: this.#places.fileIndex(variable.file),
          line: variable.line,
          ...(owner === undefined ? {} : { function: owner.name }),
          local: variable.isLocal,
        },
      ];
    });
  }
}
