// The sections of a module but for its code: types, imports, tables, segments.

import type { ByteReader } from '../bytes/byte-reader.js';
import type {
  ConstantExpression,
  DataSegment,
  ElementSegment,
  Export,
  ExternalKind,
  Global,
  Import,
  ImportedThing,
  SegmentMode,
} from '../module-data.js';
import type { Instruction } from '../instruction.js';
import { malformed, unsupported } from '../problem.js';
import type { FunctionType, GlobalType, MemoryType, ReferenceType, TableType } from '../value-types.js';
import { readInstruction, readReferenceType, readValueType } from './read-instruction.js';

const kinds: readonly ExternalKind[] = ['function', 'table', 'memory', 'global', 'tag'];

export function readFunctionType(reader: ByteReader): FunctionType {
  const { offset } = reader;
  const form = reader.byte('a function type');
  if (form === 0x5f || form === 0x5e || form === 0x50 || form === 0x4f || form === 0x4e)
    throw unsupported(offset, 'garbage collection (a type that is no function)');
  if (form !== 0x60) throw malformed(offset, `a type begins with 0x${form.toString(16)}, not with 0x60`);
  const params = reader.vector('parameters', () => readValueType(reader));
  return { params, results: reader.vector('results', () => readValueType(reader)) };
}

export function readImport(reader: ByteReader): Import {
  const module = reader.name('the module of an import');
  const name = reader.name('the name of an import');
  return { module, name, thing: readImported(reader) };
}

function readImported(reader: ByteReader): ImportedThing {
  const kind = readKind(reader);
  switch (kind) {
    case 'function':
      return { kind, type: reader.u32('the type of a function') };
    case 'table':
      return { kind, type: readTableType(reader) };
    case 'memory':
      return { kind, type: readMemoryType(reader) };
    case 'global':
      return { kind, type: readGlobalType(reader) };
    case 'tag':
      return { kind, type: readTag(reader) };
  }
}

export function readExport(reader: ByteReader): Export {
  const name = reader.name('the name of an export');
  const kind = readKind(reader);
  return { name, kind, index: reader.u32('the index of an export') };
}

function readKind(reader: ByteReader): ExternalKind {
  const { offset } = reader;
  const code = reader.byte('a kind of import or export');
  const kind = kinds[code];
  if (kind === undefined) throw malformed(offset, `there is no kind of import or export ${code}`);
  return kind;
}

export function readTableType(reader: ByteReader): TableType {
  const { offset } = reader;
  if (reader.bytes[offset] === 0x40) throw unsupported(offset, 'tables with an initial value');
  const element = readReferenceType(reader);
  const { shared, ...limits } = readLimits(reader);
  if (shared === true) throw unsupported(offset, 'shared tables');
  return { element, ...limits };
}

export const readMemoryType = (reader: ByteReader): MemoryType => readLimits(reader);

function readLimits(reader: ByteReader): MemoryType {
  const { offset } = reader;
  const flags = reader.byte('limits');
  if (flags > 7) throw malformed(offset, `there are no limits of the kind ${flags}`);
  if (flags > 3) throw unsupported(offset, '64-bit memory');
  const min = reader.u32('the smallest size');
  const max = (flags & 1) === 1 ? { max: reader.u32('the largest size') } : {};
  return { min, ...max, ...((flags & 2) === 2 ? { shared: true } : {}) };
}

export function readGlobalType(reader: ByteReader): GlobalType {
  const type = readValueType(reader);
  const { offset } = reader;
  const mutable = reader.byte('whether a global may change');
  if (mutable > 1) throw malformed(offset, `whether a global may change is 0 or 1, not ${mutable}`);
  return { type, mutable: mutable === 1 };
}

export function readTag(reader: ByteReader): number {
  const { offset } = reader;
  const attribute = reader.byte('a tag');
  if (attribute !== 0) throw malformed(offset, `there is no kind of tag ${attribute}`);
  return reader.u32('the type of a tag');
}

export const readGlobal = (reader: ByteReader): Global => ({
  type: readGlobalType(reader),
  init: readConstant(reader),
});

export function readConstant(reader: ByteReader): ConstantExpression {
  const found: Instruction[] = [];
  for (;;) {
    const instruction = readInstruction(reader);
    found.push(instruction);
    if (instruction.name === 'end') return found;
  }
}

/** Bit 0: not active; bit 1: table or memory is told, or declarative; bit 2: expressions instead of indices. */
export function readElements(reader: ByteReader): ElementSegment {
  const { offset } = reader;
  const flags = reader.u32('the flags of an element segment');
  if (flags > 7) throw malformed(offset, `there is no element segment of the kind ${flags}`);
  const expressions = (flags & 4) === 4;
  const mode = readElementMode(reader, flags);
  const type: ReferenceType = (flags & 3) === 0 ? 'funcref' : readElementType(reader, expressions);
  return {
    mode,
    type,
    items: expressions
      ? {
          kind: 'expressions',
          expressions: reader.vector('elements', () => readConstant(reader)),
        }
      : { kind: 'functions', indices: reader.vector('elements', () => reader.u32('a function')) },
  };
}

function readElementMode(reader: ByteReader, flags: number): SegmentMode {
  if ((flags & 1) === 1) return { kind: (flags & 2) === 2 ? 'declarative' : 'passive' };
  const index = (flags & 2) === 2 ? reader.u32('the index of a table') : 0;
  return { kind: 'active', index, offset: readConstant(reader) };
}

function readElementType(reader: ByteReader, expressions: boolean): ReferenceType {
  if (expressions) return readReferenceType(reader);
  const { offset } = reader;
  const kind = reader.byte('the kind of the elements');
  if (kind !== 0) throw malformed(offset, `there is no kind of elements ${kind}`);
  return 'funcref';
}

export function readData(reader: ByteReader): DataSegment {
  const { offset } = reader;
  const flags = reader.u32('the flags of a data segment');
  if (flags > 2) throw malformed(offset, `there is no data segment of the kind ${flags}`);
  const mode: SegmentMode =
    flags === 1
      ? { kind: 'passive' }
      : {
          kind: 'active',
          index: flags === 2 ? reader.u32('the index of a memory') : 0,
          offset: readConstant(reader),
        };
  const size = reader.u32('the size of a data segment');
  const start = reader.offset;
  return { mode, start, bytes: reader.take(size, 'a data segment') };
}
