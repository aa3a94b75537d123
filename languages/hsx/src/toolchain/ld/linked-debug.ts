// The `.dbg` of the objects as one: instructions that were counted become addresses, lists that were several become one.

import type { DbgFile, DbgSource, DebugGrade, Location } from '../format/dbg.js';
import type { DebugType } from '../format/debug-types.js';
import type {
  SymDebug,
  SymDebugFunction,
  SymDebugGlobal,
  SymDebugLine,
  SymDebugVariable,
} from '../format/sym-file.js';
import { ordinalOffsets } from '../format/ordinals.js';
import type { Problem } from '../problem.js';
import { lookUp, type LinkedSymbol, type Module } from './layout.js';
import type { LinkedProgram } from './linked-program.js';

/** Undefined where no object has any. */
export function linkedDebug(program: LinkedProgram, problems: Problem[]): SymDebug | undefined {
  const { modules } = program.layout;
  const sources = new SourceList();
  const types: DebugType[] = [];
  const functions: SymDebugFunction[] = [];
  const lines: SymDebugLine[] = [];
  const globals: SymDebugGlobal[] = [];
  const grades: DebugGrade[] = [];
  const described = new Set<Module>();
  for (const module of modules) {
    const dbg = program.debug[module.index];
    if (dbg === undefined) {
      // The last line before must not go on into code of which nothing is known.
      if (module.object.code.length > 0)
        lines.push({ pc: module.code, line: 0, column: 0, statement: false });
      continue;
    }
    const part = new ModuleDebug(module, dbg, program.exported, types.length, sources, problems);
    if (!part.fits()) continue;
    described.add(module);
    grades.push(dbg.grade);
    functions.push(...part.functions());
    lines.push(...part.lines());
    globals.push(...part.globals());
    types.push(...dbg.types.map(type => shiftedType(type, types.length)));
  }
  if (described.size === 0) return undefined;
  return {
    grade: Math.max(...grades) as DebugGrade,
    sources: sources.list,
    types,
    modules: modules.map(module => ({
      name: module.name,
      start: module.code,
      end: module.code + module.object.code.length * 4,
      hasDebug: described.has(module),
    })),
    functions: functions.sort((a, b) => a.start - b.start),
    lines,
    globals,
  };
}

/** Each file once, however many objects come from it. */
class SourceList {
  readonly list: DbgSource[] = [];
  private readonly indices = new Map<string, number>();

  add(source: DbgSource): number {
    const key = `${source.directory}\0${source.filename}`;
    const known = this.indices.get(key);
    if (known !== undefined) return known;
    this.indices.set(key, this.list.length);
    return this.list.push(source) - 1;
  }
}

class ModuleDebug {
  private readonly offsets: readonly number[];
  private readonly sources: readonly number[];

  constructor(
    private readonly module: Module,
    private readonly dbg: DbgFile,
    private readonly exported: ReadonlyMap<string, LinkedSymbol>,
    private readonly typeBase: number,
    sources: SourceList,
    private readonly problems: Problem[],
  ) {
    this.offsets = ordinalOffsets(module.object.code);
    this.sources = dbg.files.map(file => sources.add(file));
  }

  /** Debug information of another state of the source counts other instructions: better none than wrong lines. */
  fits(): boolean {
    const last = this.offsets.length - 1;
    const most = Math.max(
      0,
      ...this.dbg.functions.map(({ end }) => end),
      (this.dbg.lines.at(-1)?.ordinal ?? 0) + (this.dbg.lines.length > 0 ? 1 : 0),
    );
    if (most <= last) return true;
    this.warn(
      `the debug information of ${this.module.name} speaks of ${most} instructions, and the object has ${last}: it is left out`,
      'Compile and assemble it again.',
    );
    return false;
  }

  functions(): readonly SymDebugFunction[] {
    return this.dbg.functions.map(({ symbol, file, start, end, body, result, variables, ...rest }) => {
      const label = this.module.object.localSymbols.get(symbol);
      const address = this.address(start);
      if (label?.section !== 'text' || this.module.code + label.offset !== address)
        this.warn(
          `${rest.name} begins at instruction ${start} by its debug information, but its label ${symbol} does not`,
        );
      return {
        ...rest,
        source: this.sources[file] ?? 0,
        start: address,
        end: this.address(end),
        body: this.address(body),
        ...(result === undefined ? {} : { result: result + this.typeBase }),
        variables: variables.flatMap(variable => this.variable(variable)),
      };
    });
  }

  private variable(variable: DbgFile['functions'][number]['variables'][number]): SymDebugVariable {
    const { type, scope, locations, ...rest } = variable;
    return {
      ...rest,
      type: type + this.typeBase,
      scope: { start: this.address(scope.start), end: this.address(scope.end) },
      locations: locations.flatMap(({ start, end, at }) => {
        const place = this.location(at, variable.name);
        return place === undefined ? [] : [{ start: this.address(start), end: this.address(end), at: place }];
      }),
    };
  }

  private location(at: Location, name: string): Location | undefined {
    if (at.kind !== 'symbol') return at;
    const symbol = lookUp(this.module, at.symbol, this.exported);
    if (symbol !== undefined) return { kind: 'memory', address: symbol.address + at.offset };
    this.warn(`where ${name} is kept is not known: no object has the label ${at.symbol}`);
    return undefined;
  }

  lines(): readonly SymDebugLine[] {
    const lines = this.dbg.lines.map(({ ordinal, file, line, column, statement }) => ({
      pc: this.address(ordinal),
      ...(file === undefined || this.sources[file] === undefined ? {} : { source: this.sources[file] }),
      line,
      column,
      statement,
    }));
    const before = lines[0] === undefined || lines[0].pc > this.module.code;
    return before && this.module.object.code.length > 0
      ? [{ pc: this.module.code, line: 0, column: 0, statement: false }, ...lines]
      : lines;
  }

  globals(): readonly SymDebugGlobal[] {
    return this.dbg.globals.flatMap(({ symbol, type, file, ...rest }) => {
      const found = lookUp(this.module, symbol, this.exported);
      // Declared here, defined nowhere that was linked: nobody used it.
      if (found === undefined || found.section === 'text') return [];
      return [
        {
          ...rest,
          address: found.address,
          type: type + this.typeBase,
          source: this.sources[file] ?? 0,
          module: this.module.index,
        },
      ];
    });
  }

  private address(ordinal: number): number {
    const offset = this.offsets[Math.min(ordinal, this.offsets.length - 1)];
    return this.module.code + (offset ?? 0);
  }

  private warn(message: string, hint?: string): void {
    this.problems.push({
      severity: 'warning',
      kind: 'debug-info',
      message,
      object: this.module.name,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

/** Types refer to each other by index. */
function shiftedType(type: DebugType, base: number): DebugType {
  const shifted = (index: number | undefined): number | undefined =>
    index === undefined ? undefined : index + base;
  switch (type.kind) {
    case 'integer':
    case 'character':
    case 'boolean':
    case 'float':
    case 'void':
      return type;
    case 'pointer':
    case 'typedef':
    case 'qualified':
      return type.target === undefined ? type : { ...type, target: type.target + base };
    case 'array':
      return { ...type, element: type.element + base };
    case 'struct':
    case 'union':
      return { ...type, fields: type.fields.map(field => ({ ...field, type: field.type + base })) };
    case 'enum':
      return type.underlying === undefined ? type : { ...type, underlying: type.underlying + base };
    case 'function': {
      const result = shifted(type.result);
      return {
        ...type,
        ...(result === undefined ? {} : { result }),
        parameters: type.parameters.map(parameter => parameter + base),
      };
    }
  }
}
