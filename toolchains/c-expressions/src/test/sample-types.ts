// The types and variables of the program that the unit tests look at, as debug information of C tells them.

import { ilp32 } from '../data-model.js';
import { cExpressions } from '../c-expressions.js';
import { SampleProgram } from './sample-program.js';

/** struct point, a list of nodes, an array, texts, bit fields, a union, halves: everything lies at a round address. */
export function sample(): SampleProgram {
  const program = new SampleProgram(cExpressions({ model: ilp32, whole: true }));
  const { types, memory, bytes } = program;
  const integer = (name: string, size: number, signed: boolean) =>
    types.add({ kind: 'integer', name, size, signed });
  const int = integer('int', 4, true);
  const short = integer('short', 2, true);
  const unsigned = integer('unsigned int', 4, false);
  const longLong = integer('long long', 8, true);
  const byte = types.add({
    kind: 'alias',
    name: 'byte_t',
    target: integer('unsigned char', 1, false),
  });
  const char = types.add({ kind: 'character', name: 'char', size: 1, signed: true });
  const text = types.add({ kind: 'pointer', name: 'char *', size: 4, target: char });
  const half = types.add({ kind: 'float', name: '_Float16', size: 2 });
  const float = types.add({ kind: 'float', name: 'float', size: 4 });
  const unit = types.add({ kind: 'unit', name: 'void' });
  const untyped = types.add({ kind: 'pointer', name: 'void *', size: 4, target: unit });
  const code = types.add({ kind: 'function', name: 'int (int)' });
  const point = types.add({
    kind: 'struct',
    name: 'struct point',
    size: 8,
    fields: [
      { name: 'x', type: int, bitOffset: 0 },
      { name: 'y', type: short, bitOffset: 32 },
    ],
  });
  const nodeId = types.add({ kind: 'opaque', name: 'struct node' });
  const nodePointer = types.add({ kind: 'pointer', name: 'struct node *', size: 4, target: nodeId });
  types.define(nodeId, {
    kind: 'struct',
    name: 'struct node',
    size: 16,
    fields: [
      { name: 'at', type: point, bitOffset: 0 },
      { name: 'next', type: nodePointer, bitOffset: 64 },
      { name: 'tag', type: char, bitOffset: 96 },
    ],
  });
  types.add({ kind: 'alias', name: 'node_t', target: nodeId });
  const state = types.add({
    kind: 'enum',
    name: 'enum state',
    size: 4,
    underlying: unsigned,
    enumerators: [
      { name: 'IDLE', value: 0n },
      { name: 'BUSY', value: 3n },
    ],
  });
  const flags = types.add({
    kind: 'struct',
    name: 'struct flags',
    size: 4,
    fields: [
      { name: 'low', type: unsigned, bitOffset: 0, bitSize: 3 },
      { name: 'level', type: int, bitOffset: 3, bitSize: 5 },
    ],
  });
  const either = types.add({
    kind: 'union',
    name: 'union either',
    size: 4,
    fields: [
      { name: 'whole', type: unsigned, bitOffset: 0 },
      { name: 'first', type: byte, bitOffset: 0 },
    ],
  });
  const row = (name: string, element: typeof int, count: number, size: number) =>
    types.add({ kind: 'array', name, element, count, size });
  const pointer = types.add({ kind: 'pointer', name: 'int *', size: 4, target: int });

  program.variable('i', int, 0x4000);
  program.variable('u', unsigned, 0x4004);
  program.variable('s', short, 0x4008);
  program.variable('b', byte, 0x400a);
  program.variable('c', char, 0x400b);
  program.variable('wide', longLong, 0x4010);
  program.variable('values', row('int[5]', int, 5, 20), 0x4020);
  program.variable('p', pointer, 0x4040);
  program.variable('q', pointer, 0x4044);
  program.variable('where', point, 0x4050);
  program.variable('head', nodePointer, 0x4060);
  program.variable('none', nodePointer, 0x4064);
  program.variable('state', state, 0x4068);
  program.variable('flags', flags, 0x406c);
  program.variable('either', either, 0x4070);
  program.variable('name', row('char[8]', char, 8, 8), 0x4080);
  program.variable('title', text, 0x4088);
  program.variable('h', half, 0x4090);
  program.variable('f', float, 0x4094);
  program.variable('any', untyped, 0x4098);
  program.variable('grid', row('int[2][3]', row('int[3]', int, 3, 12), 2, 24), 0x40a0);
  program.variable('twice', code, 0x120);
  program.register('R1', unsigned, 0x4020n);
  program.register('SP', unsigned, 0xfff0n);

  memory.setInt32(0x4000, -7, true);
  memory.setUint32(0x4004, 0xffff_fff0, true);
  memory.setInt16(0x4008, -2, true);
  bytes.set([200, 0x80], 0x400a);
  memory.setBigInt64(0x4010, -5_000_000_000n, true);
  for (const [nth, value] of [10, 20, 30, 40, 50].entries()) memory.setInt32(0x4020 + nth * 4, value, true);
  for (const [nth, address] of [0x4020, 0x402c].entries()) memory.setUint32(0x4040 + nth * 4, address, true);
  memory.setInt32(0x4050, 3, true);
  memory.setInt16(0x4054, -4, true);
  memory.setUint32(0x4060, 0x5000, true);
  memory.setInt32(0x5000, 100, true);
  memory.setInt16(0x5004, 7, true);
  memory.setUint32(0x5008, 0x5010, true);
  bytes[0x500c] = 0x41;
  memory.setInt32(0x5010, 200, true);
  memory.setUint32(0x4068, 3, true);
  memory.setUint32(0x406c, 0b11110_101, true);
  memory.setUint32(0x4070, 0x1234_5678, true);
  bytes.set(Buffer.from('hello'), 0x4080);
  memory.setUint32(0x4088, 0x4080, true);
  memory.setUint16(0x4090, 0x3e00, true);
  memory.setFloat32(0x4094, 0.25, true);
  memory.setUint32(0x4098, 0x4020, true);
  for (let nth = 0; nth < 6; nth++) memory.setInt32(0x40a0 + nth * 4, nth + 1, true);
  return program;
}
