// Writes the parts of a module from data: for builders, and for those who rewrite a module that was read.

import { ByteWriter, bytesOf } from '../bytes/byte-writer.js';
import type { IndexSpace, Instruction } from '../instruction.js';
import {
  sectionIds,
  sectionOrder,
  type ConstantExpression,
  type ElementSegment,
  type Export,
  type ExternalKind,
  type Global,
  type Import,
  type ModuleNames,
} from '../module-data.js';
import { operationNamed } from '../opcodes.js';
import {
  typeCodes,
  type BlockType,
  type FunctionType,
  type GlobalType,
  type MemoryType,
  type TableType,
  type ValueType,
} from '../value-types.js';

/** Where an index of the module that was read is in the one that is written. */
export type Renumber = (space: IndexSpace, index: number) => number;

export interface WrittenSection {
  readonly id: number;
  readonly bytes: Uint8Array;
  /** A custom section that engines want to know before they see the code. */
  readonly beforeCode?: true;
}

export interface WrittenModule {
  readonly bytes: Uint8Array;
  /** Where the contents of each section begin, in the order of `sections`. */
  readonly starts: readonly number[];
}

const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const kindCodes: Readonly<Record<ExternalKind, number>> = {
  function: 0,
  table: 1,
  memory: 2,
  global: 3,
  tag: 4,
};

/** In the order that the format wants; custom sections (id 0) come last, unless they are wanted earlier. */
export function writeSections(sections: readonly WrittenSection[]): WrittenModule {
  const writer = new ByteWriter();
  writer.bytes(header);
  const rank = ({ id, beforeCode }: WrittenSection): number =>
    beforeCode === true
      ? sectionOrder.indexOf(sectionIds.code) - 0.5
      : id === 0
        ? sectionOrder.length
        : sectionOrder.indexOf(id);
  const starts = new Map<WrittenSection, number>();
  for (const section of [...sections].sort((a, b) => rank(a) - rank(b))) {
    writer.byte(section.id);
    writer.unsigned(section.bytes.length);
    starts.set(section, writer.length);
    writer.bytes(section.bytes);
  }
  return { bytes: writer.toBytes(), starts: sections.map(section => starts.get(section)!) };
}

export const customSection = (name: string, contents: Uint8Array): WrittenSection => ({
  id: sectionIds.custom,
  bytes: bytesOf(writer => {
    writer.name(name);
    writer.bytes(contents);
  }),
});

/** The custom section by which browsers and tools find the source map of a module. */
export const sourceMapSection = (url: string): WrittenSection =>
  customSection(
    'sourceMappingURL',
    bytesOf(writer => writer.name(url)),
  );

const writeType = (writer: ByteWriter, type: ValueType): void => writer.byte(typeCodes[type]);

export function writeFunctionType(writer: ByteWriter, { params, results }: FunctionType): void {
  writer.byte(0x60);
  writer.vector(params, type => writeType(writer, type));
  writer.vector(results, type => writeType(writer, type));
}

export function writeLimits(writer: ByteWriter, { min, max, shared }: MemoryType): void {
  writer.byte((max === undefined ? 0 : 1) | (shared === true ? 2 : 0));
  writer.unsigned(min);
  if (max !== undefined) writer.unsigned(max);
}

export function writeTableType(writer: ByteWriter, type: TableType): void {
  writeType(writer, type.element);
  writeLimits(writer, type);
}

export function writeGlobalType(writer: ByteWriter, { type, mutable }: GlobalType): void {
  writeType(writer, type);
  writer.byte(mutable ? 1 : 0);
}

export function writeImport(writer: ByteWriter, { module, name, thing }: Import): void {
  writer.name(module);
  writer.name(name);
  writer.byte(kindCodes[thing.kind]);
  switch (thing.kind) {
    case 'function':
      return writer.unsigned(thing.type);
    case 'table':
      return writeTableType(writer, thing.type);
    case 'memory':
      return writeLimits(writer, thing.type);
    case 'global':
      return writeGlobalType(writer, thing.type);
    case 'tag':
      writer.byte(0);
      return writer.unsigned(thing.type);
  }
}

