// A symbol file that has only what the specification proposes: functions, and a line for each instruction.

import type { SymDebug, SymFile } from '../toolchain/format/sym-file.js';

export function plainDebug({ symbols, instructions }: SymFile): SymDebug {
  const named = [...symbols.functions, ...instructions].map(({ file }) => file);
  const files = [...new Set(named.filter(file => file !== undefined))];
  const sourceOf = (file: string | undefined): number => (file === undefined ? -1 : files.indexOf(file));
  let before = '';
  const lines = instructions.flatMap(({ pc, file, line = 0, column = 1 }) => {
    const key = `${file ?? ''}:${line}`;
    if (sourceOf(file) < 0 || line === 0 || key === before) return [];
    before = key;
    return [{ pc, source: sourceOf(file), line, column, statement: true }];
  });
  return {
    grade: lines.length === 0 ? 1 : 2,
    sources: files.map(filename => ({ filename, directory: '' })),
    types: [],
    modules: [],
    functions: symbols.functions
      .filter(({ file, size }) => sourceOf(file) >= 0 && size > 0)
      .map(({ name, address, size, file, line = 0 }) => ({
        name,
        source: sourceOf(file),
        line,
        start: address,
        end: address + size,
        body: address,
        variables: [],
      })),
    lines,
    globals: [],
  };
}
