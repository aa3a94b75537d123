// Symbols as data: what a language tells about compiled code when the engine has no symbol tables of its own.
//
// Code addresses are offsets in one address space per program. The data is cloned into the thread of a VM, so it holds
// no functions; `SymbolIndex` answers questions about it.

import { codeSpace, type Address } from './address.js';
import type { ModuleId, TypeId } from './ids.js';
import { nameScope, type NameScope, type VisibleName } from './names.js';
import { sourceKey, type SourceLocation, type SourceRef } from './source.js';
import type { TypeDescription } from './types.js';

export interface LineEntry {
  readonly address: number;
  /** Index into `SymbolData.sources`. */
  readonly source: number;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  /** A statement begins here: a place where a step may stop and a breakpoint may sit. */
  readonly statement: boolean;
}

/** Where a name was declared; both count from 1. */
export interface DeclaredAt {
  readonly line: number;
  readonly column: number;
}

export interface LocalSymbol {
  readonly name: string;
  readonly slot: number;
  readonly type: TypeId;
  readonly parameter: boolean;
  /** In the source of its function. */
  readonly declared?: DeclaredAt;
  /** Live range, in code addresses; end is exclusive. */
  readonly from: number;
  readonly to: number;
}

export interface FunctionSymbol {
  readonly name: string;
  /** Other names that people mean it by, several functions perhaps: that of the generic it is an instance of. */
  readonly aliases?: readonly string[];
  readonly source: number;
  readonly module: ModuleId;
  readonly start: number;
  readonly end: number;
  readonly locals: readonly LocalSymbol[];
  /** First address after the prologue, where a function breakpoint stops. */
  readonly body?: number;
  readonly artificial?: boolean;
  /** Of what it gives back, where values do not tell. */
  readonly result?: TypeId;
  /** The lines of its text, from its name to its end: a breakpoint on one of them never leaves it. */
  readonly extent?: LineExtent;
}

/** Both inclusive, from 1. */
export interface LineExtent {
  readonly line: number;
  readonly endLine: number;
}

export interface GlobalSymbol {
  readonly name: string;
  readonly index: number;
  readonly type: TypeId;
  /** Visible only in code of this module; absent for everywhere. */
  readonly module?: ModuleId;
  /** Each task has one of its own. */
  readonly perTask?: true;
  /** `source` is an index into `SymbolData.sources`. */
  readonly declared?: DeclaredAt & { readonly source: number };
}

export interface ModuleSymbol {
  readonly id: ModuleId;
  readonly name: string;
  readonly path?: string;
  readonly start: number;
  readonly end: number;
  /** What the language tells about its modules, by the names of its module columns. */
  readonly extra?: Readonly<Record<string, string | number | boolean>>;
}

/** A call that a person wrote: a choice for somebody who steps into one of several. */
export interface CallSymbol {
  /** Of the instruction that calls. */
  readonly address: number;
  /** As the language writes it: `total(xs)`. */
  readonly label: string;
  /** Index into `SymbolData.sources`. */
  readonly source: number;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** A register that expressions may name. */
export interface RegisterSymbol {
  readonly name: string;
  readonly type: TypeId;
}

export interface SymbolData {
  readonly modules: readonly ModuleSymbol[];
  readonly sources: readonly SourceRef[];
  readonly functions: readonly FunctionSymbol[];
  /** Sorted by address. */
  readonly lines: readonly LineEntry[];
  readonly globals: readonly GlobalSymbol[];
  readonly types: readonly (readonly [TypeId, TypeDescription])[];
  /** Sorted by address, so that those of one statement are in the order in which they are made. */
  readonly calls?: readonly CallSymbol[];
  readonly registers?: readonly RegisterSymbol[];
  /** What expressions may name besides: functions, for languages in which they are values. Variables hide them. */
  readonly names?: readonly VisibleName[];
}

/** Look-ups over SymbolData. Only modules that are loaded take part in breakpoint resolution. */
export class SymbolIndex {
  #data: SymbolData;
  /** By start; of those that begin together, the inner one last. */
  #byStart: readonly FunctionSymbol[] = [];
  /** For each of them the furthest end of it and all before it, so that a search knows when to give up. */
  #furthestEnd: readonly number[] = [];
  readonly #statements = new Map<string, readonly LineEntry[]>();
  /** Registers, and what the language adds. */
  #others: readonly VisibleName[] = [];

  constructor(data: SymbolData) {
    this.#data = data;
    this.#index();
  }

