// Round trips with files that upstream's tools made: the same bytes where upstream is right, and where not, why.

import { readFileSync } from 'node:fs';
import { describeWithOutside } from '@sonde/testkit/vitest';
import { expect, test } from 'vitest';
import { assemble } from '../../toolchain/asm/assemble.js';
import { crcOf, readHxe, writeHxe } from '../../toolchain/format/hxe-file.js';
import { readHxo, writeHxo } from '../../toolchain/format/hxo-file.js';
import type { HxoObject } from '../../toolchain/format/hxo.js';
import { readDbg } from '../../toolchain/format/dbg-file.js';
import { readSym } from '../../toolchain/format/sym-reader.js';
import { link } from '../../toolchain/ld/link.js';

let folder = '';
const bytes = (name: string): Uint8Array => new Uint8Array(readFileSync(`${folder}/${name}`));
const text = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');
const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex');

function assembled(name: string): HxoObject {
  const { object, problems } = assemble(text(name), { file: name });
  expect(problems).toEqual([]);
  return object!;
}

describeWithOutside('files of upstream', 'hsx', path => {
  folder = path;

  test('demo.mvasm becomes demo.hxo, and that demo.hxe, byte for byte', () => {
    const object = assembled('demo.mvasm');
    expect(Buffer.from(writeHxo(object)).toString()).toBe(text('demo.hxo'));
    const { image, problems } = link([{ name: 'demo', object }], { appName: 'demo' });
    expect(problems).toEqual([]);
    expect(hex(image!)).toBe(hex(bytes('demo.hxe')));
  });

  test('t1.mvasm differs in one byte: upstream reads the n of \\n again', () => {
    const ours = assembled('t1.mvasm');
    const theirs = readHxo(bytes('t1.hxo'));
    expect(hex(theirs.rodata)).toMatch(/^68656c6c6f0a6e00/);
    expect(hex(ours.rodata)).toBe(hex(theirs.rodata).replace('0a6e00', '0a00'));
    // All that follows the text in .data is one byte lower.
    const lower = (offset: number): number => offset - 1;
    expect(ours.localSymbols.get('val')!.offset).toBe(lower(theirs.localSymbols.get('val')!.offset));
    expect(ours.relocs).toEqual(
      theirs.relocs.map(reloc =>
        reloc.section === 'rodata' ? { ...reloc, offset: lower(reloc.offset) } : reloc,
      ),
    );
    expect(ours.code).toEqual(theirs.code);
    expect(ours.symbols).toEqual(theirs.symbols);
  });

  test('an object of upstream links to the program that upstream made of it', () => {
    const { image } = link([{ name: 't1', object: readHxo(bytes('t1.hxo')) }], { appName: 't1' });
    expect(hex(image!)).toBe(hex(bytes('t1.hxe')));
  });

  test.each(['t1.hxo', 'demo.hxo'])('%s is read and written again as it was', name => {
    expect(Buffer.from(writeHxo(readHxo(bytes(name)))).toString()).toBe(text(name));
  });

  test.each([
    ['t1.hxe', 0x476d9d99, 't1'],
    ['demo.hxe', 0xdd4a3deb, 'demo'],
  ])('%s has a right checksum, and is written again as it was', (name, crc, app) => {
    const image = readHxe(bytes(name));
    expect(image.appName).toBe(app);
    expect(crcOf(bytes(name))).toBe(crc);
    expect(hex(writeHxe(image))).toBe(hex(bytes(name)));
  });

  test('hello.mvasm needs a library, and the linker says which function', () => {
    const { image, problems } = link([{ name: 'hello', object: assembled('hello.mvasm') }]);
    expect(image).toBeUndefined();
    expect(problems).toMatchObject([
      {
        kind: 'unresolved',
        symbol: 'hsx_stdio_puts',
        message: expect.stringContaining('no object exports') as string,
      },
    ]);
  });

  test('brk.mvasm', () => {
    expect(assembled('brk.mvasm').code).toEqual(
      Uint32Array.of(0x01100005, 0x7f000007, 0x01200000, 0x13312000, 0x25000000),
    );
  });

  test('demo.dbg gives functions and lines; its variables are left out, and that is said', () => {
    const { dbg, notes } = readDbg(bytes('demo.dbg'), 'demo');
    expect(dbg.functions.map(({ name, start, end, line }) => ({ name, start, end, line }))).toEqual([
      { name: 'add', start: 0, end: 29, line: 1 },
      { name: 'twice', start: 29, end: 53, line: 6 },
      { name: 'main', start: 53, end: 122, line: 11 },
    ]);
    expect(notes).toEqual([expect.stringMatching(/^8 variables are left out: .* no types/)]);
  });

  test('demo.sym is wrong behind LDI32; read here, its lines are those of the linked demo.dbg', () => {
    const program = {
      symName: 'demo.sym',
      hxeName: 'demo.hxe',
      crc: 0xdd4a3deb,
      code: readHxe(bytes('demo.hxe')).code,
    };
    const { sym, notes } = readSym(bytes('demo.sym'), program);
    const { dbg } = readDbg(bytes('demo.dbg'), 'demo');
    const ours = link([{ name: 'demo', object: readHxo(bytes('demo.hxo')), dbg }], { appName: 'demo' }).sym!;
    expect(sym.debug!.lines).toEqual(ours.debug!.lines);
    expect(sym.symbols.functions).toEqual(ours.symbols.functions);
    // 36 instructions of main follow its LDI32, and are 4 bytes further than the file says.
    expect(notes[0]).toContain('36 addresses were counted again');
    expect(sym.symbols.labels).toEqual({ '0x0000': ['add'], '0x0074': ['twice'], '0x00d4': ['main'] });
  });

  test('demo.sym is refused for t1.hxe, by name', () => {
    const program = {
      symName: 'demo.sym',
      hxeName: 't1.hxe',
      crc: crcOf(bytes('t1.hxe')),
      code: readHxe(bytes('t1.hxe')).code,
    };
    expect(() => readSym(bytes('demo.sym'), program)).toThrow(
      /demo\.sym belongs to another program than t1\.hxe/,
    );
  });
});
