// Variables in byte memory, read by compiled programs: the same bytes by every type, and nothing beyond them.

import { TypeTable, type Expression, type TypeDescription, type TypeId } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import * as build from './build.js';
import { compileToJavaScript, type ProgramAccess } from './javascript.js';

const types = new TypeTable();
const add = (description: TypeDescription): TypeId => types.add(description);
const integer = (name: string, size: number, signed: boolean): TypeId =>
  add({ kind: 'integer', name, size, signed });
const i32 = integer('int', 4, true);
const u8 = integer('unsigned char', 1, false);
const i8 = integer('signed char', 1, true);
const i64 = integer('long long', 8, true);
const half = add({ kind: 'float', name: '_Float16', size: 2 });
const letter = add({ kind: 'character', name: 'char', size: 1, signed: true });
const truth = add({ kind: 'boolean', name: 'bool', size: 1 });
const colour = add({
  kind: 'enum',
  name: 'colour',
  size: 4,
  underlying: i32,
  enumerators: [{ name: 'red', value: 7n }],
});
const numbers = add({ kind: 'array', name: 'int[3]', element: i32, count: 3, size: 12 });
const toInt = add({ kind: 'pointer', name: 'int *', size: 4, target: i32 });
const point = add({
  kind: 'struct',
  name: 'point',
  size: 16,
  fields: [
    { name: 'x', type: i32, bitOffset: 0 },
    { name: 'low', type: i32, bitOffset: 32, bitSize: 3 },
    { name: 'high', type: u8, bitOffset: 35, bitSize: 7 },
    { name: 'next', type: toInt, bitOffset: 64 },
    { name: 'c', type: letter, bitOffset: 96 },
  ],
});

const memory = new Uint8Array(64);
const home = new DataView(memory.buffer);
home.setInt32(0, -5, true);
home.setUint16(4, 0b1111_010_101, true);
home.setUint32(8, 32, true);
home.setUint8(12, 65);
home.setInt32(32, 1000, true);
home.setInt32(36, 2000, true);
home.setInt32(40, 3000, true);
home.setBigInt64(48, -(2n ** 60n), true);
home.setUint16(56, 0x3e00, true);

/** Slots lie at the offset that is their number; from 100 on they are words of their own. */
const access: ProgramAccess = {
  home,
  slotAt: slot => (slot < 100 ? slot : -1),
  globalAt: index => index,
  slot: slot => slot - 101,
  global: () => undefined,
  memory: () => undefined,
  scalar: word => word as number,
};

const read = (offset: number, type: TypeId): Expression => ({
  op: 'read',
  place: { kind: 'slot', slot: offset },
  type,
});
const field = (of: Expression, name: string, type: TypeId): Expression => ({ op: 'field', of, name, type });
const number = (value: number): Expression => build.constant(BigInt(value), i32);
const run = (program: Expression): unknown => compileToJavaScript(program, { types, memory: true })(access);
const whole = read(0, point);

describe('compiled programs over memory', () => {
  it.each<[string, Expression, unknown]>([
    ['an integer', read(0, i32), -5],
    ['a byte with a sign', read(0, i8), -5],
    ['a byte without', read(0, u8), 251],
    ['64 bits beyond exact numbers', read(48, i64), -(2n ** 60n)],
    ['half a float', read(56, half), 1.5],
    ['a truth value', read(0, truth), true],
    ['an enumerator', read(0, colour), -5],
    ['a member', field(whole, 'x', i32), -5],
    ['bits with a sign', field(whole, 'low', i32), -3],
    ['bits across bytes', field(whole, 'high', u8), 0b1111010],
    ['an element', build.index(read(32, numbers), number(2), i32), 3000],
    ['what a pointer leads to', build.deref(field(whole, 'next', toInt), i32), 1000],
    ['an element behind a pointer', build.index(field(whole, 'next', toInt), number(1), i32), 2000],
    ['an address', { op: 'addressOf', of: field(whole, 'c', letter), type: toInt }, 12],
    ['what is at an address', build.deref({ op: 'addressOf', of: read(36, i32), type: toInt }, i32), 2000],
    ['a word in no memory', read(100, i32), -1],
    ['a word in no memory, by its type', read(100, u8), 255],
    ['half a float in no memory', read(0x3e00 + 101, half), 1.5],
  ])('read %s', (_, program, expected) => {
    expect(run(program)).toEqual(expected);
  });

  it.each<[string, Expression, RegExp]>([
    ['a null pointer', build.deref(read(16, toInt), i32), /null/],
    ['a pointer beyond memory', build.deref(read(0, toInt), i32), /beyond the 64 bytes/],
    ['the last bytes of what begins inside', read(62, i32), /beyond/],
    ['an element that is not there', build.index(read(32, numbers), number(3), i32), /3/],
    ['an element before the first', build.index(read(32, numbers), number(-1), i32), /-1/],
    ['the address of a word in no memory', { op: 'addressOf', of: read(100, i32), type: toInt }, /no memory/],
    ['the address of bits', { op: 'addressOf', of: field(whole, 'low', i32), type: toInt }, /bit field/],
  ])('refuse %s', (_, program, message) => {
    expect(() => run(program)).toThrow(message);
  });

  it('leave to the session what needs a lens', () => {
    const format = (of: Expression): Expression => ({ op: 'format', of, type: i32 });
    for (const program of [whole, format(field(whole, 'c', letter)), format(field(whole, 'next', toInt))])
      expect(() => run(program)).toThrow(expect.objectContaining({ code: 'not-supported' }) as Error);
    expect(run(format(field(whole, 'x', i32)))).toBe('-5');
  });

  it('compare what they read', () => {
    const holds = build.conditions(truth);
    expect(run(holds.lt(field(whole, 'x', i32), number(0)))).toBe(true);
    expect(run(holds.eq(build.deref(field(whole, 'next', toInt), i32), number(999)))).toBe(false);
  });
});
