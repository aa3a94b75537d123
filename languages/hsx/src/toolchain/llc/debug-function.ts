// What `.dbg` says of one function: its lines, and its variables with their scopes.

import type { MetadataId, ModuleData } from '@sonde/llvm-ir';
import type { DbgFunction, DbgLine, DbgVariable } from '../format/dbg.js';
import type { CompiledFunction } from './compile-module.js';
import { valueRanges } from './debug-ranges.js';
import type { DebugScopes } from './debug-scopes.js';
import type { DebugTypeList } from './debug-type-list.js';
import type { EmittedFunction } from './emit-assembly.js';

interface Described {
  readonly function: DbgFunction;
  readonly lines: readonly DbgLine[];
}

export function describeFunction(
  compiled: CompiledFunction,
  emitted: EmittedFunction,
  module: ModuleData,
  scopes: DebugScopes,
  types: DebugTypeList,
): Described {
  return new FunctionDebug(compiled, emitted, module, scopes, types).describe();
}

class FunctionDebug {
  /** First and last instruction of each lexical scope. */
  readonly #extents = new Map<MetadataId, { start: number; end: number }>();

  constructor(
    private readonly compiled: CompiledFunction,
    private readonly emitted: EmittedFunction,
    private readonly module: ModuleData,
    private readonly scopes: DebugScopes,
    private readonly types: DebugTypeList,
  ) {}

  describe(): Described {
    const { compiled, emitted } = this;
    const { subprogram: id } = compiled.lowered.source;
    const subprogram = id === undefined ? undefined : this.module.debug.subprograms.get(id);
    const file = this.scopes.fileOf(id) ?? 0;
    const line = subprogram?.line ?? 0;
    const lines = this.#lines(file, line);
    const body = lines.find(({ statement }) => statement)?.ordinal ?? emitted.start;
    const own = lines.filter(each => each.file === file).map(each => each.line);
    const signature =
      subprogram?.type === undefined ? undefined : this.module.debug.types.get(subprogram.type);
    const result = signature?.kind === 'subroutine' ? this.types.index(signature.result) : undefined;
    return {
      function: {
        name: subprogram?.name ?? compiled.name,
        symbol: compiled.placed.code.symbol,
        file,
        line,
        ...(line > 0 ? { endLine: Math.max(line, ...own) } : {}),
        start: emitted.start,
        end: emitted.end,
        body,
        ...(result === undefined ? {} : { result }),
        variables: this.#variables(body),
      },
      lines,
    };
  }

  #lines(file: number, line: number): readonly DbgLine[] {
    const { emitted, scopes } = this;
    const lines: DbgLine[] = [
      { ordinal: emitted.start, file, line, column: line === 0 ? 0 : 1, statement: false },
    ];
    let last:
      | { readonly line: number; readonly file: number | undefined; readonly column: number }
      | undefined;
    let begins = true;
    for (const { ordinal, placed } of emitted.instructions) {
      if (placed.op === 'LABEL') begins = true;
      if (placed.op === 'LABEL' || placed.op === 'DEBUG') continue;
      const location = scopes.location(placed.location);
      if (location === undefined || location.line === 0) continue;
      this.#extend(location.scope, ordinal);
      const at = {
        line: location.line,
        file: scopes.fileOf(location.scope) ?? file,
        column: location.column,
      };
      const isNewLine = last?.line !== at.line || last.file !== at.file;
      // Where control comes together again on one line, as at the condition of a loop, a step may end too.
      if (isNewLine || begins || last?.column !== at.column)
        lines.push({ ordinal, ...at, statement: isNewLine || begins });
      last = at;
      begins = false;
    }
    return lines;
  }

  #extend(scope: MetadataId | undefined, ordinal: number): void {
    for (const id of this.scopes.chain(scope)) {
      const known = this.#extents.get(id);
      if (known === undefined) this.#extents.set(id, { start: ordinal, end: ordinal + 1 });
      else known.end = Math.max(known.end, ordinal + 1);
    }
  }

  /** Those of inner blocks behind those of outer ones. */
  #variables(body: number): readonly DbgVariable[] {
    const { emitted, compiled } = this;
    const whole = { start: emitted.start, end: emitted.end };
    const found = new Map<MetadataId, DbgVariable['locations'][number][]>();
    const add = (variable: MetadataId, location: DbgVariable['locations'][number]): void => {
      const known = found.get(variable);
      if (known === undefined) found.set(variable, [location]);
      else known.push(location);
    };
    for (const { variable, object, offset } of compiled.lowered.declared)
      add(variable, { start: body, end: emitted.end, at: { kind: 'frame', offset: object.offset + offset } });
    for (const { variable, start, end, at } of valueRanges(emitted)) add(variable, { start, end, at });
    // Those that are nowhere are named all the same: who looks for one is told so.
    for (const { variable } of compiled.lowered.source.variables)
      if (!found.has(variable)) found.set(variable, []);
    const described = [...found].flatMap(([id, locations]) => {
      const data = this.module.debug.variables.get(id);
      if (data === undefined || data.name === '' || data.isArtificial) return [];
      const chain = this.scopes.chain(data.scope);
      const isInlined = chain.at(-1) !== compiled.lowered.source.subprogram;
      if (isInlined) return [];
      const scope = chain.length <= 1 ? whole : (this.#extents.get(chain[0]!) ?? whole);
      const variable: DbgVariable = {
        name: data.name,
        type: this.types.certain(data.type),
        ...(data.position === undefined ? {} : { position: data.position }),
        line: data.line,
        scope: { start: scope.start, end: scope.end },
        locations: [...locations].sort((a, b) => a.start - b.start),
      };
      return [{ depth: chain.length, variable }];
    });
    return described.sort((a, b) => a.depth - b.depth).map(({ variable }) => variable);
  }
}
