// Keeps of debug information what fits the code: a breakpoint that sat inside an instruction would change the program.

import { functionBases, placeOf } from './address-space.js';
import type { DebugFunction, DebugInfo, DebugParts, SourceMap } from './debug-info.js';
import { beginsInstruction } from './instruction-starts.js';
import type { NgoModule } from './ngo.js';

/** Entries come out in the order of their addresses. What is left out is reported. */
export function usableParts(
  module: NgoModule,
  sourceMap: SourceMap | undefined,
  debug: DebugInfo | undefined,
  problems: string[],
): DebugParts {
  const paired = sourceMap === undefined ? [] : pairedEntries(sourceMap, debug, problems);
  const fits = ({ entry }: PairedEntry): boolean =>
    beginsInstruction(module, entry.bytecodeAddress) && entry.sourceLine > 0;
  const fitting = paired.filter(fits);
  const odd = paired.find(pair => !fits(pair))?.entry;
  if (odd !== undefined)
    problems.push(
      `${paired.length - fitting.length} of ${paired.length} entries of the source map are not used: ` +
        `the first is address ${odd.bytecodeAddress}, line ${odd.sourceLine}, where no instruction or line begins`,
    );
  fitting.sort((a, b) => a.entry.bytecodeAddress - b.entry.bytecodeAddress);
  const statements = fitting.flatMap(({ statement }) => (statement === undefined ? [] : [statement]));
  return {
    ...(sourceMap === undefined ? {} : { sourceMap: { ...sourceMap, entries: fitting.map(f => f.entry) } }),
    ...(debug === undefined
      ? {}
      : { debug: { ...debug, statements, functions: usableFunctions(module, debug, problems) } }),
  };
}

interface PairedEntry {
  readonly entry: SourceMap['entries'][number];
  readonly statement: DebugInfo['statements'][number] | undefined;
}

function pairedEntries(
  { entries }: SourceMap,
  debug: DebugInfo | undefined,
  problems: string[],
): PairedEntry[] {
  const statements = debug?.statements ?? [];
  const isParallel = statements.length === entries.length;
  if (!isParallel && statements.length > 0)
    problems.push(`${statements.length} statement flags for ${entries.length} entries of the source map`);
  return entries.map((entry, nth) => ({ entry, statement: isParallel ? statements[nth] : undefined }));
}

function usableFunctions(
  module: NgoModule,
  { functions }: DebugInfo,
  problems: string[],
): readonly DebugFunction[] {
  const fits = ({ index, start, end }: DebugFunction): boolean =>
    functionBases(module)[index] === start && end === start + module.functions[index]!.code.length;
  const usable = functions.filter(fits);
  const odd = functions.find(f => !fits(f));
  if (odd !== undefined) {
    const where = placeOf(module, odd.start);
    problems.push(
      `${functions.length - usable.length} of ${functions.length} functions of the debug information are not used: ` +
        `the first is ${odd.name} at address ${odd.start}` +
        (where === undefined ? ', outside of the code' : ''),
    );
  }
  return usable;
}
