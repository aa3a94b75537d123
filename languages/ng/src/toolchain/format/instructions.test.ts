import { describe, expect, test } from 'vitest';
import { addressOf, codeSize, functionBases, placeOf } from './address-space.js';
import { disassemble, disassembleFunction } from './disassemble.js';
import { decodeInstruction, eachOpcode, instructionsOf, isInstruction } from './instructions.js';
import type { NgoModule } from './ngo.js';
import { opcodes } from './opcodes.js';
import { shownName } from './shown-names.js';
import { seededRandom } from '@sonde/testkit/seeded-random';
import { assemble, emptyModule, fullModule, functionOf } from '../../test/format/sample-modules.js';

/** Bytes of operands, as the format says them. */
const operandBytes: Readonly<Record<string, number>> = {
  ...{ u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8, i64: 8, f32: 4, f64: 8 },
  ...{ string: 2, function: 2, type: 2, import: 2, target: 4 },
  // A count of nothing.
  ...{ flags: 2, cases: 2 },
};

const shown = (code: Uint8Array, module: NgoModule = fullModule): string =>
  disassemble({ ...module, functions: [functionOf('f', code), ...module.functions.slice(1)] }, 0)!.text;

describe('decoding', () => {
  test.each(opcodes.map(o => [o.name, o] as const))('%s has the size of its operands', (_, opcode) => {
    const size = 1 + opcode.operands.reduce((sum, kind) => sum + operandBytes[kind]!, 0);
    const code = new Uint8Array(size);
    code[0] = opcode.code;
    expect(decodeInstruction(code, 0)).toMatchObject({ opcode, offset: 0, size });
    for (let cut = 1; cut < size; cut++)
      expect(decodeInstruction(code.subarray(0, cut), 0)).toEqual({
        problem: `${opcode.name} is cut off: ${cut} ${cut === 1 ? 'byte is' : 'bytes are'} left`,
      });
  });

  test('in both ways stops at the same places, whatever the bytes', () => {
    const random = seededRandom(3);
    for (let round = 0; round < 3000; round++) {
      const code = Uint8Array.from({ length: random(30) }, () =>
        random(2) === 0 ? random(0x52) : random(4),
      );
      const visited: number[] = [];
      eachOpcode(code, (_, offset) => visited.push(offset));
      expect(visited).toEqual([...instructionsOf(code)].map(({ offset }) => offset));
    }
  });

  test('reads operands with their signs and widths', () => {
    const operandsOf = (...code: number[]): unknown => {
      const decoded = decodeInstruction(Uint8Array.from(code), 0);
      return isInstruction(decoded) ? decoded.operands : decoded;
    };
    expect(operandsOf(0x03, 0xff)).toEqual([{ kind: 'i8', value: -1 }]);
    expect(operandsOf(0x07, 0xff)).toEqual([{ kind: 'u8', value: 255 }]);
    expect(operandsOf(0x04, 0xfe, 0xff)).toEqual([{ kind: 'i16', value: -2 }]);
    expect(operandsOf(0x05, 0, 0, 0, 0x80)).toEqual([{ kind: 'i32', value: -(2 ** 31) }]);
    expect(operandsOf(0x09, 0, 0, 0, 0x80)).toEqual([{ kind: 'u32', value: 2 ** 31 }]);
    expect(operandsOf(0x06, ...Array<number>(8).fill(0xff))).toEqual([{ kind: 'i64', value: -1n }]);
    expect(operandsOf(0x0a, ...Array<number>(8).fill(0xff))).toEqual([
      { kind: 'u64', value: 2n ** 64n - 1n },
    ]);
    expect(operandsOf(0x0b, 0, 0, 0x80, 0x3f)).toEqual([{ kind: 'f32', value: 1 }]);
    expect(operandsOf(0x3e, 2, 0, 0, 1)).toEqual([{ kind: 'flags', flags: [false, true] }]);
    expect(operandsOf(0x50, 1, 0, 0xff, 0xff, 9, 0, 0, 0)).toEqual([
      { kind: 'cases', cases: [{ tag: 0xffff, target: 9 }] },
    ]);
  });

  test('goes through a function instruction by instruction', () => {
    const code = assemble(['PUSH_I32', 1], ['CALL', 1, 1], ['NEW_ARRAY_SPREAD', 3, 0, 1, 0], ['RETURN']);
    const found = [...instructionsOf(code)].map(({ opcode, offset }) => `${offset} ${opcode.name}`);
    expect(found).toEqual(['0 PUSH_I32', '5 CALL', '10 NEW_ARRAY_SPREAD', '16 RETURN']);
    const visited: number[] = [];
    expect(eachOpcode(code, (_, offset) => visited.push(offset))).toBe(17);
    expect(visited).toEqual([0, 5, 10, 16]);
  });
});

