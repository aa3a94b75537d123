// Where everything comes to lie: code one object after the other, then their data, then memory that begins as zeros.

import { bssStart } from '../format/hxe.js';
import type { HxoObject, HxoSymbol } from '../format/hxo.js';
import { dataBase } from '../isa.js';
import type { Problem } from '../problem.js';

export interface Module {
  /** Index in the order of the command line. */
  readonly index: number;
  readonly name: string;
  readonly object: HxoObject;
  /** Addresses. */
  readonly code: number;
  readonly data: number;
  readonly bss: number;
}

export interface Layout {
  readonly modules: readonly Module[];
  readonly codeSize: number;
  readonly dataSize: number;
  readonly bssSize: number;
}

export function layOut(objects: readonly { readonly name: string; readonly object: HxoObject }[]): Layout {
  let code = 0;
  let data = 0;
  const placed = objects.map(({ name, object }) => {
    // Upstream does not align, so that a word of the second object may lie across two; padding is added only where data follows.
    if (object.rodata.length > 0) data = aligned(data);
    const place = { name, object, code, data: dataBase + data };
    code += object.code.length * 4;
    data += object.rodata.length;
    return place;
  });
  const start = bssStart(dataBase, data);
  let bss = 0;
  const modules = placed.map((place, index) => {
    if (place.object.bss > 0) bss = aligned(bss);
    const module = { ...place, index, bss: start + bss };
    bss += place.object.bss;
    return module;
  });
  return { modules, codeSize: code, dataSize: data, bssSize: bss };
}

const aligned = (size: number): number => Math.ceil(size / 4) * 4;

export function addressIn(module: Module, { section, offset }: HxoSymbol): number {
  const base = { text: module.code, data: module.data, bss: module.bss }[section];
  return base + offset;
}

export interface LinkedSymbol {
  readonly address: number;
  readonly section: HxoSymbol['section'];
  readonly module: Module;
}

/** What the objects export, by name. */
export function exportedSymbols(
  modules: readonly Module[],
  problems: Problem[],
): ReadonlyMap<string, LinkedSymbol> {
  const symbols = new Map<string, LinkedSymbol>();
  for (const module of modules)
    for (const [name, symbol] of module.object.symbols) {
      const earlier = symbols.get(name);
      if (earlier !== undefined)
        problems.push({
          severity: 'error',
          kind: 'duplicate',
          symbol: name,
          object: module.name,
          message: `${name} is exported by ${earlier.module.name} and by ${module.name}`,
        });
      else symbols.set(name, { address: addressIn(module, symbol), section: symbol.section, module });
    }
  return symbols;
}

/**
 * What a name means in an object: its own label before what others export. Upstream looks the other way round, so that an
 * object's local label silently becomes the function of the same name in a library.
 */
export function lookUp(
  module: Module,
  name: string,
  exported: ReadonlyMap<string, LinkedSymbol>,
): LinkedSymbol | undefined {
  const own = module.object.localSymbols.get(name) ?? module.object.symbols.get(name);
  if (own !== undefined) return { address: addressIn(module, own), section: own.section, module };
  return exported.get(name);
}

/** The nearest label at or before an address of the object's code, for messages: `main+0x8`. */
export function codePlace(module: Module, address: number): string {
  let best: { readonly name: string; readonly at: number } | undefined;
  for (const [name, symbol] of module.object.localSymbols) {
    if (symbol.section !== 'text') continue;
    const at = addressIn(module, symbol);
    if (at <= address && (best === undefined || at > best.at)) best = { name, at };
  }
  if (best === undefined) return module.name;
  return best.at === address ? best.name : `${best.name}+0x${(address - best.at).toString(16)}`;
}
