// From what functions recorded to `debug_info`: marks become offsets into the module.

import type { Span } from '@sonde/front-end';
import { writeSourceMap, type Mark, type SourceMapEntry } from '@sonde/wasm';
import type {
  NamedConstant,
  SourceFile,
  StorageVariable,
  TypedContract,
  TypedProgram,
} from '../checker/typed-program.js';
import type { ConstantValue } from '../checker/typed-expressions.js';
import type { Local, Scope } from '../checker/typed-places.js';
import type { Type } from '../checker/types.js';
import type { GeneratedFunction, GeneratedModule } from '../generator/generate.js';
import type { FailureOperand, MarkRange, VariableRecord } from '../generator/records.js';
import { domainOf } from '../generator/storage/keys.js';
import { shapeOf } from '../layout/layout.js';
import type {
  DebugFunction,
  DebugInfo,
  DebugLocation,
  DebugScope,
  DebugVariable,
  MetaType,
} from './schema.js';
import { describeType } from './type-table.js';

type Range = [number, number];
type Place = [number, number, number, number, number];
type Row = [number, number, number, number, number, number, number];

export function makeDebugInfo(
  program: TypedProgram,
  contract: TypedContract | undefined,
  generated: GeneratedModule,
  file: string,
): DebugInfo {
  return new DebugInfoMaker(program, generated).make(contract, file);
}

class DebugInfoMaker {
  readonly #types: Record<string, MetaType> = {};
  readonly #scopes: Record<string, DebugScope> = {};

  constructor(
    private readonly program: TypedProgram,
    private readonly generated: GeneratedModule,
  ) {}

