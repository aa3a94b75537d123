// A place in a source as people type it: FILE:LINE, LINE, FILE:LINE:COLUMN.

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from './command.js';

export interface SourcePlace {
  readonly file: string | undefined;
  readonly line: number;
  readonly column?: number;
}

export function placeIn(text: string): SourcePlace {
  const [, file, line, column] = /^(?:(.+?):)?(\d+)(?::(\d+))?$/.exec(text) ?? [];
  if (line === undefined) throw new UsageError(`"${text}" is no place: write FILE:LINE or FILE:LINE:COLUMN.`);
  const [lineNumber, columnNumber] = [Number(line), column === undefined ? 1 : Number(column)];
  for (const number of [lineNumber, columnNumber]) {
    if (number < 1 || !Number.isSafeInteger(number))
      throw new UsageError(`"${text}" is no place: lines and columns count from 1.`);
  }
  return { file, line: lineNumber, ...(column === undefined ? {} : { column: columnNumber }) };
}

/** As seen from the current folder, else beside the program; a file that is nowhere may still be known to the program. */
export function fileIn(name: string | undefined, program: string): string {
  if (name === undefined) return program;
  const beside = resolve(dirname(program), name);
  return !existsSync(resolve(name)) && existsSync(beside) ? beside : resolve(name);
}
