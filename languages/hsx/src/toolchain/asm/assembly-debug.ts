// What a debugger can know of a program that was written in MVASM: each instruction is a statement of its own line, and a
// label that is called, exported or entered begins a function.

import type { DbgFile, DbgFunction } from '../format/dbg.js';
import type { HxoObject } from '../format/hxo.js';
import type { AssembledInstruction } from './assemble.js';

/** `module` is the stem of the object. Names of files are as the assembler was told them. */
export function assemblyDebug(
  module: string,
  object: HxoObject,
  instructions: readonly AssembledInstruction[],
): DbgFile {
  const files = [...new Set(instructions.map(({ file }) => file))];
  return {
    version: 1,
    module,
    producer: 'hsx-asm',
    grade: 2,
    files: files.map(filename => ({ filename, directory: '' })),
    functions: functionsOf(object, instructions, files),
    lines: instructions.map(({ ordinal, file, line }) => ({
      ordinal,
      file: files.indexOf(file),
      line,
      column: 1,
      statement: true,
    })),
    globals: [],
    types: [],
  };
}

function functionsOf(
  object: HxoObject,
  instructions: readonly AssembledInstruction[],
  files: readonly string[],
): readonly DbgFunction[] {
  const begins = functionNames(object);
  const labels = [...object.localSymbols]
    .filter(([name, { section }]) => section === 'text' && begins.has(name))
    .sort(([, a], [, b]) => a.offset - b.offset);
  // Of several labels at one place the first is the name.
  const starts = labels.filter(([, { offset }], nth) => labels[nth - 1]?.[1].offset !== offset);
  const ordinalAt = (offset: number): number => {
    const found = instructions.findIndex(instruction => instruction.offset >= offset);
    return found < 0 ? instructions.length : found;
  };
  return starts.flatMap(([name, { offset }], nth) => {
    const next = starts[nth + 1]?.[1].offset;
    const start = ordinalAt(offset);
    const end = next === undefined ? instructions.length : ordinalAt(next);
    const [first, last] = [instructions[start], instructions[end - 1]];
    if (first === undefined || last === undefined || end <= start) return [];
    const { file, line } = first;
    const endLine = last.file === file ? { endLine: last.line } : {};
    return [
      {
        name,
        symbol: name,
        file: files.indexOf(file),
        line,
        ...endLine,
        start,
        end,
        body: start,
        variables: [],
      },
    ];
  });
}

function functionNames({ entrySymbol, symbols, relocs }: HxoObject): ReadonlySet<string> {
  const called = relocs.flatMap(reloc =>
    reloc.section === 'code' && reloc.type === 'jump' && reloc.pcRelative ? [reloc.symbol] : [],
  );
  return new Set([...(entrySymbol === undefined ? [] : [entrySymbol]), ...symbols.keys(), ...called]);
}