export function writeExport(writer: ByteWriter, { name, kind, index }: Export): void {
  writer.name(name);
  writer.byte(kindCodes[kind]);
  writer.unsigned(index);
}

export function writeGlobal(
  writer: ByteWriter,
  { type, init }: Global,
  source: Uint8Array,
  renumber: Renumber,
): void {
  writeGlobalType(writer, type);
  writeConstant(writer, init, source, renumber);
}

export function writeConstant(
  writer: ByteWriter,
  expression: ConstantExpression,
  source: Uint8Array,
  renumber: Renumber,
): void {
  for (const instruction of expression) writeInstruction(writer, instruction, source, renumber);
}

/** As its bytes are in `source`, but for indices that are others now. */
export function writeInstruction(
  writer: ByteWriter,
  { name, immediate, offset, end }: Instruction,
  source: Uint8Array,
  renumber: Renumber,
): void {
  if (immediate.kind === 'index') {
    const index = renumber(immediate.space, immediate.index);
    if (index !== immediate.index) {
      writeOpcode(writer, operationNamed.get(name)!.opcode);
      return writer.unsigned(index);
    }
  }
  writer.bytes(source.subarray(offset, end));
}

export function writeOpcode(writer: ByteWriter, opcode: number): void {
  if (opcode > 0xff) {
    writer.byte(opcode >> 8);
    writer.unsigned(opcode & 0xff);
  } else writer.byte(opcode);
}

export function writeBlockType(writer: ByteWriter, type: BlockType): void {
  switch (type.kind) {
    case 'empty':
      return writer.byte(0x40);
    case 'result':
      return writeType(writer, type.type);
    case 'type':
      return writer.signed(type.index);
  }
}

export function writeElements(
  writer: ByteWriter,
  { mode, type, items }: ElementSegment,
  source: Uint8Array,
  renumber: Renumber,
): void {
  const expressions = items.kind === 'expressions' ? 4 : 0;
  const explicit = mode.kind === 'active' && (mode.index !== 0 || type !== 'funcref');
  writer.unsigned(
    expressions | (mode.kind === 'active' ? (explicit ? 2 : 0) : mode.kind === 'declarative' ? 3 : 1),
  );
  if (mode.kind === 'active') {
    if (explicit) writer.unsigned(renumber('table', mode.index));
    writeConstant(writer, mode.offset, source, renumber);
  }
  if (mode.kind !== 'active' || explicit) {
    if (expressions === 0) writer.byte(0);
    else writeType(writer, type);
  }
  if (items.kind === 'functions')
    writer.vector(items.indices, index => writer.unsigned(renumber('function', index)));
  else writer.vector(items.expressions, each => writeConstant(writer, each, source, renumber));
}

/** The custom section `name`. */
export function nameSection({ module, functions, locals, globals }: ModuleNames): WrittenSection {
  const part = (writer: ByteWriter, id: number, write: (inner: ByteWriter) => void): void => {
    writer.byte(id);
    writer.sized(bytesOf(write));
  };
  const map = (writer: ByteWriter, names: ReadonlyMap<number, string>): void =>
    writer.vector(byIndex(names), ([index, name]) => {
      writer.unsigned(index);
      writer.name(name);
    });
  return customSection(
    'name',
    bytesOf(writer => {
      if (module !== undefined) part(writer, 0, inner => inner.name(module));
      if (functions.size > 0) part(writer, 1, inner => map(inner, functions));
      if (locals.size > 0)
        part(writer, 2, inner =>
          inner.vector(byIndex(locals), ([index, names]) => {
            inner.unsigned(index);
            map(inner, names);
          }),
        );
      if (globals.size > 0) part(writer, 7, inner => map(inner, globals));
    }),
  );
}

const byIndex = <Value>(map: ReadonlyMap<number, Value>): readonly (readonly [number, Value])[] =>
  [...map].sort(([a], [b]) => a - b);
