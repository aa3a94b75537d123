// Symbols of a contract out of the `debug_info` of its `.meta`: lines, functions, inlined modifiers, variables and storage.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  moduleId,
  type FunctionSymbol,
  type LineEntry,
  type LineExtent,
  type LocalSymbol,
  type SourceRef,
  type SymbolData,
} from '@sonde/engine';
import {
  typesOf,
  type DebugFunction,
  type DebugInfo,
  type DebugLocation,
  type Meta,
} from '../../toolchain/toolchain.js';
import { addCommonTypes, debuggerNames } from './debugger-names.js';
import { TypeDescriptions } from './type-descriptions.js';

/** Where a variable is, by the slot that its symbol names. */
export interface VariableSlot {
  readonly type: string;
  readonly location: DebugLocation;
}

/** Code of a modifier inside a function. */
export interface InlineRange {
  readonly from: number;
  readonly to: number;
  /** The address by which the frame around it is looked up. */
  readonly callSite: number;
  /** The modifier around this one; undefined for the function itself. */
  readonly outer: InlineRange | undefined;
  readonly depth: number;
}

export interface ContractSymbols {
  readonly data: SymbolData;
  readonly types: TypeDescriptions;
  readonly slots: readonly VariableSlot[];
  readonly inlined: readonly InlineRange[];
  /** Names of storage variables, by the index of their global. */
  readonly storage: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

const extentOf = ([, line, , endLine]: DebugFunction['decl']): LineExtent => ({ line, endLine });

const flags = { statement: 1, generated: 8 } as const;
const module = moduleId('contract');

/** `folder`: what paths of sources count from. `size`: of the module. */
export function contractSymbols(meta: Meta, folder: string | undefined, size: number): ContractSymbols {
  return new SymbolMaker(meta, folder, size).make();
}

class SymbolMaker {
  readonly #types: TypeDescriptions;
  readonly #slots: VariableSlot[] = [];
  readonly #functions: FunctionSymbol[] = [];
  readonly #lines: LineEntry[] = [];
  readonly #inlined: InlineRange[] = [];
  readonly #texts = new Map<string, string>();
  /** Call sites of inlined code are behind the module, where no instruction is. */
  #nextCallSite: number;

