import { describe, expect, test } from 'vitest';
import { assemble } from '../asm/assemble.js';
import type { DbgFile } from '../format/dbg.js';
import { crcOf, readHxe } from '../format/hxe-file.js';
import { readHxo, writeHxo } from '../format/hxo-file.js';
import { readSym, writeSym } from '../format/sym-reader.js';
import { link, type Linked, type LinkInput } from './link.js';

function input(name: string, text: string, dbg?: DbgFile): LinkInput {
  const { object, problems } = assemble(text, { file: `${name}.mvasm` });
  expect(problems).toEqual([]);
  // An object must be enough by itself: it goes through its file.
  return { name, object: readHxo(writeHxo(object!)), ...(dbg === undefined ? {} : { dbg }) };
}

function linked(...inputs: readonly LinkInput[]): Required<Linked> {
  const result = link(inputs);
  expect(result.problems).toEqual([]);
  return result as Required<Linked>;
}

const messages = (result: Linked): readonly string[] => result.problems.map(({ message }) => message);

describe('addresses', () => {
  test('data of an object begins at a multiple of 4; upstream does not align it', () => {
    const { image } = linked(
      input('a', '.import w\n.entry m\nm: LDI32 R1, w\nRET\n.data\nt: .byte 1'),
      input('b', '.export w\n.data\nw: .word t2\nt2: .half off16(t2)'),
    );
    const { code, rodata } = readHxe(image);
    expect(code[1]).toBe(0x4004);
    expect(Buffer.from(rodata).toString('hex')).toBe('01000000' + '08400000' + '0800');
  });

  test('an object without data adds no padding', () => {
    const { image } = linked(input('a', 'RET\n.data\n.byte 1'), input('b', 'RET'));
    expect(readHxe(image).rodata.length).toBe(1);
  });

  test('memory of zeros lies behind the data of all objects', () => {
    const { image, sym } = linked(
      input('a', '.export x\nLDI32 R1, x\n.data\n.byte 1\n.bss\nx: .space 6'),
      input('b', '.import x\nLDI32 R1, y\nLDI32 R2, x\n.data\n.byte 2\n.bss\ny: .space 4'),
    );
    const { code, rodata, bssSize } = readHxe(image);
    expect(rodata.length).toBe(5);
    expect([code[1], code[3], code[5]]).toEqual([0x4008, 0x4010, 0x4008]);
    expect(bssSize).toBe(12);
    expect(sym.memory_regions).toContainEqual({ name: 'bss', type: 'bss', start: 0x4008, end: 0x4013 });
  });

  test('a label of the object is meant before an export of another: upstream calls the library instead', () => {
    const { image } = linked(
      input('a', '.entry m\nm: CALL help\nRET\nhelp: RET'),
      input('lib', '.export help\nhelp: LDI R0, 1\nRET'),
    );
    expect(readHxe(image).code[0]! & 0xfff).toBe(2);
  });

  test('the entry is _start, else what an object names, else the first', () => {
    expect(linked(input('a', 'RET\n.entry m\nm: RET')).entry).toBe(4);
    expect(linked(input('a', 'RET\n.entry m\nm: RET'), input('b', '.export _start\n_start: RET')).entry).toBe(
      8,
    );
    expect(linked(input('a', 'RET\n.entry 4\nRET')).entry).toBe(4);
  });
});

