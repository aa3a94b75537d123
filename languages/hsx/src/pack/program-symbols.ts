// What the debugger is told about one linked program: functions, lines, variables and where each of them is.

import { basename, isAbsolute, resolve } from 'node:path';
import {
  moduleId,
  type CallSymbol,
  type FunctionSymbol,
  type GlobalSymbol,
  type LineEntry,
  type LocalSymbol,
  type ModuleId,
  type ModuleSymbol,
  type SourceRef,
} from '@sonde/engine';
import { globalIndex, programSpan, type SlotLocations } from '../runtime/image.js';
import type { SymDebug, SymDebugFunction, SymFile } from '../toolchain/format/sym-file.js';
import { fieldsOf, Op, sizeOfInstruction } from '../toolchain/isa.js';
import { machineTypes, type ProgramTypes, type TypeFinder } from './debug-types.js';
import { plainDebug } from './plain-debug.js';

export interface ProgramToDescribe {
  readonly name: string;
  /** Where relative names of sources count from. */
  readonly folder: string;
  readonly path?: string;
  readonly code: Uint32Array;
  readonly sym?: SymFile;
}

/** Code addresses count from where the program lies among the others; slots and globals from 0. */
export class ProgramSymbols {
  readonly sources: readonly SourceRef[];
  readonly modules: readonly ModuleSymbol[];
  /** `source` below 0: nobody knows where it was written. */
  readonly functions: readonly FunctionSymbol[];
  readonly lines: readonly LineEntry[];
  readonly globals: GlobalSymbol[] = [];
  readonly calls: readonly CallSymbol[];
  /** For the machine: where each slot is, and each global. */
  readonly slots: SlotLocations[] = [];
  readonly globalAddresses: number[] = [];
  readonly #base: number;
  readonly #end: number;

  constructor(
    private readonly program: ProgramToDescribe,
    private readonly nth: number,
    types: ProgramTypes,
  ) {
    this.#base = nth * programSpan;
    this.#end = program.code.length * 4;
    const debug = program.sym === undefined ? undefined : (program.sym.debug ?? plainDebug(program.sym));
    const typeOf = types.add(debug?.types ?? []);
    this.sources = (debug?.sources ?? []).map(({ filename, directory }) => {
      const path = isAbsolute(filename) ? filename : resolve(program.folder, directory, filename);
      return { name: basename(filename), path };
    });
    this.modules = this.#modulesOf(debug);
    this.functions = this.#withGaps((debug?.functions ?? []).map(f => this.#function(f, debug!, typeOf)));
    this.lines = (debug?.lines ?? [])
      .filter(({ source, line }) => source !== undefined && line > 0)
      .map(({ pc, source, line, column, statement }) => ({
        address: this.#base + pc,
        source: source!,
        line,
        column: Math.max(1, column),
        statement,
      }));
    if (debug !== undefined) this.#addGlobals(debug, typeOf);
    this.calls = this.#callsOf();
  }

  #modulesOf(debug: SymDebug | undefined): readonly ModuleSymbol[] {
    const { name, path } = this.program;
    const linked = debug?.modules ?? [];
    const all = linked.length === 0 ? [{ name, start: 0, end: this.#end }] : linked;
    return all.map(({ name: module, start, end }, nth) => ({
      id: this.#moduleId(nth),
      name: all.length === 1 ? name : `${name}: ${module}`,
      ...(path === undefined ? {} : { path }),
      start: this.#base + start,
      end: this.#base + end,
      extra: { codeSize: end - start },
    }));
  }

  #moduleId(nth: number): ModuleId {
    return moduleId(`${this.nth}.${nth}`);
  }

