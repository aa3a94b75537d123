import { unavailable } from '@sonde/engine';
import { expect, it } from 'vitest';
import { FakeProgram } from '../../test/fake-program.js';

const at = 0x1000n;

it.each([
  ['tbb8', 8, '80', 'ERR (sentinel)'],
  ['tbb16', 16, '0080', 'ERR (sentinel)'],
  ['tbb32', 32, '00000080', 'ERR (sentinel)'],
  ['tbb64', 64, '0000000000000080', 'ERR (sentinel)'],
  ['tbb8', 8, '81', '-127'],
  ['tbb8', 8, '7f', '127'],
  ['tbb8', 16, '80ff', 'ERR (sentinel)'],
  ['tbb8', 16, '8000', '128 (OVERFLOW)'],
  ['tbb8', 16, '7fff', '-129 (OVERFLOW)'],
  ['tbb8', 16, '7f00', '127'],
  ['tbb32', 64, '000000800000ffff', '-281472829227008 (OVERFLOW)'],
  ['tbb24', 32, '000080ff', 'ERR (sentinel)'],
  // A storage that is narrower than the name holds no sentinel.
  ['tbb64', 32, '00000080', '-2147483648'],
])('%s in %i bits: %s is %s', async (name, bits, hex, text) => {
  const program = new FakeProgram().write(at, Buffer.from(hex, 'hex'));
  const shown = await program.show(program.alias(name, program.integer('storage', bits)), at);
  const isBad = text.endsWith(')');
  expect(shown).toMatchObject({
    text,
    type: name,
    hint: isBad ? { kind: 'virtual', attributes: ['failed'] } : { kind: 'data', attributes: [] },
  });
});

it('is the same in storage without a sign, and under another name', async () => {
  const program = new FakeProgram().write(at, Uint8Array.of(0x80, 0xff));
  const level = program.alias('tbb8', program.integer('unsigned char', 8, false));
  expect(await program.text(level, at)).toBe('ERR (sentinel)');
  const named = program.alias('Level', level);
  expect(await program.text(named, at + 1n)).toBe('-1');
  expect(await program.text(named, at)).toBe('ERR (sentinel)');
});

it('is a number where a debugger would see a character', async () => {
  const program = new FakeProgram().write(at, Uint8Array.of(100));
  const char = program.types.add({ kind: 'character', name: 'char', size: 1, signed: true });
  expect(await program.text(program.alias('tbb8', char), at)).toBe('100');
  expect(await program.text(char, at)).toBe('100');
});

it('keeps its sense in hexadecimal', async () => {
  const program = new FakeProgram().write(at, Uint8Array.of(0x80, 0xff, 0x80, 0x00, 0x2a, 0x00));
  const tbb = program.alias('tbb8', program.integer('short', 16));
  expect(await program.text(tbb, at, { hex: true })).toBe('ERR (sentinel)');
  expect(await program.text(tbb, at + 2n, { hex: true })).toBe('0x0080 (OVERFLOW)');
  expect(await program.text(tbb, at + 4n, { hex: true })).toBe('0x002a');
});

it('reads bit fields by their own width', async () => {
  const program = new FakeProgram();
  const tbb = program.alias('tbb8', program.integer('int', 32));
  const fields = [{ name: 'wide', type: tbb, bitOffset: 4, bitSize: 10 }];
  const holder = program.types.add({ kind: 'struct', name: 'Holder', size: 4, fields });
  // 0b10_0000_0000 is -512 in ten bits.
  program.write(at, Uint8Array.of(0x00, 0x20, 0, 0));
  expect(await program.text(holder, at)).toBe('{wide: -512 (OVERFLOW)}');
});

it('says why when there is none', async () => {
  const program = new FakeProgram();
  const tbb = program.alias('tbb8', program.integer('signed char', 8));
  expect(await program.showValue(unavailable(tbb, 'optimized out'))).toMatchObject({
    text: '<optimized out>',
    missing: true,
  });
  expect(await program.text(tbb, 0xdead000n)).toBe('<unreadable: not mapped>');
});

it('is no other type whose name only looks like it', async () => {
  const program = new FakeProgram().write(at, Uint8Array.of(0x80));
  const byte = program.integer('signed char', 8);
  for (const name of ['tbb', 'tbb0', 'mytbb8', 'tbb8x', 'TBB8'])
    expect(await program.text(program.alias(name, byte), at)).toBe('-128');
});
