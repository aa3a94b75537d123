// hsx-ld: objects to a program, and what a debugger needs to know about it.

import type { DbgFile } from '../format/dbg.js';
import { bssStart, HxeFlag } from '../format/hxe.js';
import { crcOf, writeHxe } from '../format/hxe-file.js';
import type { HxoObject } from '../format/hxo.js';
import type { SymFile } from '../format/sym-file.js';
import { dataBase, spaceSize, stackSize, stackTop } from '../isa.js';
import { hasErrors, type Problem } from '../problem.js';
import { exportedSymbols, layOut, lookUp, type Layout, type LinkedSymbol } from './layout.js';
import { linkedMetadata } from './linked-metadata.js';
import { relocate, unresolved } from './relocate.js';
import { symbolFile } from './symbol-file.js';

export interface LinkInput {
  /** The stem of its file, as `.dbg` files name it. */
  readonly name: string;
  readonly object: HxoObject;
  readonly dbg?: DbgFile;
}

export interface LinkOptions {
  /** In the header; 31 characters of ASCII. Version 1 has none. */
  readonly appName?: string;
  readonly version?: 1 | 2;
  /** 16 bits. */
  readonly capabilities?: number;
  readonly singleInstance?: boolean;
  /** As `.sym` names the program. */
  readonly hxePath?: string;
}

export interface Linked {
  /** The bytes of the `.hxe`; absent where there are errors. */
  readonly image?: Uint8Array;
  readonly sym?: SymFile;
  readonly problems: readonly Problem[];
  readonly entry: number;
  readonly layout: Layout;
  readonly exported: ReadonlyMap<string, LinkedSymbol>;
}

export function link(inputs: readonly LinkInput[], options: LinkOptions = {}): Linked {
  const problems: Problem[] = [];
  const layout = layOut(inputs);
  const { modules } = layout;
  if (modules.length === 0)
    problems.push({ severity: 'error', kind: 'entry', message: 'there is nothing to link' });
  const exported = exportedSymbols(modules, problems);
  for (const module of modules)
    for (const name of module.object.imports)
      if (lookUp(module, name, exported) === undefined) problems.push(unresolved(module, name));
  requireRoom(layout, problems);
  if (hasErrors(problems)) return { problems, entry: 0, layout, exported };
  const code = new Uint32Array(layout.codeSize / 4);
  const data = new Uint8Array(layout.dataSize);
  for (const module of modules) {
    const codePart = code.subarray(module.code / 4, module.code / 4 + module.object.code.length);
    const dataPart = data.subarray(
      module.data - dataBase,
      module.data - dataBase + module.object.rodata.length,
    );
    codePart.set(module.object.code);
    dataPart.set(module.object.rodata);
    relocate(module, exported, codePart, dataPart, problems);
  }
  const metadata = linkedMetadata(modules, exported, problems);
  const entry = entryAddress(layout, exported);
  if (entry === undefined || entry >= layout.codeSize || entry % 4 !== 0)
    problems.push({
      severity: 'error',
      kind: 'entry',
      message: layout.codeSize === 0 ? 'there is no code' : `the entry point ${entry ?? 0} is no instruction`,
      hint: 'Name it with .entry, or export _start.',
    });
  if (entry === undefined || hasErrors(problems)) return { problems, entry: 0, layout, exported };
  const version = options.version ?? 2;
  const image = writeHxe({
    version,
    flags: version === 2 && options.singleInstance !== true ? HxeFlag.multipleInstances : 0,
    entry,
    code,
    rodata: data,
    bssSize: layout.bssSize,
    capabilities: (options.capabilities ?? 0) & 0xffff,
    appName: options.appName ?? '',
    metadata,
  });
  const debug = inputs.map(({ dbg }) => dbg);
  const sym = symbolFile(
    { layout, exported, code, debug, crc: crcOf(image), hxePath: options.hxePath ?? 'app.hxe' },
    problems,
  );
  return { image, sym, problems, entry, layout, exported };
}

function requireRoom({ codeSize, dataSize, bssSize }: Layout, problems: Problem[]): void {
  if (codeSize > spaceSize)
    problems.push({
      severity: 'error',
      kind: 'too-large',
      message: `the code has ${codeSize} bytes, and the machine has room for ${spaceSize}`,
    });
  const end = bssStart(dataBase, dataSize) + bssSize;
  const most = stackTop - stackSize;
  if (end > most)
    problems.push({
      severity: 'error',
      kind: 'too-large',
      message: `the data has ${dataSize} bytes and ${bssSize} of zeros, and there is room for ${most - dataBase} below the stack`,
    });
}

/** `_start`, else the first entry point that an object names, else that of the first object. */
function entryAddress({ modules }: Layout, exported: ReadonlyMap<string, LinkedSymbol>): number | undefined {
  const start = exported.get('_start');
  if (start !== undefined) return start.section === 'text' ? start.address : undefined;
  for (const { object } of modules) {
    const named = object.entrySymbol === undefined ? undefined : exported.get(object.entrySymbol);
    if (named?.section === 'text') return named.address;
  }
  const first = modules[0];
  return first === undefined ? undefined : first.code + first.object.entry;
}