describe('what cannot be linked', () => {
  test.each([
    ['JMP', 'JMP far\n.org 0x1000\nfar: RET', 'JMP reaches addresses below 0x1000'],
    ['CALL ahead', 'CALL far\n.org 0x2000\nfar: RET', 'CALL reaches 2048 words back and 2047 ahead'],
    ['CALL back', 'far: RET\n.org 0x2004\nCALL far', 'CALL reaches 2048 words back and 2047 ahead'],
    ['LDI', 'LDI R1, far\n.org 0x800\nfar: RET', 'LDI has room for -2048 to 2047'],
  ])('%s out of reach, which upstream cuts off', (_, text, reach) => {
    const { image, problems } = link([input('a', text)]);
    expect(image).toBeUndefined();
    expect(problems).toMatchObject([{ kind: 'out-of-reach', symbol: 'far', object: 'a', severity: 'error' }]);
    expect(problems[0]!.message).toContain(reach);
    expect(problems[0]!.address).toBeTypeOf('number');
    expect(problems[0]!.hint).toBeDefined();
  });

  test.each([
    ['JMP', 'JMP far\n.org 0xffc\nfar: RET'],
    ['CALL ahead', 'CALL far\n.org 0x1ffc\nfar: RET'],
    ['CALL back', 'far: RET\n.org 0x2000\nCALL far'],
    ['LDI', 'LDI R1, far\n.org 0x7fc\nfar: RET'],
  ])('%s that just reaches is linked', (_, text) => {
    linked(input('a', text));
  });

  test('names that are missing or there twice', () => {
    expect(messages(link([input('a', '.import x\nCALL x'), input('b', 'RET')]))).toEqual([
      'a needs x, which no object exports',
    ]);
    expect(messages(link([input('a', '.export x\nx: RET'), input('b', '.export x\nx: RET')]))).toEqual([
      'x is exported by a and by b',
    ]);
  });

  test('jumps into data, addresses in a byte, too much data, no code', () => {
    expect(messages(link([input('a', 'JMP d\n.data\nd: .byte 1')]))[0]).toContain('which is no instruction');
    expect(messages(link([input('a', 'RET\n.data\nd: .byte d')]))[0]).toContain('does not fit into a byte');
    expect(messages(link([input('a', 'RET\n.bss\n.space 0xaffd')]))[0]).toContain('below the stack');
    expect(messages(link([input('a', '.data\n.byte 1')]))).toEqual(['there is no code']);
    expect(messages(link([]))).toEqual(['there is nothing to link']);
  });

  test('declarations that contradict each other', () => {
    const value = '.value {"group": 1, "value": 2}\nRET';
    expect(messages(link([input('a', value), input('b', value)]))).toEqual([
      'a value of b: value 1:2 is declared in a as well',
    ]);
    expect(messages(link([input('a', '.cmd {"group": 1, "cmd": 2, "handler": "x"}\nRET')]))).toEqual([
      'a command of a: its handler x is in no object',
    ]);
  });
});

test('declarations become metadata, sorted, with handlers that are addresses', () => {
  const { image } = linked(
    input('a', 'RET\n.cmd {"group": 2, "cmd": 1, "handler": "h", "name": "go"}\nh: RET'),
    input('b', '.cmd {"group": 1, "cmd": 9}\n.value {"group": 1, "value": 1, "init": 1.5, "unit": "V"}\nRET'),
  );
  const { metadata } = readHxe(image);
  expect(metadata.commands).toMatchObject([
    { group: 1, id: 9, handler: 0 },
    { group: 2, id: 1, handler: 4, name: 'go' },
  ]);
  expect(metadata.values).toMatchObject([{ group: 1, id: 1, init: 0x3e00, unit: 'V' }]);
});

const dbg: DbgFile = {
  version: 1,
  module: 'm',
  producer: 'test',
  grade: 3,
  files: [{ filename: 'm.c', directory: '/src' }],
  functions: [
    {
      name: 'main',
      symbol: 'main',
      file: 0,
      line: 3,
      start: 0,
      end: 3,
      body: 1,
      result: 1,
      variables: [
        {
          name: 'n',
          type: 1,
          line: 4,
          scope: { start: 1, end: 3 },
          locations: [
            { start: 1, end: 2, at: { kind: 'register', register: 4 } },
            { start: 2, end: 3, at: { kind: 'symbol', symbol: 'g', offset: 4 } },
          ],
        },
      ],
    },
  ],
  lines: [
    { ordinal: 0, line: 0, column: 0, statement: false },
    { ordinal: 1, file: 0, line: 4, column: 3, statement: true },
    { ordinal: 2, file: 0, line: 5, column: 1, statement: true },
  ],
  globals: [{ name: 'g', symbol: 'g', type: 0, file: 0, line: 1, local: false }],
  types: [
    { name: 'number', kind: 'typedef', target: 1 },
    { name: 'int', kind: 'integer', signed: true, size: 4 },
  ],
};
const code = '.entry main\n.export main\n.export g\nmain: LDI32 R1, g\nLDI R0, 5\nRET\n.data\ng: .word 7, 8';

