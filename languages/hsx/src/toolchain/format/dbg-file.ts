// Reads and writes `.dbg` files, ours and upstream's.

import { spaceSize } from '../isa.js';
import type {
  DbgFile,
  DbgFunction,
  DbgGlobal,
  DbgLine,
  DbgSource,
  DbgVariable,
  DebugGrade,
  Location,
  WordLocation,
} from './dbg.js';
import { readDebugTypes } from './debug-types-reader.js';
import { listedJson, parseJson, type Json, type JsonValue } from './json-value.js';
import { readUpstreamDbg } from './upstream-dbg.js';

export interface ReadDbg {
  readonly dbg: DbgFile;
  /** What of the file is not used, and why; one sentence each. */
  readonly notes: readonly string[];
}

export const writeDbg = (dbg: DbgFile): Uint8Array =>
  new TextEncoder().encode(`${listedJson(dbg as unknown as Json)}\n`);

/** `module` is the stem of the file's name: upstream's files do not say what they belong to. */
export function readDbg(bytes: Uint8Array, module: string): ReadDbg {
  const file = parseJson('.dbg', bytes);
  const version = file.at('version').integer(0, 0xffff);
  if (version !== 1)
    throw file.at('version').problem(`version ${version} is not known, only 1 is`, 'Compile it again.');
  if (!file.at('line_map').isAbsent) return readUpstreamDbg(file, module);
  const files = file.at('files').items().map(readSource);
  const types = readDebugTypes(file.at('types'));
  const counts: Counts = { files: files.length, types: types.length };
  const lines = file
    .at('lines')
    .items()
    .map(line => readLine(line, counts));
  lines.forEach((line, index) => {
    if (index > 0 && line.ordinal < lines[index - 1]!.ordinal)
      throw file.at('lines').problem('the lines are not sorted by ordinal');
  });
  return {
    dbg: {
      version,
      module: file.at('module').string(),
      producer: file.at('producer').optional(producer => producer.string()) ?? '',
      grade: file.at('grade').integer(1, 3) as DebugGrade,
      files,
      functions: file
        .at('functions')
        .items()
        .map(each => readFunction(each, counts)),
      lines,
      globals: file
        .at('globals')
        .items()
        .map(global => readGlobal(global, counts)),
      types,
    },
    notes: [],
  };
}

interface Counts {
  readonly files: number;
  readonly types: number;
}

const mostLine = 0x7fffffff;
/** No object has more instructions. */
const ordinal = (value: JsonValue): number => value.integer(0, spaceSize / 4);

export const readSource = (value: JsonValue): DbgSource => ({
  filename: value.at('filename').string(),
  directory: value.at('directory').optional(directory => directory.string()) ?? '',
});

function readRange(
  value: JsonValue,
  place: (value: JsonValue) => number,
): { readonly start: number; readonly end: number } {
  const start = place(value.at('start'));
  const end = place(value.at('end'));
  if (end < start) throw value.problem(`it ends at ${end}, before it begins at ${start}`);
  return { start, end };
}

function readFunction(value: JsonValue, counts: Counts): DbgFunction {
  const { start, end } = readRange(value, ordinal);
  const endLine = value.at('endLine').optional(line => line.integer(0, mostLine));
  const result = value.at('result').optional(type => type.integer(0, counts.types - 1));
  return {
    name: value.at('name').string(),
    symbol: value.at('symbol').string(),
    file: value.at('file').integer(0, counts.files - 1),
    line: value.at('line').integer(0, mostLine),
    ...(endLine === undefined ? {} : { endLine }),
    start,
    end,
    body: value.at('body').integer(start, end),
    ...(result === undefined ? {} : { result }),
    variables: readVariables(value.at('variables'), counts.types, ordinal),
  };
}

/** `place` reads an ordinal or an address: `.sym` has the same with those. */
export function readVariables(
  list: JsonValue,
  types: number,
  place: (value: JsonValue) => number,
): readonly DbgVariable[] {
  return list.items().map(value => {
    const position = value.at('position').optional(found => found.integer(1, 0xffff));
    const column = value.at('column').optional(found => found.integer(0, mostLine));
    return {
      name: value.at('name').string(),
      type: value.at('type').integer(0, types - 1),
      ...(position === undefined ? {} : { position }),
      line: value.at('line').integer(0, mostLine),
      ...(column === undefined ? {} : { column }),
      scope: readRange(value.at('scope'), place),
      locations: value
        .at('locations')
        .items()
        .map(each => ({ ...readRange(each, place), at: readLocation(each.at('at')) })),
    };
  });
}

function readLocation(value: JsonValue): Location {
  const kind = value
    .at('kind')
    .oneOf('frame', 'indirect', 'register', 'split', 'symbol', 'memory', 'constant');
  switch (kind) {
    case 'split':
      return { kind, parts: value.at('parts').items().map(readWordLocation) };
    case 'frame':
    case 'indirect':
      return { kind, offset: value.at('offset').integer(-spaceSize, spaceSize) };
    case 'register':
      return { kind, register: value.at('register').integer(0, 15) };
    case 'symbol':
      return {
        kind,
        symbol: value.at('symbol').string(),
        offset: value.at('offset').integer(-spaceSize, spaceSize),
      };
    case 'memory':
      return { kind, address: value.at('address').integer(0, spaceSize - 1) };
    case 'constant':
      return {
        kind,
        words: value
          .at('words')
          .items()
          .map(word => word.integer(-0x80000000, 0xffffffff)),
      };
  }
}

function readWordLocation(value: JsonValue): WordLocation {
  const kind = value.at('kind').oneOf('frame', 'register');
  return kind === 'frame'
    ? { kind, offset: value.at('offset').integer(-spaceSize, spaceSize) }
    : { kind, register: value.at('register').integer(0, 15) };
}

function readLine(value: JsonValue, counts: Counts): DbgLine {
  const file = value.at('file').optional(index => index.integer(0, counts.files - 1));
  return {
    ordinal: ordinal(value.at('ordinal')),
    ...(file === undefined ? {} : { file }),
    line: value.at('line').integer(0, mostLine),
    column: value.at('column').integer(0, mostLine),
    statement: value.at('statement').boolean(),
  };
}

function readGlobal(value: JsonValue, counts: Counts): DbgGlobal {
  const owner = value.at('function').optional(name => name.string());
  return {
    name: value.at('name').string(),
    symbol: value.at('symbol').string(),
    type: value.at('type').integer(0, counts.types - 1),
    file: value.at('file').integer(0, counts.files - 1),
    line: value.at('line').integer(0, mostLine),
    ...(owner === undefined ? {} : { function: owner }),
    local: value.at('local').boolean(),
  };
}
