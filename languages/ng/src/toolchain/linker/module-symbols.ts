// What a debugger learns of one module: functions with their variables, lines, globals.

import {
  moduleId,
  type CallSymbol,
  type FunctionSymbol,
  type GlobalSymbol,
  type LineEntry,
  type LocalSymbol,
  type ModuleSymbol,
} from '@sonde/engine';
import { codeSize, functionBases } from '../format/address-space.js';
import type { DebugFunction, DebugGlobal } from '../format/debug-info.js';
import { formatVersion } from '../format/ngo-versions.js';
import type { NgoFunction } from '../format/ngo.js';
import { plausibleParameters } from '../format/plausible-parameters.js';
import { shownName } from '../format/shown-names.js';
import { callSymbols } from './call-symbols.js';
import { factsOf } from './code-facts.js';
import { withAliases } from './function-aliases.js';
import type { LoadedModule } from './loaded-module.js';
import type { ProgramTypes } from './program-types.js';
import { noSource, type SourceTable } from './source-table.js';

/** What a module shares with the others of its program, and its place among them. */
export interface Linking {
  readonly index: number;
  readonly base: number;
  readonly globalBase: number;
  readonly types: ProgramTypes;
  readonly sources: SourceTable;
}

export interface ModuleSymbols {
  readonly module: ModuleSymbol;
  readonly functions: readonly FunctionSymbol[];
  readonly lines: readonly LineEntry[];
  readonly globals: readonly GlobalSymbol[];
  readonly calls: readonly CallSymbol[];
}

export function symbolsOf(loaded: LoadedModule, linking: Linking): ModuleSymbols {
  const { name, path, module } = loaded;
  const { index, base } = linking;
  const lines = linesOf(loaded, linking);
  return {
    module: {
      id: moduleId(String(index)),
      name,
      path,
      start: base,
      end: base + codeSize(module),
      extra: { codeSize: codeSize(module), format: formatVersion },
    },
    functions: withAliases(functionsOf(loaded, linking, lines), lines, name),
    lines,
    globals: globalsOf(loaded, linking),
    calls: callSymbols(loaded, base, lines),
  };
}

/** Without flags every entry of the source map counts as the beginning of a statement. */
function linesOf(loaded: LoadedModule, { base, sources }: Linking): readonly LineEntry[] {
  const entries = loaded.sourceMap?.entries ?? [];
  const flags = loaded.debug?.statements ?? [];
  const areParallel = flags.length === entries.length;
  return entries
    .map((entry, nth): LineEntry => {
      const flag = areParallel ? flags[nth] : undefined;
      const end =
        flag === undefined || flag.endLine < entry.sourceLine
          ? {}
          : { endLine: flag.endLine, endColumn: flag.endColumn };
      return {
        address: base + entry.bytecodeAddress,
        source: sources.numberOf(entry.sourceFile, loaded),
        line: entry.sourceLine,
        column: entry.sourceColumn + 1,
        ...end,
        statement: flag?.statement ?? true,
      };
    })
    .sort((a, b) => a.address - b.address);
}

function functionsOf(
  loaded: LoadedModule,
  linking: Linking,
  lines: readonly LineEntry[],
): readonly FunctionSymbol[] {
  const { module, debug } = loaded;
  const described = new Map((debug?.functions ?? []).map(f => [f.index, f]));
  const ownSource = linking.sources.ownNumber(loaded);
  const bases = functionBases(module);
  let nextLine = 0;
  return module.functions.map((f, index): FunctionSymbol => {
    const start = linking.base + bases[index]!;
    const end = start + f.code.length;
    // Lines and functions are both in the order of addresses.
    while (nextLine < lines.length && lines[nextLine]!.address < start) nextLine++;
    const firstStatement = lines[nextStatementBefore(lines, nextLine, end)];
    const known = described.get(index);
    return {
      name: known?.name ?? shownName(f.name),
      source: firstStatement?.source ?? ownSource,
      module: moduleId(String(linking.index)),
      start,
      end,
      locals:
        known === undefined
          ? unnamedLocals(f, factsOf(module).slots[index]!, start, linking)
          : namedLocals(known, start, end, linking),
      ...(firstStatement === undefined ? {} : { body: firstStatement.address }),
      ...(known?.artificial === true ? { artificial: true } : {}),
      ...(known?.extent === undefined ? {} : { extent: known.extent }),
    };
  });
}

/** Index of the first statement between here and the address; -1 when there is none. */
function nextStatementBefore(lines: readonly LineEntry[], from: number, end: number): number {
  for (let nth = from; nth < lines.length && lines[nth]!.address < end; nth++)
    if (lines[nth]!.statement) return nth;
  return -1;
}

function namedLocals(
  { locals }: DebugFunction,
  start: number,
  end: number,
  { base, types }: Linking,
): readonly LocalSymbol[] {
  return locals.map(({ name, slot, type, parameter, from, to, declared }) => ({
    name,
    slot,
    type: types.declared(type),
    parameter,
    from: Math.max(start, base + from),
    to: Math.min(end, base + to),
    ...(declared === undefined ? {} : { declared }),
  }));
}

function unnamedLocals(
  f: NgoFunction,
  used: readonly number[],
  from: number,
  { types }: Linking,
): readonly LocalSymbol[] {
  const parameters = Array.from({ length: plausibleParameters(f) }, (_, slot) => slot);
  // Of those that are not believed, the ones that the code names.
  const others = used.filter(slot => slot >= parameters.length);
  return [...parameters, ...others].map(slot => {
    const parameter = slot < f.numParams;
    const name = `${parameter ? 'param' : 'local'}${slot}`;
    return { name, slot, type: types.any, parameter, from, to: from + f.code.length };
  });
}

/** Visible in the code of their module only, also where they share a table with those of others. */
function globalsOf(loaded: LoadedModule, linking: Linking): readonly GlobalSymbol[] {
  const { module, debug } = loaded;
  const { index: number, globalBase, types } = linking;
  const known: readonly DebugGlobal[] =
    debug?.globals ?? factsOf(module).globals.map(index => ({ name: `global${index}`, index, type: '' }));
  const source = linking.sources.ownNumber(loaded);
  return known.map(({ name, index, type, declared }) => ({
    name,
    index: globalBase + index,
    type: types.declared(type),
    module: moduleId(String(number)),
    ...(declared === undefined || source === noSource ? {} : { declared: { source, ...declared } }),
  }));
}

/** A function of the machine's own: there is nothing to be seen in it. */
export const artificialFunction = (name: string, start: number, end: number): FunctionSymbol => ({
  name,
  source: noSource,
  module: moduleId('0'),
  start,
  end,
  locals: [],
  artificial: true,
});