  get data(): SymbolData {
    return this.#data;
  }

  /** More code was loaded. Indices of its sources count from those that are here. */
  extend(more: SymbolData): void {
    this.#data = joined(this.#data, more);
    this.#index();
  }

  #index(): void {
    const data = this.#data;
    this.#byStart = [...data.functions].sort((a, b) => a.start - b.start || b.end - a.end);
    const registers = (data.registers ?? []).map(({ name, type }): VisibleName => ({
      name,
      type,
      place: { kind: 'register', name },
      kind: 'register',
    }));
    this.#others = [...registers, ...(data.names ?? [])];
    let furthest = 0;
    this.#furthestEnd = this.#byStart.map(f => (furthest = Math.max(furthest, f.end)));
    this.#statements.clear();
  }

  /** The innermost function: code of one may lie inside that of another. */
  functionAt(address: number): FunctionSymbol | undefined {
    let index = lastAtOrBefore(this.#byStart, address, f => f.start);
    for (; index >= 0 && this.#furthestEnd[index]! > address; index--) {
      const found = this.#byStart[index]!;
      if (address < found.end) return found;
    }
    return undefined;
  }

  moduleAt(address: number): ModuleSymbol | undefined {
    return this.data.modules.find(m => address >= m.start && address < m.end);
  }

  /** The entry that covers the address, never one of another function. */
  lineAt(address: number): LineEntry | undefined {
    const inside = this.functionAt(address);
    if (inside === undefined) return undefined;
    let index = lastAtOrBefore(this.data.lines, address, l => l.address);
    for (; index >= 0; index--) {
      const found = this.data.lines[index]!;
      if (found.address < inside.start) return undefined;
      if (this.functionAt(found.address) === inside) return found;
    }
    return undefined;
  }

  /** Several entries may share an address; one that begins a statement is enough. */
  isStatementStart(address: number): boolean {
    if (this.functionAt(address) === undefined) return false;
    let index = lastAtOrBefore(this.data.lines, address, l => l.address);
    for (; this.data.lines[index]?.address === address; index--)
      if (this.data.lines[index]!.statement) return true;
    return false;
  }

  locate(entry: Omit<LineEntry, 'address' | 'statement'>): SourceLocation {
    return {
      source: this.data.sources[entry.source] ?? { name: '?' },
      line: entry.line,
      column: entry.column,
      ...(entry.endLine === undefined ? {} : { endLine: entry.endLine }),
      ...(entry.endColumn === undefined ? {} : { endColumn: entry.endColumn }),
    };
  }

  locationAt(address: number): SourceLocation | undefined {
    const entry = this.lineAt(address);
    return entry === undefined ? undefined : this.locate(entry);
  }

  /** Where a function that code names was written: its body, behind what the compiler put in front. */
  writtenAt(address: number): SourceLocation | undefined {
    const named = this.functionAt(address);
    return named === undefined ? undefined : this.locationAt(named.body ?? named.start);
  }

  /** The calls that a step over the line would still make from here on, as far as it takes one way through it. */
  callsAhead(address: number): readonly CallSymbol[] {
    const { calls = [], lines } = this.data;
    const inside = this.functionAt(address);
    const here = this.lineAt(address);
    if (inside === undefined || here === undefined || calls.length === 0) return [];
    const next = lines
      .slice(lastAtOrBefore(lines, address, l => l.address) + 1)
      .find(
        l =>
          l.address >= inside.end ||
          (l.statement &&
            (l.line !== here.line || l.source !== here.source) &&
            this.functionAt(l.address) === inside),
      );
    const end = Math.min(inside.end, next?.address ?? inside.end);
    const first = lastAtOrBefore(calls, address - 1, c => c.address) + 1;
    return calls
      .slice(first, lastAtOrBefore(calls, end - 1, c => c.address) + 1)
      .filter(call => this.functionAt(call.address) === inside);
  }

  functionsNamed(name: string): readonly FunctionSymbol[] {
    return this.data.functions.filter(f => f.name === name || f.aliases?.includes(name) === true);
  }

  /**
   * A file as the program calls it. Where a source has no path, because its text came with the program, the file with
   * its name is meant, wherever it lies: no other one can be asked for.
   */
  known(source: SourceRef): SourceRef {
    const { path } = source;
    if (path === undefined || this.#data.sources.some(each => each.path === path)) return source;
    const alike = this.#data.sources.filter(
      each => each.path === undefined && (path === each.name || path.endsWith(`/${each.name}`)),
    );
    return alike.length === 1 ? alike[0]! : source;
  }

  /** Statement starts of a source between two lines, by line and column: the places a breakpoint can sit. */
  statements(source: SourceRef, firstLine: number, lastLine: number): readonly LineEntry[] {
    const all = this.#statementsOf(sourceKey(this.known(source)));
    const first = lastAtOrBefore(all, firstLine - 1, l => l.line) + 1;
    return all.slice(first, lastAtOrBefore(all, lastLine, l => l.line) + 1);
  }

  /** By line and column. Sorted once: a program of many lines may get many breakpoints. */
  #statementsOf(key: string): readonly LineEntry[] {
    const known = this.#statements.get(key);
    if (known !== undefined) return known;
    const own = this.data.sources.map(source => sourceKey(source) === key);
    const found = this.data.lines
      .filter(l => l.statement && own[l.source] === true)
      .sort((a, b) => a.line - b.line || a.column - b.column || a.address - b.address);
    this.#statements.set(key, found);
    return found;
  }

