// Reads and writes `.sym` files, ours and upstream's, and sees that they belong to the program.

import { spaceSize } from '../isa.js';
import type { DebugGrade } from './dbg.js';
import { readSource, readVariables } from './dbg-file.js';
import { readDebugTypes } from './debug-types-reader.js';
import { FormatProblem } from './format-problem.js';
import { listedJson, parseJson, type Json, type JsonValue } from './json-value.js';
import type { SymDebug, SymDebugFunction, SymDebugGlobal, SymDebugLine, SymFile } from './sym-file.js';
import {
  address,
  line,
  readFunction,
  readInstruction,
  readLabels,
  readRegion,
  readVariable,
} from './sym-parts.js';
import { readUpstreamSym } from './upstream-sym.js';

export interface ReadSym {
  readonly sym: SymFile;
  /** What of the file is not used, and why; one sentence each. */
  readonly notes: readonly string[];
}

/** The program that the file has to belong to, by names that the user knows. */
export interface SymProgram {
  readonly symName: string;
  readonly hxeName: string;
  readonly crc: number;
  readonly code: Uint32Array;
}

export const writeSym = (sym: SymFile): Uint8Array =>
  new TextEncoder().encode(`${listedJson(sym as unknown as Json)}\n`);

/** Throws a FormatProblem for what is no `.sym`, and for one of another program. */
export function readSym(bytes: Uint8Array, program: SymProgram): ReadSym {
  const file = parseJson('.sym', bytes);
  const version = file.at('version').integer(0, 0xffff);
  if (version !== 1)
    throw file.at('version').problem(`version ${version} is not known, only 1 is`, 'Link the program again.');
  const crc = file.at('hxe_crc').integer(0, 0xffffffff);
  if (crc !== program.crc)
    throw new FormatProblem(
      '.sym',
      'hxe_crc',
      `${program.symName} belongs to another program than ${program.hxeName}: it names the checksum ${hex(crc)}, the program has ${hex(program.crc)}`,
      'Link the program again with --emit-sym.',
    );
  const isUpstream =
    file.at('debug').isAbsent &&
    file
      .at('instructions')
      .items()
      .some(each => !each.at('ordinal').isAbsent);
  if (isUpstream) return readUpstreamSym(file, program);
  return { sym: readOurs(file, crc), notes: [] };
}

const hex = (value: number): string => `0x${value.toString(16).padStart(8, '0')}`;

function readOurs(file: JsonValue, crc: number): SymFile {
  const symbols = file.at('symbols');
  const dataLabels = symbols.at('data_labels').optional(readLabels);
  const debug = file.at('debug').optional(readDebug);
  return {
    version: 1,
    hxe_path: file.at('hxe_path').string(),
    hxe_crc: crc,
    symbols: {
      functions: symbols.at('functions').items().map(readFunction),
      variables: symbols.at('variables').items().map(readVariable),
      labels: readLabels(symbols.at('labels')),
      ...(dataLabels === undefined ? {} : { data_labels: dataLabels }),
    },
    instructions: file.at('instructions').items().map(readInstruction),
    memory_regions: file.at('memory_regions').items().map(readRegion),
    ...(debug === undefined ? {} : { debug }),
  };
}

function readDebug(value: JsonValue): SymDebug {
  const sources = value.at('sources').items().map(readSource);
  const types = readDebugTypes(value.at('types'));
  const modules = value
    .at('modules')
    .items()
    .map(module => ({
      name: module.at('name').string(),
      start: address(module.at('start')),
      end: address(module.at('end')),
      hasDebug: module.at('hasDebug').boolean(),
    }));
  const counts = { sources: sources.length, types: types.length, modules: modules.length };
  const lines = value
    .at('lines')
    .items()
    .map(each => readLine(each, counts));
  lines.forEach((each, index) => {
    if (index > 0 && each.pc < lines[index - 1]!.pc)
      throw value.at('lines').problem('the lines are not sorted by pc');
  });
  return {
    grade: value.at('grade').integer(1, 3) as DebugGrade,
    sources,
    types,
    modules,
    functions: value
      .at('functions')
      .items()
      .map(each => readDebugFunction(each, counts)),
    lines,
    globals: value
      .at('globals')
      .items()
      .map(each => readGlobal(each, counts)),
  };
}

interface Counts {
  readonly sources: number;
  readonly types: number;
  readonly modules: number;
}

function readLine(value: JsonValue, { sources }: Counts): SymDebugLine {
  const source = value.at('source').optional(index => index.integer(0, sources - 1));
  return {
    pc: address(value.at('pc')),
    ...(source === undefined ? {} : { source }),
    line: line(value.at('line')),
    column: line(value.at('column')),
    statement: value.at('statement').boolean(),
  };
}

function readDebugFunction(value: JsonValue, { sources, types }: Counts): SymDebugFunction {
  const start = address(value.at('start'));
  const end = value.at('end').integer(start, spaceSize);
  const endLine = value.at('endLine').optional(line);
  const result = value.at('result').optional(type => type.integer(0, types - 1));
  return {
    name: value.at('name').string(),
    source: value.at('source').integer(0, sources - 1),
    line: line(value.at('line')),
    ...(endLine === undefined ? {} : { endLine }),
    start,
    end,
    body: value.at('body').integer(start, end),
    ...(result === undefined ? {} : { result }),
    variables: readVariables(value.at('variables'), types, address),
  };
}

function readGlobal(value: JsonValue, { sources, types, modules }: Counts): SymDebugGlobal {
  const owner = value.at('function').optional(name => name.string());
  return {
    name: value.at('name').string(),
    address: address(value.at('address')),
    type: value.at('type').integer(0, types - 1),
    source: value.at('source').integer(0, sources - 1),
    line: line(value.at('line')),
    ...(owner === undefined ? {} : { function: owner }),
    local: value.at('local').boolean(),
    module: value.at('module').integer(0, modules - 1),
  };
}
