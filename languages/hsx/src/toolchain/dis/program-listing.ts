// What hsx-dis shows of a program and of an object.

import { bssStart, type HxeImage } from '../format/hxe.js';
import type { HxoObject } from '../format/hxo.js';
import type { SymFile } from '../format/sym-file.js';
import { dataBase } from '../isa.js';
import { listing, type ListingInput } from './listing.js';

/** The lines of a source by its place in the `.sym`; undefined where it cannot be read. */
export type SourceLines = (index: number) => readonly string[] | undefined;

export function programListing(
  name: string,
  image: HxeImage,
  sym?: SymFile,
  /** Without it only places are shown. */
  sourceLines?: SourceLines,
): string {
  const app = image.appName === '' ? '' : ` “${image.appName}”`;
  const title = `${name}: HSX program${app}, version ${image.version}, ${image.code.length * 4} bytes of code, ${image.rodata.length} of data, ${image.bssSize} of zeros`;
  return listing({
    title,
    code: image.code,
    data: image.rodata,
    bss: { start: bssStart(dataBase, image.rodata.length), size: image.bssSize },
    entry: image.entry,
    labels: byAddress(sym?.symbols.labels ?? {}),
    dataLabels: dataLabelsOf(sym),
    ...(sym?.debug === undefined ? {} : { sourceAt: sourcePlaces(sym.debug, sourceLines) }),
  });
}

const byAddress = (labels: SymFile['symbols']['labels']): ReadonlyMap<number, readonly string[]> =>
  new Map(Object.entries(labels).map(([key, names]) => [Number(key), names]));

function dataLabelsOf(sym: SymFile | undefined): ReadonlyMap<number, readonly string[]> {
  const labels = new Map(byAddress(sym?.symbols.data_labels ?? {}));
  for (const { name, address } of sym?.symbols.variables ?? [])
    if (!labels.has(address)) labels.set(address, [name]);
  return labels;
}

/** Where the line changes: `demo.c:2`, and its text if it can be read. */
function sourcePlaces(
  debug: NonNullable<SymFile['debug']>,
  sourceLines: SourceLines | undefined,
): NonNullable<ListingInput['sourceAt']> {
  const places = new Map<number, readonly string[]>();
  const texts = new Map<number, readonly string[] | undefined>();
  const textsOf = (source: number): readonly string[] | undefined => {
    if (!texts.has(source)) texts.set(source, sourceLines?.(source));
    return texts.get(source);
  };
  let last = '';
  for (const { pc, source, line } of debug.lines) {
    const file = source === undefined ? undefined : debug.sources[source];
    const place = file === undefined || line === 0 ? '' : `${file.filename}:${line}`;
    if (place !== last && source !== undefined && place !== '') {
      const text = textsOf(source)?.[line - 1]?.trim();
      places.set(pc, [text === undefined || text === '' ? place : `${place}: ${text}`]);
    }
    last = place;
  }
  return pc => places.get(pc) ?? [];
}

/** Addresses are those that the object has when it is linked alone. */
export function objectListing(name: string, object: HxoObject): string {
  const bss = bssStart(dataBase, object.rodata.length);
  const labels = new Map<number, string[]>();
  const dataLabels = new Map<number, string[]>();
  for (const [label, { section, offset }] of object.localSymbols) {
    const into = section === 'text' ? labels : dataLabels;
    const address = { text: 0, data: dataBase, bss }[section] + offset;
    const here = into.get(address);
    if (here === undefined) into.set(address, [label]);
    else here.push(label);
  }
  const code = new Map<number, string>();
  const data = new Map<number, string>();
  for (const reloc of object.relocs) {
    const addend = reloc.addend === 0 ? '' : reloc.addend < 0 ? String(reloc.addend) : `+${reloc.addend}`;
    const named = `${reloc.symbol}${addend}`;
    const text = reloc.kind === 'symbol' ? named : `${reloc.kind}(${named})`;
    if (reloc.section === 'code') code.set(reloc.index, text);
    else data.set(reloc.offset, text);
  }
  const wants = object.imports.length === 0 ? '' : `; imports ${object.imports.join(', ')}`;
  return listing({
    title: `${name}: HSX object, ${object.code.length * 4} bytes of code, ${object.rodata.length} of data, ${object.bss} of zeros${wants}`,
    code: object.code,
    data: object.rodata,
    bss: { start: bss, size: object.bss },
    ...(object.entrySymbol === undefined ? {} : { entry: object.entry }),
    labels,
    dataLabels,
    references: { code, data },
  });
}
