// Debug information of a module: all that is read of it, and what could not be.

import type { CodeRange, CompiledUnit, DwarfData, LineRow } from './debug-data.js';
import { Attribute } from './entries/names.js';
import type { Unit } from './entries/unit.js';
import { Units } from './entries/units.js';
import { CodeSpace } from './reading/code-space.js';
import { FunctionReader } from './functions/function-reader.js';
import { RangeReader } from './functions/ranges.js';
import { readLineHeader } from './lines/line-header.js';
import { runLineProgram } from './lines/line-program.js';
import { LocationReader } from './locations/location-reader.js';
import { DwarfProblem } from './reading/problem.js';
import { Sections } from './reading/sections.js';
import { TypeReader } from './types/type-reader.js';

export interface DwarfInput {
  /** Contents of custom sections by name: `.debug_info`. */
  readonly sections: ReadonlyMap<string, Uint8Array>;
  /** Where the contents of the code section are in the module: addresses in DWARF count from there. */
  readonly code: CodeRange;
}

/** More are not kept: a broken file has the same problem everywhere. */
const mostProblems = 20;

/** Never throws: what cannot be read is left out, and told in `problems`. */
export function readDwarf({ sections: contents, code: section }: DwarfInput): DwarfData {
  const problems: DwarfProblem[] = [];
  const report = (problem: DwarfProblem): void => {
    if (problems.length < mostProblems) problems.push(problem);
  };
  const sections = new Sections(contents);
  const code = new CodeSpace(section);
  const units = new Units(sections, report);
  const sources = new Sources();
  const tables = new LineTables(sections, code, sources);
  const types = new TypeReader(units, report);
  const reader = new FunctionReader({
    ...{ sections, units, types, report },
    ranges: new RangeReader(sections, code),
    locations: new LocationReader(sections, code),
    sourceOf: (unit, file) => tables.sourceOf(unit, file),
  });
  const described: CompiledUnit[] = [];
  for (const unit of units.all) {
    guarded(report, () => void described.push(describe(unit)));
    guarded(report, () => tables.read(unit));
    guarded(report, () => reader.read(unit));
  }
  guarded(report, () => types.readAll());
  return {
    units: described,
    sources: sources.list,
    lines: tables.rows(),
    functions: reader.functions,
    globals: reader.globals,
    types: types.found,
    problems,
  };
}

function guarded(report: (problem: DwarfProblem) => void, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof DwarfProblem)) throw error;
    report(error);
  }
}

function describe(unit: Unit): CompiledUnit {
  const producer = unit.text(unit.rootAttributes, Attribute.producer);
  return {
    name: unit.text(unit.rootAttributes, Attribute.name) ?? '?',
    ...(producer === undefined ? {} : { producer }),
  };
}

class Sources {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();

  number(path: string): number {
    let known = this.#numbers.get(path);
    if (known === undefined) {
      known = this.list.push(path) - 1;
      this.#numbers.set(path, known);
    }
    return known;
  }
}

/** The line tables of all units. Units may share one. */
class LineTables {
  readonly #rows: LineRow[] = [];
  readonly #files = new Map<number, ReadonlyMap<number, string>>();

  constructor(
    private readonly sections: Sections,
    private readonly code: CodeSpace,
    private readonly sources: Sources,
  ) {}

  read(unit: Unit): void {
    const at = tableOf(unit);
    if (at === undefined || this.#files.has(at)) return;
    this.#files.set(at, new Map());
    const folder = unit.text(unit.rootAttributes, Attribute.compDir) ?? '';
    const cursor = this.sections.at('.debug_line', at);
    const header = readLineHeader(cursor, this.sections, folder, unit.widths.addressSize);
    this.#files.set(at, header.files);
    this.sections.budget.spend(header.program.left, '.debug_line', at);
    for (const row of runLineProgram(header, this.code, path => this.sources.number(path)))
      this.#rows.push(row);
  }

  sourceOf(unit: Unit, file: number): number {
    const path = this.#files.get(tableOf(unit) ?? -1)?.get(file);
    return path === undefined ? -1 : this.sources.number(path);
  }

  /** By address; rows of one address in the order of the table. */
  rows(): readonly LineRow[] {
    return this.#rows.sort((a, b) => a.address - b.address);
  }
}

function tableOf(unit: Unit): number | undefined {
  const value = unit.rootAttributes.get(Attribute.stmtList);
  if (value?.kind === 'offset') return value.value;
  return value?.kind === 'constant' ? Number(value.value) : undefined;
}