  constructor(
    private readonly meta: Meta,
    private readonly folder: string | undefined,
    size: number,
  ) {
    this.#types = new TypeDescriptions(typesOf(meta));
    addCommonTypes(this.#types);
    this.#nextCallSite = size + 16;
  }

  make(): ContractSymbols {
    const info = this.meta.debug_info;
    const sources = info === null ? [] : this.#sources(info);
    const storage = Object.entries(info?.variable_info.storage ?? {});
    if (info !== null) {
      for (const [offset, source, line, column, endLine, endColumn, bits] of info.source_map.data.x_twilight
        .stmts)
        this.#lines.push({
          address: offset,
          source,
          line,
          column,
          endLine,
          endColumn,
          statement: (bits & flags.statement) !== 0,
        });
      for (const [mangled, each] of Object.entries(info.variable_info.functions))
        this.#function(mangled, each, info);
      for (const { name, body } of info.variable_info.runtime)
        this.#functions.push({
          name,
          source: -1,
          module,
          start: body[0],
          end: body[1],
          locals: [],
          artificial: true,
        });
    }
    const globals = storage.map(([name, { type, decl }], index) => ({
      name,
      index,
      type: this.#types.idOf(type),
      declared: { source: decl[0], line: decl[1], column: decl[2] },
    }));
    const data: SymbolData = {
      modules: [{ id: module, name: this.meta.contract, start: 0, end: this.#nextCallSite + 16 }],
      sources,
      functions: this.#functions,
      // The last of an address is where a stop there is shown: the statement, not the first thing that it evaluates.
      lines: this.#lines.sort(
        (one, other) => one.address - other.address || Number(one.statement) - Number(other.statement),
      ),
      globals,
      names: debuggerNames(globals, this.#types),
      types: [],
    };
    return {
      data,
      types: this.#types,
      slots: this.#slots,
      inlined: this.#inlined,
      storage: storage.map(([name]) => name),
      texts: this.#texts,
    };
  }

  #sources({ source_map: { data } }: DebugInfo): readonly SourceRef[] {
    return data.sources.map((name, nth): SourceRef => {
      const path = this.folder === undefined ? undefined : resolve(this.folder, name);
      const file = this.meta.source_info.files.find(each => each.path === name);
      const sha256 = file === undefined ? {} : { sha256: file.hash.replace(/^0x/, '') };
      if (path !== undefined && existsSync(path)) return { name, path, ...sha256 };
      const text = data.sourcesContent[nth];
      if (typeof text === 'string') this.#texts.set(name, text);
      return { name, contentKey: name, ...sha256 };
    });
  }

  #function(mangled: string, each: DebugFunction, info: DebugInfo): void {
    const [start, end] = each.body;
    const own = { source: each.source, module };
    this.#functions.push({
      ...own,
      name: each.name,
      aliases: [...new Set([each.display, mangled])].filter(alias => alias !== each.name),
      start,
      end,
      body: this.#firstStatement(each),
      locals: this.#locals(each.scope, info),
      result: this.#types.idOf(each.result_type),
      extent: extentOf(each.decl),
      ...(each.generated ? { artificial: true } : {}),
    });
    const regions: (readonly InlineRange[])[] = [];
    for (const [nth, region] of each.inlined.entries()) {
      // The body of the function is the function: only what is around it is shown as a frame of its own.
      if (region.kind === 'body') {
        regions.push([]);
        for (const [from, to] of region.ranges) {
          const parent = region.parent === null ? undefined : each.inlined[region.parent];
          if (parent === undefined) continue;
          this.#functions.push({
            ...own,
            name: each.name,
            start: from,
            end: to,
            body: this.#firstIn(from, to) ?? from,
            extent: extentOf(each.decl),
            locals: [...this.#locals(each.scope, info), ...this.#locals(region.scope, info)],
            result: this.#types.idOf(each.result_type),
          });
          this.#inlined.push({ from, to, callSite: -1, outer: undefined, depth: 0 });
        }
        continue;
      }
      const outer = region.parent === null ? undefined : regions[region.parent]?.[0];
      const callSite = this.#callSite(each, nth, info);
      const made = region.ranges.map(([from, to]): InlineRange => {
        this.#functions.push({
          name: region.name,
          source: region.decl[0],
          module,
          start: from,
          end: to,
          body: this.#firstIn(from, to) ?? from,
          extent: extentOf(region.decl),
          locals: this.#locals(region.scope, info),
        });
        return { from, to, callSite, outer, depth: (outer?.depth ?? 0) + 1 };
      });
      this.#inlined.push(...made);
      regions.push(made);
    }
  }

  /** Where a breakpoint on the function stops. */
  #firstStatement({ body, prologue_end: behind, inlined }: DebugFunction): number {
    const own = inlined.find(({ kind }) => kind === 'body')?.ranges[0];
    return this.#firstIn(...(own ?? body)) ?? behind;
  }

  #firstIn(from: number, to: number): number | undefined {
    const inside = this.#lines.filter(
      ({ address, statement }) => statement && address >= from && address < to,
    );
    return inside.length === 0 ? undefined : Math.min(...inside.map(({ address }) => address));
  }

  /** A place without code that stands for the line on which the modifier was put to the function. */
  #callSite(each: DebugFunction, nth: number, info: DebugInfo): number {
    const region = each.inlined[nth]!;
    const parent = region.parent === null ? undefined : each.inlined[region.parent];
    const at = this.#nextCallSite;
    this.#nextCallSite += 4;
    const [from = each.body[0]] = region.ranges[0] ?? [];
    const locals = this.#locals(parent?.scope ?? each.scope, info)
      .filter(local => local.from <= from && from < local.to)
      .map(local => ({ ...local, from: at, to: at + 4 }));
    this.#functions.push({
      name: parent?.name ?? each.name,
      source: region.call_source,
      module,
      start: at,
      end: at + 4,
      // A breakpoint on the function is none here.
      body: parent === undefined ? this.#firstStatement(each) : (this.#firstIn(...parent.ranges[0]!) ?? at),
      locals,
    });
    this.#lines.push({
      address: at,
      source: region.call_source,
      line: region.call_line,
      column: region.call_col,
      statement: false,
    });
    return at + 2;
  }

  /** Of a scope and all inside it; inner ones last, because they hide outer ones. */
  #locals(root: string | null, { variable_info: { scopes } }: DebugInfo): readonly LocalSymbol[] {
    if (root === null) return [];
    const inner = Object.entries(scopes)
      .filter(([, { parent }]) => parent === root)
      .map(([id]) => id);
    const own = (scopes[root]?.variables ?? [])
      .filter(({ kind }) => kind !== 'hidden')
      .flatMap(variable =>
        variable.locations.map(({ range: [from, to], loc }): LocalSymbol => ({
          name: variable.name,
          slot: this.#slots.push({ type: variable.type, location: loc }) - 1,
          type: this.#types.idOf(variable.type),
          parameter: variable.kind === 'parameter',
          declared: { line: variable.decl[1], column: variable.decl[2] },
          from,
          to,
        })),
      );
    return [...own, ...inner.flatMap(id => this.#locals(id, { variable_info: { scopes } } as DebugInfo))];
  }
}
