// Decodes one instruction: its name, its immediates and where it ends.

import type { ByteReader } from '../bytes/byte-reader.js';
import type { Immediate, IndexSpace, Instruction } from '../instruction.js';
import { operations, type OperationInfo } from '../opcodes.js';
import { malformed, unsupported } from '../problem.js';
import {
  isReference,
  typeOfCode,
  type BlockType,
  type ReferenceType,
  type ValueType,
} from '../value-types.js';

/** Prefixes and opcodes of features that are refused by name. */
const refusedOpcodes: ReadonlyMap<number, string> = new Map([
  [0x14, 'typed function references (call_ref)'],
  [0x15, 'typed function references (return_call_ref)'],
  [0xd3, 'garbage collection (ref.eq)'],
  [0xd4, 'typed function references (ref.as_non_null)'],
  [0xd5, 'typed function references (br_on_null)'],
  [0xd6, 'typed function references (br_on_non_null)'],
  [0xfb, 'garbage collection'],
]);

const none: Immediate = { kind: 'none' };

export function readInstruction(reader: ByteReader): Instruction {
  const { offset } = reader;
  const first = reader.byte('an instruction');
  if (first === 0xfd) return opaque(reader, offset, 'simd', simdImmediate);
  if (first === 0xfe) return opaque(reader, offset, 'atomic', atomicImmediate);
  let opcode = first;
  if (first === 0xfc) {
    const second = reader.u32('the opcode');
    if (second > 0xff) throw malformed(offset, `there is no instruction 0xfc ${second}`);
    opcode = 0xfc00 + second;
  }
  const info = operations.get(opcode);
  if (info === undefined) throw unknownOpcode(offset, opcode);
  const immediate = readImmediate(reader, info);
  return { offset, end: reader.offset, name: info.name, immediate };
}

function unknownOpcode(offset: number, opcode: number): Error {
  const feature = refusedOpcodes.get(opcode);
  return feature === undefined
    ? malformed(offset, `there is no instruction 0x${opcode.toString(16)}`)
    : unsupported(offset, feature);
}

function readImmediate(reader: ByteReader, info: OperationInfo): Immediate {
  const index = (space: IndexSpace) => ({ space, index: reader.u32(`the index of a ${space}`) });
  const pair = (first: IndexSpace, second: IndexSpace): Immediate => ({
    kind: 'indices',
    first: index(first),
    second: index(second),
  });
  switch (info.immediate) {
    case 'none':
      return none;
    case 'block':
      return { kind: 'block', type: readBlockType(reader) };
    case 'label':
      return { kind: 'label', depth: reader.u32('a label') };
    case 'labels': {
      const depths = reader.vector('labels', () => reader.u32('a label'));
      return { kind: 'labels', depths, otherwise: reader.u32('a label') };
    }
    case 'function':
    case 'local':
    case 'global':
    case 'table':
    case 'tag':
    case 'data':
    case 'element':
    case 'memory':
      return { kind: 'index', ...index(info.immediate) };
    case 'indirect': {
      const type = reader.u32('the index of a type');
      return { kind: 'indirect', type, table: reader.u32('the index of a table') };
    }
    case 'dataMemory':
      return pair('data', 'memory');
    case 'memoryMemory':
      return pair('memory', 'memory');
    case 'elementTable':
      return pair('element', 'table');
    case 'tableTable':
      return pair('table', 'table');
    case 'memoryArgument':
      return { kind: 'memory', ...memoryArgument(reader) };
    case 'i32':
      return { kind: 'i32', value: reader.s32('a constant') };
    case 'i64':
      return { kind: 'i64', value: reader.s64('a constant') };
    case 'f32':
      return { kind: 'f32', bits: reader.f32('a constant') };
    case 'f64':
      return { kind: 'f64', bits: reader.f64('a constant') };
    case 'types':
      return { kind: 'types', types: reader.vector('types', () => readValueType(reader)) };
    case 'heapType':
      return { kind: 'heapType', type: readReferenceType(reader) };
    case 'catches': {
      const type = readBlockType(reader);
      const catches = reader.vector('catch clauses', () => {
        const code = reader.byte('a catch clause');
        if (code > 3) throw malformed(reader.offset - 1, `there is no catch clause ${code}`);
        const tag = code < 2 ? { tag: reader.u32('the index of a tag') } : {};
        return { code, ...tag, depth: reader.u32('a label') };
      });
      return { kind: 'catches', type, catches };
    }
  }
}

export function readValueType(reader: ByteReader): ValueType {
  const { offset } = reader;
  const code = reader.byte('a type');
  const type = typeOfCode.get(code);
  if (type !== undefined) return type;
  // 0x63 to 0x75 are reference types of later proposals, 0x77 and 0x78 packed types.
  if (code >= 0x62 && code <= 0x78)
    throw unsupported(offset, `a type of a later proposal (0x${code.toString(16)})`);
  throw malformed(offset, `there is no type 0x${code.toString(16)}`);
}

export function readReferenceType(reader: ByteReader): ReferenceType {
  const { offset } = reader;
  const type = readValueType(reader);
  if (!isReference(type)) throw malformed(offset, `${type} is no type of references`);
  return type;
}

export function readBlockType(reader: ByteReader): BlockType {
  const { offset } = reader;
  const first = reader.bytes[offset];
  if (first === 0x40) {
    reader.offset++;
    return { kind: 'empty' };
  }
  if (first !== undefined && first >= 0x40 && first < 0x80)
    return { kind: 'result', type: readValueType(reader) };
  const index = reader.s33('the type of a block');
  if (index < 0) throw malformed(offset, 'there is no such type of a block');
  return { kind: 'type', index };
}

function memoryArgument(reader: ByteReader): { align: number; offset: number } {
  const start = reader.offset;
  const align = reader.u32('an alignment');
  if (align >= 64 && align < 128) throw unsupported(start, 'several memories');
  if (align >= 32) throw malformed(start, `there is no alignment 2^${align}`);
  return { align, offset: reader.u32('an offset into memory') };
}

function opaque(
  reader: ByteReader,
  offset: number,
  name: 'simd' | 'atomic',
  immediates: (reader: ByteReader, number: number, offset: number) => MemoryArgument | undefined,
): Instruction {
  const number = reader.u32('the opcode');
  const memory = immediates(reader, number, offset);
  const immediate: Immediate = { kind: 'opaque', number, ...(memory === undefined ? {} : { memory }) };
  return { offset, end: reader.offset, name, immediate };
}

type MemoryArgument = { readonly align: number; readonly offset: number };

function simdImmediate(reader: ByteReader, number: number, offset: number): MemoryArgument | undefined {
  if (number > 0x113) throw malformed(offset, `there is no vector instruction ${number}`);
  const loadsOrStores = number <= 11 || number === 92 || number === 93;
  const lanes = number >= 84 && number <= 91;
  const memory = loadsOrStores || lanes ? memoryArgument(reader) : undefined;
  if (number === 12 || number === 13) reader.take(16, 'a vector');
  if (lanes || (number >= 21 && number <= 34)) reader.byte('a lane');
  return memory;
}

function atomicImmediate(reader: ByteReader, number: number, offset: number): MemoryArgument | undefined {
  if (number === 3) {
    reader.byte('the flags of a fence');
    return undefined;
  }
  if (number > 0x4e || (number > 3 && number < 0x10))
    throw malformed(offset, `there is no atomic instruction ${number}`);
  return memoryArgument(reader);
}
