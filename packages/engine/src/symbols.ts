// Symbols as data: what a language tells about compiled code when the engine has no symbol tables of its own.
//
// Code addresses are offsets in one address space per program. The data is cloned into the thread of a VM, so it holds
// no functions; `SymbolIndex` answers questions about it.

import type { Address } from './address.js';
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

export interface LocalSymbol {
  readonly name: string;
  readonly slot: number;
  readonly type: TypeId;
  readonly parameter: boolean;
  /** Live range, in code addresses; end is exclusive. */
  readonly from: number;
  readonly to: number;
}

export interface FunctionSymbol {
  readonly name: string;
  readonly source: number;
  readonly module: ModuleId;
  readonly start: number;
  readonly end: number;
  readonly locals: readonly LocalSymbol[];
  /** First address after the prologue, where a function breakpoint stops. */
  readonly body?: number;
  readonly artificial?: boolean;
}

export interface GlobalSymbol {
  readonly name: string;
  readonly index: number;
  readonly type: TypeId;
  /** Visible only in code of this module; absent for everywhere. */
  readonly module?: ModuleId;
}

export interface ModuleSymbol {
  readonly id: ModuleId;
  readonly name: string;
  readonly path?: string;
  readonly start: number;
  readonly end: number;
}

export interface SymbolData {
  readonly modules: readonly ModuleSymbol[];
  readonly sources: readonly SourceRef[];
  readonly functions: readonly FunctionSymbol[];
  /** Sorted by address. */
  readonly lines: readonly LineEntry[];
  readonly globals: readonly GlobalSymbol[];
  readonly types: readonly (readonly [TypeId, TypeDescription])[];
}

/** Look-ups over SymbolData. Only modules that are loaded take part in breakpoint resolution. */
export class SymbolIndex {
  readonly #byStart: readonly FunctionSymbol[];

  constructor(readonly data: SymbolData) {
    this.#byStart = [...data.functions].sort((a, b) => a.start - b.start);
  }

  functionAt(address: number): FunctionSymbol | undefined {
    const index = lastAtOrBefore(this.#byStart, address, f => f.start);
    const found = index < 0 ? undefined : this.#byStart[index];
    return found !== undefined && address < found.end ? found : undefined;
  }

  moduleAt(address: number): ModuleSymbol | undefined {
    return this.data.modules.find(m => address >= m.start && address < m.end);
  }

  /** The entry that covers the address, never one of another function. */
  lineAt(address: number): LineEntry | undefined {
    const index = lastAtOrBefore(this.data.lines, address, l => l.address);
    const found = index < 0 ? undefined : this.data.lines[index];
    const inside = this.functionAt(address);
    return found !== undefined && inside !== undefined && found.address >= inside.start ? found : undefined;
  }

  isStatementStart(address: number): boolean {
    const entry = this.lineAt(address);
    return entry?.address === address && entry.statement;
  }

  locate(entry: LineEntry): SourceLocation {
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

  functionsNamed(name: string): readonly FunctionSymbol[] {
    return this.data.functions.filter(f => f.name === name);
  }

  /** Statement starts of a source between two lines, by line and column: the places a breakpoint can sit. */
  statements(source: SourceRef, firstLine: number, lastLine: number): readonly LineEntry[] {
    const key = sourceKey(source);
    return this.data.lines
      .filter(
        l =>
          l.statement &&
          l.line >= firstLine &&
          l.line <= lastLine &&
          sourceKey(this.data.sources[l.source] ?? { name: '' }) === key,
      )
      .sort((a, b) => a.line - b.line || a.column - b.column || a.address - b.address);
  }

  /** What an expression may name at an address: parameters and live locals, then globals. */
  namesAt(address: number): NameScope {
    const inside = this.functionAt(address);
    const live = (inside?.locals ?? []).filter(l => address >= l.from && address < l.to);
    // A later declaration shadows an earlier one, so the innermost comes last in the list and first in the scope.
    const locals: VisibleName[] = [...live].reverse().map(l => ({
      name: l.name,
      type: l.type,
      place: { kind: 'slot', slot: l.slot },
      kind: l.parameter ? 'parameter' : 'local',
    }));
    const globals: VisibleName[] = this.data.globals
      .filter(g => g.module === undefined || g.module === inside?.module)
      .map(g => ({ name: g.name, type: g.type, place: { kind: 'global', index: g.index }, kind: 'global' }));
    return nameScope([...locals, ...globals]);
  }
}

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

export const codeAddress = (offset: number): Address => ({ space: 'code', offset: BigInt(offset) });