describe('symbols', () => {
  test('instructions behind LDI32 have their right addresses, in every object', () => {
    const { sym } = linked(
      input('asm', 'top: LDI32 R1, top\nRET'),
      input('m', code, dbg),
      input('n', code.replaceAll('main', 'other').replaceAll('g', 'k'), {
        ...dbg,
        module: 'n',
        functions: [{ ...dbg.functions[0]!, name: 'other', symbol: 'other', variables: [] }],
        globals: [],
      }),
    );
    expect(sym.debug!.functions).toMatchObject([
      { name: 'main', start: 12, body: 20, end: 28 },
      { name: 'other', start: 28, body: 36, end: 44 },
    ]);
    expect(sym.debug!.lines.map(({ pc, line }) => `${pc}:${line}`)).toEqual([
      // Nothing is known of the first object; that must not be taken for a line of another.
      '0:0',
      '12:0',
      '20:4',
      '24:5',
      '28:0',
      '36:4',
      '40:5',
    ]);
    expect(sym.debug!.functions[0]!.variables[0]!.locations).toEqual([
      { start: 20, end: 24, at: { kind: 'register', register: 4 } },
      { start: 24, end: 28, at: { kind: 'memory', address: 0x4004 } },
    ]);
    // Types of the second object come behind those of the first.
    expect(sym.debug!.functions[1]!.result).toBe(3);
    expect(sym.debug!.types[2]).toMatchObject({ kind: 'typedef', target: 3 });
    expect(sym.debug!.sources).toHaveLength(1);
    expect(sym.debug!.modules.map(({ hasDebug }) => hasDebug)).toEqual([false, true, true]);
  });

  test('the schema of the specification is filled', () => {
    const { sym, image } = linked(input('m', code, dbg));
    expect(sym.hxe_crc).toBe(crcOf(image));
    expect(sym.symbols.functions).toEqual([{ name: 'main', address: 0, size: 16, file: 'm.c', line: 3 }]);
    expect(sym.symbols.variables).toEqual([
      { name: 'g', address: 0x4000, size: 4, type: 'number', scope: 'global', file: 'm.c', line: 1 },
    ]);
    expect(sym.symbols.labels).toEqual({ '0x0000': ['main'] });
    expect(sym.symbols.data_labels).toEqual({ '0x4000': ['g'] });
    expect(sym.instructions).toMatchObject([
      { pc: 0, mnemonic: 'LDI32', operands: 'R1, 0x00004000 <g>' },
      { pc: 8, mnemonic: 'LDI', operands: 'R0, 5', file: 'm.c', line: 4, column: 3 },
      { pc: 12, mnemonic: 'RET', operands: '', line: 5 },
    ]);
    expect(sym.memory_regions.map(({ name }) => name)).toEqual(['code', 'registers', 'rodata', 'stack']);
  });

  test('objects without debug information have their exported labels as functions, and their data', () => {
    const { sym } = linked(
      input('a', '.entry m\n.export f\nm: RET\nf: RET\nl: RET\n.data\nd: .word 1\ne: .byte 1'),
    );
    expect(sym.debug).toBeUndefined();
    expect(sym.symbols.functions).toEqual([
      { name: 'm', address: 0, size: 4 },
      { name: 'f', address: 4, size: 8 },
    ]);
    expect(sym.symbols.variables).toEqual([
      { name: 'd', address: 0x4000, size: 4, scope: 'file' },
      { name: 'e', address: 0x4004, size: 1, scope: 'file' },
    ]);
  });

  test('debug information of another state of the source is left out, with a warning', () => {
    const { image, sym, problems } = link([input('m', '.entry main\nmain: RET', dbg)]);
    expect(image).toBeDefined();
    expect(sym!.debug).toBeUndefined();
    expect(problems).toMatchObject([{ severity: 'warning', kind: 'debug-info' }]);
  });

  test('what is written is read again as it was, and refused for another program', () => {
    const { sym, image } = linked(input('m', code, dbg));
    const program = { symName: 'a.sym', hxeName: 'a.hxe', crc: crcOf(image), code: readHxe(image).code };
    expect(readSym(writeSym(sym), program)).toEqual({ sym, notes: [] });
    expect(() => readSym(writeSym(sym), { ...program, crc: 1 })).toThrow(
      /a\.sym belongs to another program than a\.hxe: .* the program has 0x00000001/,
    );
  });
});

test('version 1 has a short header, no name and no metadata', () => {
  const { image } = link([input('a', '.value {"group": 1, "value": 1}\nRET')], { version: 1, appName: 'x' });
  expect(image!.length).toBe(0x24);
  expect(readHxe(image!)).toMatchObject({ version: 1, appName: '', flags: 0, metadata: { values: [] } });
});
