// Makes the `.sym` of a linked program: what is known of it from its labels, and from the `.dbg` of the compiler.

import { instructionParts, type SymbolAt } from '../dis/instruction-text.js';
import type {
  SymDebug,
  SymDebugLine,
  SymFile,
  SymFunction,
  SymInstruction,
  SymRegion,
  SymVariable,
} from '../format/sym-file.js';
import { bssStart } from '../format/hxe.js';
import { dataBase, registerBank, stackSize, stackTop } from '../isa.js';
import type { Problem } from '../problem.js';
import { linkedDebug } from './linked-debug.js';
import { addressIn, type Layout, type Module } from './layout.js';
import type { LinkedProgram } from './linked-program.js';

export function symbolFile(program: LinkedProgram, problems: Problem[]): SymFile {
  const { layout, code, crc, hxePath } = program;
  const debug = linkedDebug(program, problems);
  const labels = labelsOf(layout.modules, 'code');
  const dataLabels = labelsOf(layout.modules, 'data');
  return {
    version: 1,
    hxe_path: hxePath,
    hxe_crc: crc,
    symbols: {
      functions: functionsOf(program, debug),
      variables: variablesOf(program, debug),
      labels: asRecord(labels),
      ...(dataLabels.size === 0 ? {} : { data_labels: asRecord(dataLabels) }),
    },
    instructions: instructionsOf(code, labels, dataLabels, debug),
    memory_regions: regionsOf(layout),
    ...(debug === undefined ? {} : { debug }),
  };
}

type Labels = ReadonlyMap<number, readonly string[]>;

/** All labels of the objects, exported or not, by address; the exported ones first, then in the order of the sources. */
function labelsOf(modules: readonly Module[], space: 'code' | 'data'): Labels {
  const found = new Map<number, { readonly name: string; readonly exported: boolean }[]>();
  for (const module of modules)
    for (const [name, symbol] of module.object.localSymbols) {
      if ((symbol.section === 'text') !== (space === 'code')) continue;
      const address = addressIn(module, symbol);
      const here = found.get(address);
      const label = { name, exported: module.object.symbols.has(name) };
      if (here === undefined) found.set(address, [label]);
      else here.push(label);
    }
  return new Map(
    [...found]
      .sort(([a], [b]) => a - b)
      .map(([address, here]) => [
        address,
        here.sort((a, b) => Number(b.exported) - Number(a.exported)).map(({ name }) => name),
      ]),
  );
}

const asRecord = (labels: Labels): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...labels].map(([address, names]) => [`0x${address.toString(16).padStart(4, '0')}`, names]),
  );

/** Those of the compiler; of objects without its word the exported labels, each up to the next. */
function functionsOf(
  { layout, debug: given }: LinkedProgram,
  debug: SymDebug | undefined,
): readonly SymFunction[] {
  const functions: SymFunction[] = (debug?.functions ?? []).map(({ name, start, end, source, line }) => {
    const file = debug?.sources[source]?.filename;
    return { name, address: start, size: end - start, ...(file === undefined ? {} : { file }), line };
  });
  for (const module of layout.modules) {
    if (given[module.index] !== undefined) continue;
    const starts = [...module.object.symbols]
      .filter(([, { section }]) => section === 'text')
      .map(([name, symbol]) => ({ name, address: addressIn(module, symbol) }))
      .sort((a, b) => a.address - b.address);
    let next = { address: module.code + module.object.code.length * 4, end: 0 };
    for (const { name, address } of starts.reverse()) {
      next = { address, end: next.address === address ? next.end : next.address };
      functions.push({ name, address, size: next.end - address });
    }
  }
  return functions.sort((a, b) => a.address - b.address);
}

/** Those of the compiler, and labels of data that it does not know, each up to the next label. */
function variablesOf({ layout }: LinkedProgram, debug: SymDebug | undefined): readonly SymVariable[] {
  const variables: SymVariable[] = (debug?.globals ?? []).map(global => {
    const type = debug?.types[global.type];
    const file = debug?.sources[global.source]?.filename;
    return {
      name: global.name,
      address: global.address,
      size: debug === undefined ? 0 : sizeOf(debug, global.type),
      ...(type === undefined ? {} : { type: type.name }),
      scope: global.function !== undefined ? 'function' : global.local ? 'file' : 'global',
      ...(file === undefined ? {} : { file }),
      line: global.line,
    };
  });
  const known = new Set(variables.map(({ address }) => address));
  for (const module of layout.modules) {
    const { object } = module;
    const labels = [...object.localSymbols]
      .filter(([, { section }]) => section !== 'text')
      .map(([name, symbol]) => ({ name, symbol, address: addressIn(module, symbol) }))
      .sort((a, b) => a.address - b.address);
    const ends = { data: module.data + object.rodata.length, bss: module.bss + object.bss };
    // From the last to the first: each ends where the one behind it begins.
    let next: { readonly section: string; readonly address: number; readonly end: number } | undefined;
    for (const { name, symbol, address } of labels.reverse()) {
      const section = symbol.section === 'data' ? 'data' : 'bss';
      const follows = next?.section === section ? next : undefined;
      const end =
        follows === undefined ? ends[section] : follows.address === address ? follows.end : follows.address;
      next = { section, address, end };
      // Names with a dot in front are the compiler's own.
      if (known.has(address) || name.startsWith('.')) continue;
      const scope = object.symbols.has(name) ? 'global' : 'file';
      variables.push({ name, address, size: end - address, scope });
    }
  }
  return variables.sort((a, b) => a.address - b.address);
}

/** Qualifiers and typedefs have the size of what they stand for. */
function sizeOf({ types }: Pick<SymDebug, 'types'>, index: number, steps = 0): number {
  const type = types[index];
  if (type === undefined || steps > types.length) return 0;
  if (type.size !== undefined) return type.size;
  return 'target' in type ? sizeOf({ types }, type.target, steps + 1) : 0;
}

function instructionsOf(
  code: Uint32Array,
  labels: Labels,
  dataLabels: Labels,
  debug: SymDebug | undefined,
): readonly SymInstruction[] {
  const symbolAt: SymbolAt = (address, space) => (space === 'code' ? labels : dataLabels).get(address)?.[0];
  const instructions: SymInstruction[] = [];
  const lines = debug?.lines ?? [];
  let next = 0;
  let current: SymDebugLine | undefined;
  for (let index = 0; index < code.length;) {
    const pc = index * 4;
    const word = code[index]!;
    const { mnemonic, operands, size } = instructionParts(word, code[index + 1], pc, symbolAt);
    while (next < lines.length && lines[next]!.pc <= pc) current = lines[next++];
    const file = current?.source === undefined ? undefined : debug?.sources[current.source]?.filename;
    instructions.push({
      pc,
      word,
      mnemonic,
      operands,
      ...(file === undefined || current === undefined
        ? {}
        : { file, line: current.line, ...(current.column > 0 ? { column: current.column } : {}) }),
    });
    index += size / 4;
  }
  return instructions;
}

function regionsOf({ codeSize, dataSize, bssSize }: Layout): readonly SymRegion[] {
  const bss = bssStart(dataBase, dataSize);
  const region = (name: string, type: SymRegion['type'], start: number, size: number): readonly SymRegion[] =>
    size === 0 ? [] : [{ name, type, start, end: start + size - 1 }];
  return [
    ...region('code', 'text', 0, codeSize),
    ...region('registers', 'registers', registerBank, 64),
    ...region('rodata', 'data', dataBase, dataSize),
    ...region('bss', 'bss', bss, bssSize),
    ...region('stack', 'stack', stackTop - stackSize, stackSize),
  ];
}