  make(contract: TypedContract | undefined, file: string): DebugInfo {
    const functions: Record<string, DebugFunction> = {};
    const rows: Row[] = [];
    for (const each of this.generated.functions) {
      functions[each.of.mangled] = this.#function(each);
      for (const { mark, at, flags } of each.records.rows)
        rows.push([this.#offset(mark), ...this.#place(at), flags]);
    }
    rows.sort((one, other) => one[0] - other[0]);
    for (const type of this.program.types.values()) describeType(type, this.#types);
    return {
      source_map: { format: 'standard_source_map_v3_extended', data: this.#sourceMap(rows, file) },
      variable_info: {
        functions,
        runtime: this.generated.helpers.map(made => {
          const { code, end } = this.generated.module.rangeOf(made);
          return { name: made.name, wasm_index: made.reference.index, body: [code, end] as Range };
        }),
        scopes: this.#scopes,
        types: this.#types,
        storage: Object.fromEntries((contract?.storage ?? []).map(each => [each.name, this.#storage(each)])),
        consts: Object.fromEntries(this.program.constants.map(each => [each.name, this.#constant(each)])),
      },
    };
  }

  #sourceMap(rows: readonly Row[], file: string): DebugInfo['source_map']['data'] {
    // One row per offset: what was told last is the innermost.
    const entries = new Map<number, SourceMapEntry>();
    for (const [offset, source, line, column] of rows) entries.set(offset, { offset, source, line, column });
    for (const made of this.generated.helpers) {
      const { code, end } = this.generated.module.rangeOf(made);
      // Code of no source, so that nothing before it seems to reach into it.
      for (const offset of [code, end])
        if (!entries.has(offset)) entries.set(offset, { offset, line: 0, column: 0 });
    }
    const { files } = this.program;
    const map = writeSourceMap(
      {
        sources: files.map(({ path }) => path),
        sourcesContent: files.map(({ text }) => text.text),
        entries: [...entries.values()],
      },
      file,
    );
    return {
      ...(JSON.parse(map) as Omit<DebugInfo['source_map']['data'], 'x_twilight'>),
      x_twilight: { offset_base: 'module', syntax: files.map(({ mode }) => mode), stmts: [...rows] },
    };
  }

  #function({ of, built, records }: GeneratedFunction): DebugFunction {
    const { code, end } = this.generated.module.rangeOf(built);
    const ids = new Map<Scope, string>();
    for (const scope of records.scopes.keys())
      ids.set(scope, `s${Object.keys(this.#scopes).length + ids.size}`);
    for (const [scope, { ranges }] of records.scopes) {
      this.#scopes[ids.get(scope)!] = {
        parent: this.#parentOf(scope, ids),
        ranges: this.#ranges(ranges),
        variables: scope.locals.flatMap(local => this.#variableOf(local, records.variables)),
      };
    }
    const regions = [...records.regions].sort(
      (one, other) => this.#offset(one.range.from) - this.#offset(other.range.from),
    );
    return {
      wasm_index: built.reference.index,
      name: of.name,
      display: of.display,
      role: of.role,
      generated: of.generated,
      source: this.#sourceOf(of.at),
      decl_line: of.nameAt.line,
      decl: this.#place(of.at),
      body: [code, end],
      prologue_end: records.prologueEnd === undefined ? code : this.#offset(records.prologueEnd),
      params: of.parameters.map(({ name }) => name),
      result_type: describeType(of.result, this.#types),
      scope: ids.get(of.code.scope) ?? null,
      inlined: regions.map(({ region, scope, parent, range }) => ({
        name: region.name,
        kind: region.role,
        ranges: this.#ranges([range]),
        call_source: this.#sourceOf(region.callAt),
        call_line: region.callAt.line,
        call_col: region.callAt.column,
        decl: this.#place(region.declaredAt),
        scope: (scope === undefined ? undefined : ids.get(scope)) ?? null,
        parent: parent === undefined ? null : regions.findIndex(other => other.region === parent),
      })),
      failures: records.failures.map(({ outcome, cause, text, at, range, operands }) => ({
        outcome,
        cause,
        text: text ?? null,
        at: this.#place(at),
        range: [this.#offset(range.from), this.#offset(range.to)],
        operands: operands.map(operand => this.#operand(operand)),
      })),
      emits: records.emits.map(({ mark, event }) => [this.#offset(mark), event]),
    };
  }

  /** The next around it that has code. */
  #parentOf(scope: Scope, ids: ReadonlyMap<Scope, string>): string | null {
    for (let outer = scope.parent; outer !== undefined; outer = outer.parent) {
      const id = ids.get(outer);
      if (id !== undefined) return id;
    }
    return null;
  }

  #variableOf(local: Local, records: ReadonlyMap<Local, VariableRecord>): readonly DebugVariable[] {
    const record = records.get(local);
    return record === undefined ? [] : [this.#variable(record)];
  }

  #variable({ local, index, inMemory, ranges }: VariableRecord): DebugVariable {
    const loc = locationOf(local.type, index, inMemory);
    return {
      name: local.name,
      type: describeType(local.type, this.#types),
      kind: local.kind,
      holds: local.holds,
      decl: this.#place(local.at),
      locations: this.#ranges(ranges).map(range => ({ range, loc })),
    };
  }

  #operand({ name, type, index, inMemory }: FailureOperand) {
    return { name, type: describeType(type, this.#types), loc: locationOf(type, index, inMemory) };
  }

  #storage(variable: StorageVariable): DebugInfo['variable_info']['storage'][string] {
    const { name, nth, type, at } = variable;
    const key = hexOf(new TextEncoder().encode(name));
    return {
      type: describeType(type, this.#types),
      slot: nth,
      ...(type.kind === 'map' ? {} : { key }),
      ...(type.kind === 'map' || type.kind === 'vector' ? { prefix: `${key}00` } : {}),
      domain: domainOf(variable),
      public: variable.public,
      decl: this.#place(at),
    };
  }

  #constant({ type, value }: NamedConstant): DebugInfo['variable_info']['consts'][string] {
    return { type: describeType(type, this.#types), value: constantJson(type, value) };
  }

  #ranges(ranges: readonly MarkRange[]): Range[] {
    return ranges
      .map(({ from, to }): Range => [this.#offset(from), this.#offset(to)])
      .filter(([from, to]) => to > from);
  }

  #offset(mark: Mark): number {
    return this.generated.module.offsetOf(mark);
  }

  #place(at: Span): Place {
    return [this.#sourceOf(at), at.line, at.column, at.endLine, at.endColumn];
  }

  #sourceOf(at: Span): number {
    const found = this.program.files.findIndex(({ text }: SourceFile) => text.holds(at));
    return Math.max(found, 0);
  }
}

function locationOf(type: Type, index: number, inMemory: boolean): DebugLocation {
  if (shapeOf(type) === 'none') return { k: 'none' };
  return inMemory ? { k: 'mem', base: { local: index }, offset: 0 } : { k: 'local', index };
}

export function constantJson(type: Type, value: ConstantValue): string | boolean | null {
  if (value === undefined) return null;
  if (typeof value !== 'bigint') return value;
  if (type.kind === 'address' || type.kind === 'hash256')
    return `0x${value.toString(16).padStart(type.kind === 'address' ? 40 : 64, '0')}`;
  return String(value);
}

export const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
