// Debug information of assembly itself: every instruction is a statement, labels that are called are functions, labels of
// data are variables.

import type { DbgFile, DbgFunction, DbgGlobal, DbgSource } from '../format/dbg.js';
import type { DebugType } from '../format/debug-types.js';
import type { HxoObject } from '../format/hxo.js';
import type { Assembled } from './assemble.js';
import type { DataItem } from './output.js';

/** `directory` is where relative names of files start from. */
export function assemblyDebug(
  { instructions, labels, items }: Assembled,
  object: HxoObject,
  module: string,
  directory: string,
): DbgFile {
  const files: DbgSource[] = [];
  const indices = new Map<string, number>();
  const fileIndex = (filename: string): number => {
    const known = indices.get(filename);
    if (known !== undefined) return known;
    indices.set(filename, files.length);
    return files.push({ filename, directory }) - 1;
  };
  const placeOf = (name: string): { readonly file: number; readonly line: number } => {
    const place = labels.get(name);
    return { file: fileIndex(place?.file ?? ''), line: place?.line ?? 0 };
  };
  const lines = instructions.map(({ ordinal, file, line }) => ({
    ordinal,
    file: fileIndex(file),
    line,
    column: 0,
    statement: true,
  }));
  const types = new TypeList();
  return {
    version: 1,
    module,
    producer: 'hsx-asm',
    grade: 3,
    files,
    functions: functionsOf(object, instructions, placeOf),
    lines,
    globals: globalsOf(object, items, placeOf, types),
    types: types.list,
  };
}

type PlaceOf = (name: string) => { readonly file: number; readonly line: number };

/** Labels that are exported, called, or where it begins; each up to the next. Without any: the first label. */
function functionsOf(
  object: HxoObject,
  instructions: Assembled['instructions'],
  placeOf: PlaceOf,
): readonly DbgFunction[] {
  const called = new Set(
    object.relocs.flatMap(reloc => (reloc.section === 'code' && reloc.pcRelative ? [reloc.symbol] : [])),
  );
  const text = [...object.localSymbols].filter(([, { section }]) => section === 'text');
  const wanted = text.filter(([name]) => object.symbols.has(name) || called.has(name));
  const byOffset = new Map<number, string>();
  for (const [name, { offset }] of wanted.length > 0 ? wanted : text.slice(0, 1))
    if (!byOffset.has(offset)) byOffset.set(offset, name);
  const starts = [...byOffset].sort(([a], [b]) => a - b);
  let ordinal = 0;
  const ordinalOf = (offset: number): number => {
    while (ordinal < instructions.length && instructions[ordinal]!.offset < offset) ordinal++;
    return ordinal;
  };
  const ordinals = starts.map(([offset]) => ordinalOf(offset));
  return starts.flatMap(([, name], index) => {
    const start = ordinals[index]!;
    const end = ordinals[index + 1] ?? instructions.length;
    // A label behind the last instruction begins nothing.
    if (end === start) return [];
    return [{ name, symbol: name, ...placeOf(name), start, end, body: start, variables: [] }];
  });
}

const numberTypes: Readonly<Record<DataItem['unit'], DebugType>> = {
  1: { name: 'unsigned char', kind: 'integer', signed: false, size: 1 },
  2: { name: 'unsigned short', kind: 'integer', signed: false, size: 2 },
  4: { name: 'unsigned int', kind: 'integer', signed: false, size: 4 },
};
const characterType: DebugType = { name: 'char', kind: 'character', signed: true, size: 1 };

class TypeList {
  readonly list: DebugType[] = [];
  private readonly indices = new Map<string, number>();

  add(type: DebugType): number {
    const known = this.indices.get(type.name);
    if (known !== undefined) return known;
    this.indices.set(type.name, this.list.length);
    return this.list.push(type) - 1;
  }

  array(element: DebugType, count: number): number {
    const index = this.add(element);
    const size = (element.size ?? 0) * count;
    return this.add({ name: `${element.name} [${count}]`, kind: 'array', element: index, count, size });
  }
}

function globalsOf(
  object: HxoObject,
  items: readonly DataItem[],
  placeOf: PlaceOf,
  types: TypeList,
): readonly DbgGlobal[] {
  return (['data', 'bss'] as const).flatMap(section => {
    const labels = [...object.localSymbols]
      .filter(([, symbol]) => symbol.section === section)
      .sort(([, a], [, b]) => a.offset - b.offset);
    // Labels and items are both in the order of their offsets, so one walk through both is enough.
    const own = items.filter(item => item.section === section);
    const globals: DbgGlobal[] = [];
    let first = 0;
    let label = 0;
    while (label < labels.length) {
      const { offset } = labels[label]![1];
      let after = label;
      while (after < labels.length && labels[after]![1].offset === offset) after++;
      const end = labels[after]?.[1].offset ?? Infinity;
      while (first < own.length && own[first]!.offset < offset) first++;
      let last = first;
      while (last < own.length && own[last]!.offset < end) last++;
      const type = typeOf(own.slice(first, last), types);
      for (const [name] of labels.slice(label, after))
        if (type !== undefined)
          globals.push({ name, symbol: name, type, ...placeOf(name), local: !object.symbols.has(name) });
      label = after;
    }
    return globals;
  });
}

/** What stands under one label is one thing if all of it is of one kind; else the first thing is what the label means. */
function typeOf(items: readonly DataItem[], types: TypeList): number | undefined {
  const [first] = items;
  if (first === undefined) return undefined;
  const alike: DataItem[] = [];
  let offset = first.offset;
  for (const item of items) {
    if (item.unit !== first.unit || item.isText !== first.isText || item.offset !== offset) break;
    alike.push(item);
    offset += item.unit * item.count;
  }
  const count = alike.reduce((sum, item) => sum + item.count, 0);
  const element = first.isText ? characterType : numberTypes[first.unit];
  return count === 1 && !first.isText ? types.add(element) : types.array(element, count);
}