describe('disassembly', () => {
  test.each([
    [assemble(['LOAD_STR', 0]), 'LOAD_STR "abc"'],
    [assemble(['LOAD_STR', 2]), 'LOAD_STR "\\u0000\ufffd\ufffd"'],
    [assemble(['LOAD_STR', 99]), 'LOAD_STR string#99'],
    [assemble(['CALL', 1, 2]), 'CALL Basket.count/2'],
    [assemble(['CALL', 77, 2]), 'CALL function#77/2'],
    [assemble(['CALL_IMPORT', 0, 1]), 'CALL_IMPORT std.prelude.len/1'],
    [assemble(['NATIVE_CALL', 0, 1]), 'NATIVE_CALL abc/1'],
    [assemble(['INVOKE_MEMBER', 0, 0]), 'INVOKE_MEMBER abc/0'],
    [assemble(['NEW_OBJECT', 3, 2]), 'NEW_OBJECT Tag/2'],
    [assemble(['FOLD_MAP_CALL', 1]), 'FOLD_MAP_CALL Basket.count'],
    [assemble(['JUMP_IF_FALSE', 42]), 'JUMP_IF_FALSE 42'],
    [assemble(['PUSH_BOOL', 1]), 'PUSH_BOOL true'],
    [assemble(['PUSH_I32', -5]), 'PUSH_I32 -5'],
    [assemble(['MAKE_RANGE', 1]), 'MAKE_RANGE inclusive'],
    [assemble(['CONSTRUCT_TAGGED', 1, 0, 1]), 'CONSTRUCT_TAGGED Event.Deposit/1'],
    [assemble(['CONSTRUCT_TAGGED', 9, 5, 1]), 'CONSTRUCT_TAGGED type#9.#5/1'],
    [assemble(['NEW_TUPLE_SPREAD', 2, 1, 0]), 'NEW_TUPLE_SPREAD ...item, item'],
    [assemble(['RETURN']), 'RETURN'],
    [Uint8Array.of(0x60), '0x60 (unknown opcode 96)'],
  ])('%#: shows names', (code, text) => {
    expect(shown(code)).toBe(text);
  });

  const cases = (...tags: number[]): Uint8Array =>
    assemble([
      'SWITCH_TAG',
      tags.length,
      ...tags.flatMap((tag, nth) => [tag & 255, tag >> 8, nth + 1, 0, 0, 0]),
    ]);

  test('names the cases of a switch where only one type fits', () => {
    expect(shown(cases(0, 1))).toBe('SWITCH_TAG Deposit→1 Close→2');
    expect(shown(cases(1, 0xffff))).toBe('SWITCH_TAG Close→1 otherwise→2');
    const twins = { ...fullModule, types: [...fullModule.types, { ...fullModule.types[1]!, name: 'Other' }] };
    expect(shown(cases(0, 1), twins)).toBe('SWITCH_TAG 0→1 1→2');
  });

  test('cuts long texts', () => {
    const module = { ...emptyModule, strings: ['x'.repeat(1000)] };
    expect(shown(assemble(['LOAD_STR', 0]), module)).toBe(`LOAD_STR "${'x'.repeat(60)}"…`);
  });

  test('lists a function up to what is no instruction', () => {
    const code = Uint8Array.of(...assemble(['PUSH_UNIT'], ['JUMP', 0]), 0xee, 0x31);
    const module = { ...emptyModule, functions: [functionOf('f', code)] };
    expect(disassembleFunction(module, 0)).toBe('0: PUSH_UNIT\n1: JUMP 0\n6: unknown opcode 238');
  });
});

describe('addresses of a module', () => {
  test('run over the functions in the order of their table', () => {
    expect(functionBases(fullModule)).toEqual([0, 15, 25]);
    expect(codeSize(fullModule)).toBe(25);
    expect(placeOf(fullModule, 14)).toEqual({ function: 0, offset: 14 });
    expect(placeOf(fullModule, 15)).toEqual({ function: 1, offset: 0 });
    expect(placeOf(fullModule, 25)).toBeUndefined();
    expect(placeOf(fullModule, -1)).toBeUndefined();
    expect(addressOf(fullModule, { function: 1, offset: 3 })).toBe(18);
    expect(disassemble(fullModule, 21)).toEqual({ size: 3, text: 'LOAD_STR "abc"' });
    expect(disassemble(fullModule, 25)).toBeUndefined();
  });

  test('belong to the function with code when another has none', () => {
    const functions = [functionOf('a', new Uint8Array(0)), functionOf('b', assemble(['RETURN']))];
    expect(placeOf({ ...emptyModule, functions }, 0)).toEqual({ function: 1, offset: 0 });
    expect(codeSize(emptyModule)).toBe(0);
  });
});

describe('names of functions', () => {
  test.each([
    ['$NG2:v11:F3:r064:pick1:13:i32', 'pick<i32>'],
    ['$NG2:v11:F3:r064:pair1:23:i3210:vector<u8>', 'pair<i32, vector<u8>>'],
    ['$NG2:v11:F1:m1:f1:0', 'f'],
    ['Tag.Show::show', 'Tag.Show::show'],
    ['$NG2:v21:F1:m1:f1:0', '$NG2:v21:F1:m1:f1:0'],
    ['$NG9:v1', '$NG9:v1'],
    ['$NGx', '$NGx'],
    ['$NG2:v11:F1:m1:f1:2', '$NG2:v11:F1:m1:f1:2'],
  ])('%s is shown as %s', (name, expected) => {
    expect(shownName(name)).toBe(expected);
  });
});
