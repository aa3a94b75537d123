// Upstream's `.sym`: addresses there count every instruction as one word. Its ordinals are right, so they are counted again.

import { spaceSize } from '../isa.js';
import type { DbgSource } from './dbg.js';
import type { JsonValue } from './json-value.js';
import { ordinalOffsets } from './ordinals.js';
import type { ReadSym, SymProgram } from './sym-reader.js';
import { readLabels, readRegion, readVariable } from './sym-parts.js';
import type { SymDebugFunction, SymDebugLine, SymFile } from './sym-file.js';

interface Row {
  readonly pc: number;
  /** Where its object begins. */
  readonly base: number;
  readonly function?: string;
  readonly source?: number;
  readonly line: number;
  readonly column: number;
}

export function readUpstreamSym(file: JsonValue, { code, crc }: SymProgram): ReadSym {
  const symbols = file.at('symbols');
  const labels = readLabels(symbols.at('labels'));
  const sources: DbgSource[] = [];
  const { rows, moved, dropped } = readRows(file.at('instructions'), code, sources);
  const lines = linesOf(rows);
  const functions = functionsOf(symbols.at('functions'), rows, labels, sources);
  const bases = [...new Set(rows.map(({ base }) => base))].sort((a, b) => a - b);
  const codeSize = code.length * 4;
  const sym: SymFile = {
    version: 1,
    hxe_path: file.at('hxe_path').string(),
    hxe_crc: crc,
    symbols: {
      functions: functions.map(({ name, start, end, source, line }) => ({
        name,
        address: start,
        size: end - start,
        file: sources[source]!.filename,
        line,
      })),
      variables: symbols.at('variables').items().map(readVariable),
      labels,
    },
    // What they would say can be read from the code itself.
    instructions: [],
    memory_regions: file.at('memory_regions').items().map(readRegion),
    debug: {
      grade: 2,
      sources,
      types: [],
      modules: bases.map((start, index) => ({
        name: `object ${index + 1}`,
        start,
        end: bases[index + 1] ?? codeSize,
        hasDebug: true,
      })),
      functions,
      lines,
      globals: [],
    },
  };
  const locals = symbols.at('locals').optional(list => list.items().length) ?? 0;
  return { sym, notes: notesOn(moved, dropped, locals) };
}

function notesOn(moved: number, dropped: number, locals: number): readonly string[] {
  const by = "this file was written by upstream's linker";
  return [
    ...(moved === 0
      ? []
      : [`${by}, which counts LDI32 as one word: ${moved} addresses were counted again from the code.`]),
    ...(dropped === 0 ? [] : [`${by}; ${dropped} of its instructions are outside of the code and left out.`]),
    ...(locals === 0
      ? []
      : [
          `${by}; its ${locals} local variables are left out, they have no types and ranges that do not hold.`,
        ]),
  ];
}

function readRows(
  list: JsonValue,
  code: Uint32Array,
  sources: DbgSource[],
): { readonly rows: readonly Row[]; readonly moved: number; readonly dropped: number } {
  const offsetsAt = new Map<number, readonly number[]>();
  const rows: Row[] = [];
  let moved = 0;
  let dropped = 0;
  for (const value of list.items()) {
    const pc = value.at('pc').integer(0, spaceSize);
    const ordinal = value.at('ordinal').integer(0, spaceSize / 4);
    const base = pc - ordinal * 4;
    if (base < 0 || base % 4 !== 0 || base >= code.length * 4) {
      dropped++;
      continue;
    }
    let offsets = offsetsAt.get(base);
    if (offsets === undefined) {
      // A file in which each instruction has an object of its own would be counted again and again.
      if (offsetsAt.size >= 256) throw list.problem('it speaks of more than 256 objects');
      offsets = ordinalOffsets(code.subarray(base / 4));
      offsetsAt.set(base, offsets);
    }
    const offset = ordinal < offsets.length - 1 ? offsets[ordinal] : undefined;
    if (offset === undefined) {
      dropped++;
      continue;
    }
    if (base + offset !== pc) moved++;
    rows.push({ pc: base + offset, base, ...readSource(value, sources) });
  }
  return { rows: rows.sort((a, b) => a.pc - b.pc), moved, dropped };
}

function readSource(value: JsonValue, sources: DbgSource[]): Omit<Row, 'pc' | 'base'> {
  const number = (name: string): number => value.at(name).optional(each => each.integer(0, 0x7fffffff)) ?? 0;
  const owner = value.at('function').optional(name => name.string());
  const filename = value.at('file').optional(name => name.string());
  const shared = owner === undefined ? {} : { function: owner };
  if (filename === undefined || number('line') === 0) return { ...shared, line: 0, column: 0 };
  const directory = value.at('directory').optional(text => text.string()) ?? '';
  const known = sources.findIndex(each => each.filename === filename && each.directory === directory);
  const source = known === -1 ? sources.push({ filename, directory }) - 1 : known;
  return { ...shared, source, line: number('line'), column: number('column') };
}

/** Upstream does not mark statements: a new line is the best guess. */
const linesOf = (rows: readonly Row[]): readonly SymDebugLine[] =>
  rows.map(({ pc, source, line, column }, index) => {
    const last = rows[index - 1];
    return {
      pc,
      ...(source === undefined ? {} : { source }),
      line,
      column,
      statement: source !== undefined && (last?.line !== line || last.source !== source),
    };
  });

/** Each from its first row to its last; where a label has its name, that is where it begins. */
function functionsOf(
  list: JsonValue,
  rows: readonly Row[],
  labels: SymFile['symbols']['labels'],
  sources: readonly DbgSource[],
): readonly SymDebugFunction[] {
  const addresses = new Map(
    Object.entries(labels).flatMap(([key, names]) => names.map(name => [name, Number(key)] as const)),
  );
  const owned = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.function === undefined) continue;
    const found = owned.get(row.function);
    if (found === undefined) owned.set(row.function, [row]);
    else found.push(row);
  }
  return list.items().flatMap(value => {
    const name = value.at('name').string();
    const filename = value.at('file').optional(text => text.string());
    const source = sources.findIndex(each => each.filename === filename);
    const own = owned.get(name) ?? [];
    const [first] = own;
    const last = own.at(-1);
    if (first === undefined || last === undefined || source === -1) return [];
    const next = rows.find(row => row.pc > last.pc)?.pc ?? last.pc + 4;
    const start = Math.min(addresses.get(name) ?? first.pc, first.pc);
    const body = own.find(row => row.source !== undefined)?.pc ?? first.pc;
    const line = value.at('line').optional(each => each.integer(0, 0x7fffffff)) ?? 0;
    return [{ name, source, line, start, end: next, body, variables: [] }];
  });
}