  #moduleAt(pc: number): ModuleId {
    const at = pc + this.#base;
    return this.#moduleId(
      Math.max(
        0,
        this.modules.findIndex(m => at >= m.start && at < m.end),
      ),
    );
  }

  #function(f: SymDebugFunction, debug: SymDebug, typeOf: TypeFinder): FunctionSymbol {
    const [from, to] = [this.#base + f.start, this.#base + f.end];
    const variables = f.variables.map((v): LocalSymbol => ({
      name: v.name,
      slot: this.slots.push(v.locations) - 1,
      type: typeOf(v.type),
      parameter: v.position !== undefined,
      ...(v.line > 0 ? { declared: { line: v.line, column: v.column ?? 1 } } : {}),
      from: this.#base + v.scope.start,
      to: this.#base + v.scope.end,
    }));
    const statics = debug.globals
      .filter(g => g.function === f.name && g.source === f.source)
      .map((g): LocalSymbol => ({
        name: g.name,
        slot:
          this.slots.push([{ start: f.start, end: f.end, at: { kind: 'memory', address: g.address } }]) - 1,
        type: typeOf(g.type),
        parameter: false,
        declared: { line: g.line, column: 1 },
        from,
        to,
      }));
    return {
      name: f.name,
      source: f.source,
      module: this.#moduleAt(f.start),
      start: from,
      end: to,
      body: this.#base + f.body,
      // Those of inner blocks come last, so that they hide what is around them.
      locals: [...statics, ...variables],
      result: debug.grade < 3 ? machineTypes.word : typeOf(f.result),
      ...(f.endLine === undefined ? {} : { extent: { line: f.line, endLine: f.endLine } }),
    };
  }

  /** Code of no known function is one too, under its label: it can be disassembled, and breakpoints sit there. */
  #withGaps(known: readonly FunctionSymbol[]): readonly FunctionSymbol[] {
    const gaps: FunctionSymbol[] = [];
    let at = 0;
    for (const f of [...known].sort((a, b) => a.start - b.start)) {
      if (f.start - this.#base > at) gaps.push(...this.#gap(at, f.start - this.#base));
      at = Math.max(at, f.end - this.#base);
    }
    if (at < this.#end) gaps.push(...this.#gap(at, this.#end));
    return [...known, ...gaps];
  }

  #gap(start: number, end: number): readonly FunctionSymbol[] {
    const { sym, name } = this.program;
    const labels = new Map((sym?.symbols.functions ?? []).map(f => [f.address, f.name]));
    const inside = [...labels.keys()]
      .filter(address => address > start && address < end)
      .sort((a, b) => a - b);
    const starts = [start, ...inside];
    return starts.map((from, nth) => ({
      name: labels.get(from) ?? (sym === undefined ? name : 'code'),
      source: -1,
      module: this.#moduleAt(from),
      start: this.#base + from,
      end: this.#base + (starts[nth + 1] ?? end),
      locals: [],
      result: machineTypes.word,
    }));
  }

  #addGlobals(debug: SymDebug, typeOf: TypeFinder): void {
    for (const global of debug.globals) {
      // A literal has no name.
      if (global.function !== undefined || global.name === '') continue;
      const symbol = {
        name: global.name,
        index: globalIndex(this.nth, this.globalAddresses.push(global.address) - 1),
        type: typeOf(global.type),
        perTask: true,
        declared: { source: global.source, line: global.line, column: 1 },
      } as const;
      const seenFrom = global.local ? [global.module] : this.modules.map((_, nth) => nth);
      for (const module of seenFrom) this.globals.push({ ...symbol, module: this.#moduleId(module) });
    }
  }

  /** Direct calls of functions that have a name. */
  #callsOf(): readonly CallSymbol[] {
    const { code } = this.program;
    const names = new Map(this.functions.map(f => [f.start - this.#base, f.name]));
    const calls: CallSymbol[] = [];
    let line = -1;
    for (let pc = 0; pc < this.#end; pc += sizeOfInstruction(code[pc / 4]!)) {
      while ((this.lines[line + 1]?.address ?? Infinity) <= this.#base + pc) line++;
      const { code: operation, rs1, imm } = fieldsOf(code[pc / 4]!);
      const at = this.lines[line];
      const target = rs1 === 0 ? names.get((pc + imm * 4) & 0xffff) : undefined;
      if (operation !== Op.CALL || at === undefined || target === undefined) continue;
      calls.push({
        address: this.#base + pc,
        label: `${target}()`,
        source: at.source,
        line: at.line,
        column: at.column,
      });
    }
    return calls;
  }
}