  /** The address itself, or the same statement as it was compiled into this function; undefined when it is not in it. */
  sameStatementIn(inside: FunctionSymbol | undefined, address: number): number | undefined {
    if (this.functionAt(address) === inside) return address;
    const wanted = this.lineAt(address);
    if (wanted === undefined || inside === undefined) return undefined;
    const { source, line, column } = wanted;
    return this.data.lines.find(
      l =>
        l.statement &&
        l.source === source &&
        l.line === line &&
        l.column === column &&
        this.functionAt(l.address) === inside,
    )?.address;
  }

  /** What an expression may name at an address: parameters and live locals, then globals. */
  namesAt(address: number): NameScope {
    const inside = this.functionAt(address);
    const live = (inside?.locals ?? []).filter(l => address >= l.from && address < l.to);
    // A later declaration shadows an earlier one, so the innermost comes last in the list and first in the scope.
    const locals = [...live].reverse().map(visibleLocal);
    const globals = this.data.globals
      .filter(g => g.module === undefined || g.module === inside?.module)
      .map(visibleGlobal);
    return nameScope([...locals, ...globals, ...this.#others], codeAddress(address));
  }

  /** What can be named somewhere in the program: enough to tell whether a text makes sense at all. */
  namesAnywhere(): NameScope {
    const locals = this.data.functions.flatMap(f => f.locals.map(visibleLocal));
    return nameScope([...locals, ...this.data.globals.map(visibleGlobal), ...this.#others]);
  }
}

/** Sources of the second part come behind those of the first. */
function joined(first: SymbolData, second: SymbolData): SymbolData {
  const sources = first.sources.length;
  const moved = <Item extends { readonly source: number }>(item: Item): Item =>
    item.source < 0 ? item : { ...item, source: item.source + sources };
  const byAddress = (a: { readonly address: number }, b: { readonly address: number }): number =>
    a.address - b.address;
  return {
    modules: [...first.modules, ...second.modules],
    sources: [...first.sources, ...second.sources],
    functions: [...first.functions, ...second.functions.map(moved)],
    lines: [...first.lines, ...second.lines.map(moved)].sort(byAddress),
    globals: [
      ...first.globals,
      ...second.globals.map(({ declared, ...rest }) =>
        declared === undefined ? rest : { ...rest, declared: moved(declared) },
      ),
    ],
    types: [...first.types, ...second.types],
    calls: [...(first.calls ?? []), ...(second.calls ?? []).map(moved)].sort(byAddress),
    registers: [...(first.registers ?? []), ...(second.registers ?? [])],
    names: [...(first.names ?? []), ...(second.names ?? [])],
  };
}

const visibleLocal = ({ name, type, slot, parameter }: LocalSymbol): VisibleName => ({
  name,
  type,
  place: { kind: 'slot', slot },
  kind: parameter ? 'parameter' : 'local',
});

export const visibleGlobal = ({ name, type, index, perTask }: GlobalSymbol): VisibleName => ({
  name,
  type,
  place: { kind: 'global', index, ...(perTask === true ? { perTask } : {}) },
  kind: 'global',
});

/** Index of the last element whose key is at or before `wanted`, or -1. */
export function lastAtOrBefore<T>(sorted: readonly T[], wanted: number, key: (item: T) => number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (key(sorted[middle]!) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export const codeAddress = (offset: number): Address => ({ space: codeSpace, offset: BigInt(offset) });
