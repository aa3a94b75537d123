// Upstream's `.dbg`: functions and lines are taken over; its variables have no types and ranges that are wrong, and are not.

import { spaceSize } from '../isa.js';
import type { DbgFunction, DbgLine, DbgSource } from './dbg.js';
import type { ReadDbg } from './dbg-file.js';
import type { JsonValue } from './json-value.js';

const ordinal = (value: JsonValue): number => value.integer(0, spaceSize / 4);
const lineNumber = (value: JsonValue): number => value.integer(0, 0x7fffffff);

export function readUpstreamDbg(file: JsonValue, module: string): ReadDbg {
  const files: DbgSource[] = [];
  const fileIndex = (filename: string, directory: string): number => {
    const known = files.findIndex(each => each.filename === filename && each.directory === directory);
    return known === -1 ? files.push({ filename, directory }) - 1 : known;
  };
  for (const each of file.at('files').items())
    fileIndex(each.at('filename').string(), each.at('directory').optional(text => text.string()) ?? '');
  const lines = readLines(file.at('line_map'), fileIndex);
  const functions = file
    .at('functions')
    .items()
    .flatMap(value => readFunction(value, lines, fileIndex));
  const variables = file.at('variables').optional(list => list.items().length) ?? 0;
  return {
    dbg: {
      version: 1,
      module,
      producer: 'upstream',
      grade: 2,
      files,
      functions,
      lines,
      globals: [],
      types: [],
    },
    notes:
      variables === 0
        ? []
        : [
            `${variables} variables are left out: this file was written by upstream's compiler, which gives them no types and ranges that do not hold.`,
          ],
  };
}

function readLines(
  list: JsonValue,
  fileIndex: (filename: string, directory: string) => number,
): readonly DbgLine[] {
  const lines: DbgLine[] = [];
  let last: DbgLine | undefined;
  const entries = list.items().map(value => ({ value, ordinal: ordinal(value.at('mvasm_ordinal')) }));
  for (const { value, ordinal: at } of entries.sort((a, b) => a.ordinal - b.ordinal)) {
    const line = value.at('source_line').optional(lineNumber) ?? 0;
    const filename = value.at('source_file').optional(text => text.string());
    const directory = value.at('source_directory').optional(text => text.string()) ?? '';
    const file = filename === undefined || line === 0 ? undefined : fileIndex(filename, directory);
    const entry = {
      ordinal: at,
      ...(file === undefined ? {} : { file }),
      line: file === undefined ? 0 : line,
      column: file === undefined ? 0 : (value.at('source_column').optional(lineNumber) ?? 0),
      // Upstream does not mark statements: a new line is the best guess.
      statement: file !== undefined && (last?.line !== line || last.file !== file),
    };
    last = entry;
    lines.push(entry);
  }
  return lines;
}

function readFunction(
  value: JsonValue,
  lines: readonly DbgLine[],
  fileIndex: (filename: string, directory: string) => number,
): readonly DbgFunction[] {
  const start = value.at('mvasm_start_ordinal').optional(ordinal);
  const last = value.at('mvasm_end_ordinal').optional(ordinal);
  const file = value.at('file').optional(found => found);
  if (start === undefined || last === undefined || last < start || file === undefined) return [];
  const symbol = value.at('function').string();
  const body = lines.find(line => line.ordinal >= start && line.ordinal <= last && line.statement);
  return [
    {
      name: value.at('name').optional(name => name.string()) ?? symbol,
      symbol,
      file: fileIndex(
        file.at('filename').string(),
        file.at('directory').optional(text => text.string()) ?? '',
      ),
      line: value.at('line').optional(lineNumber) ?? 0,
      start,
      end: last + 1,
      body: body?.ordinal ?? start,
      variables: [],
    },
  ];
}
