// Round trips with files that upstream's tools made: the same bytes where upstream is right, and where not, why.

import { readFileSync } from 'node:fs';
import { describeWithOutside } from '@sonde/testkit/vitest';
import { expect, test } from 'vitest';
import { assemble } from '../../toolchain/asm/assemble.js';
import { crcOf, readHxe, writeHxe } from '../../toolchain/format/hxe-file.js';
import { readHxo, writeHxo } from '../../toolchain/format/hxo-file.js';
import type { HxoObject } from '../../toolchain/format/hxo.js';
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
});
