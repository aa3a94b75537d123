// Reads and writes `.hxo` files, which are JSON.

import { dataBase, spaceSize } from '../isa.js';
import { noMetadata, type HxoMetadata, type HxoObject, type HxoReloc, type HxoSymbol } from './hxo.js';
import { jsonText, parseJson, type JsonObject, type JsonValue } from './json-value.js';

export function writeHxo(object: HxoObject): Uint8Array {
  const { metadata } = object;
  const lists = Object.entries(metadata as unknown as Record<string, readonly JsonObject[]>).filter(
    ([, list]) => list.length > 0,
  );
  const file = {
    version: 1,
    entry: object.entry,
    entry_symbol: object.entrySymbol ?? null,
    code: Array.from(object.code),
    rodata: Buffer.from(object.rodata).toString('hex'),
    ...(object.bss === 0 ? {} : { bss: object.bss }),
    externs: object.externs,
    imports: object.imports,
    relocs: object.relocs.map(relocJson),
    symbols: Object.fromEntries(
      [...object.symbols].map(([name, { section, offset }]) => [name, { section, offset }]),
    ),
    local_symbols: Object.fromEntries(
      [...object.localSymbols].map(([name, { section, offset }]) => [
        name,
        { section, offset, ...addressAlone({ section, offset }) },
      ]),
    ),
    ...(lists.length === 0 ? {} : { metadata: Object.fromEntries(lists) }),
  };
  return new TextEncoder().encode(`${jsonText(file)}\n`);
}

/** The address that it has if the object is linked alone; where bss begins only the linker knows. */
function addressAlone({ section, offset }: HxoSymbol): JsonObject {
  if (section === 'bss') return {};
  return { abs_addr: section === 'data' ? dataBase + offset : offset };
}

function relocJson(reloc: HxoReloc): JsonObject {
  const { type, symbol, kind, section, addend } = reloc;
  return {
    type,
    ...(reloc.section === 'code' ? { index: reloc.index } : { offset: reloc.offset }),
    symbol,
    kind,
    section,
    ...(reloc.section === 'code' && reloc.pcRelative ? { pc_relative: true } : {}),
    ...(addend === 0 ? {} : { addend }),
  };
}

/** Throws a FormatProblem for what is no object file, or one that contradicts itself. */
export function readHxo(bytes: Uint8Array): HxoObject {
  const file = parseJson('.hxo', bytes);
  const version = file.at('version').integer(0, 0xffff);
  if (version !== 1)
    throw file.at('version').problem(`version ${version} is not known, only 1 is`, 'Assemble it again.');
  const words = file.at('code').items();
  if (words.length > spaceSize / 4)
    throw file.at('code').problem(`${words.length} words of code are more than the machine has room for`);
  const code = Uint32Array.from(words, word => word.integer(0, 0xffffffff));
  const rodata = hexBytes(file.at('rodata'));
  const bss = file.at('bss').optional(size => size.integer(0, spaceSize)) ?? 0;
  const sizes = { text: code.length * 4, data: rodata.length, bss };
  return {
    entry: file.at('entry').optional(entry => entry.integer(0, code.length * 4)) ?? 0,
    entrySymbol: file.at('entry_symbol').optional(name => name.string()),
    code,
    rodata,
    bss,
    externs: names(file.at('externs')),
    imports: names(file.at('imports')),
    relocs: (file.at('relocs').optional(relocs => relocs.items()) ?? []).map(reloc =>
      readReloc(reloc, code.length, rodata.length),
    ),
    symbols: readSymbols(file.at('symbols'), sizes),
    localSymbols: readSymbols(file.at('local_symbols'), sizes),
    metadata: file.at('metadata').optional(readMetadata) ?? noMetadata,
  };
}

const names = (list: JsonValue): readonly string[] =>
  list.optional(found => found.items().map(name => name.string())) ?? [];

function hexBytes(value: JsonValue): Uint8Array {
  const text = value.optional(found => found.string()) ?? '';
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw value.problem('expected pairs of hexadecimal digits');
  if (text.length / 2 > spaceSize - dataBase)
    throw value.problem(`${text.length / 2} bytes of data are more than the machine has room for`);
  return new Uint8Array(Buffer.from(text, 'hex'));
}

function readSymbols(
  value: JsonValue,
  sizes: Readonly<Record<HxoSymbol['section'], number>>,
): ReadonlyMap<string, HxoSymbol> {
  const entries = value.optional(found => found.entries()) ?? [];
  return new Map(
    entries.map(([name, symbol]) => {
      const section = symbol.at('section').oneOf('text', 'data', 'bss');
      return [name, { section, offset: symbol.at('offset').integer(0, sizes[section]) }];
    }),
  );
}

function readReloc(value: JsonValue, words: number, bytes: number): HxoReloc {
  const shared = {
    symbol: value.at('symbol').string(),
    kind: value.at('kind').optional(kind => kind.oneOf('symbol', 'lo16', 'hi16', 'off16')) ?? 'symbol',
    addend: value.at('addend').optional(addend => addend.integer(-spaceSize, 0xffffffff)) ?? 0,
  } as const;
  if (value.at('section').oneOf('code', 'rodata') === 'code')
    return {
      ...shared,
      section: 'code',
      type: value.at('type').oneOf('imm12', 'mem', 'jump', 'imm32'),
      index: value.at('index').integer(0, words - 1),
      pcRelative: value.at('pc_relative').optional(flag => flag.boolean()) ?? false,
    };
  const type = value.at('type').oneOf('data_word', 'data_half', 'data_byte');
  const size = { data_word: 4, data_half: 2, data_byte: 1 }[type];
  return { ...shared, section: 'rodata', type, offset: value.at('offset').integer(0, bytes - size) };
}

function readMetadata(value: JsonValue): HxoMetadata {
  const list = (name: string): readonly JsonObject[] =>
    value.at(name).optional(found => found.items().map(entry => entry.object())) ?? [];
  return { values: list('values'), commands: list('commands'), mailboxes: list('mailboxes') };
}
