import { expect, test } from 'vitest';
import { readDbg, writeDbg } from '../format/dbg-file.js';
import { link } from '../ld/link.js';
import { assemble } from './assemble.js';
import { assemblyDebug } from './assembly-debug.js';

const text = `.entry main
main:           ; line 2
  LDI32 R1, sum
  CALL add
loop:
  JMP loop
add:
  RET
.data
sum: .word 5
list: .half 1, 2
  .half 3
name: .asciz "hi"
mixed: .byte 1
  .word 2
.bss
.align 4
room: .space 16
one: .space 4
`;

test('each instruction has its line, called labels are functions, labels of data are typed variables', () => {
  const assembled = assemble(text, { file: 'a.mvasm' });
  const object = assembled.object!;
  const dbg = assemblyDebug(assembled, object, 'a', '/src');
  expect(readDbg(writeDbg(dbg), 'a').dbg).toEqual(dbg);
  const { sym, problems } = link([{ name: 'a', object, dbg }]);
  expect(problems).toEqual([]);
  const { debug } = sym!;
  expect(debug!.functions.map(({ name, line, start, end }) => ({ name, line, start, end }))).toEqual([
    { name: 'main', line: 2, start: 0, end: 16 },
    { name: 'add', line: 7, start: 16, end: 20 },
  ]);
  expect(debug!.lines.map(({ pc, line }) => [pc, line])).toEqual([
    [0, 3],
    [8, 4],
    [12, 6],
    [16, 8],
  ]);
  expect(
    debug!.globals.map(({ name, address, type, line }) => [name, address, debug!.types[type]!.name, line]),
  ).toEqual([
    ['sum', 0x4000, 'unsigned int', 10],
    ['list', 0x4004, 'unsigned short [3]', 11],
    ['name', 0x400a, 'char [3]', 13],
    ['mixed', 0x400d, 'unsigned char', 14],
    ['room', 0x4014, 'unsigned char [16]', 18],
    ['one', 0x4024, 'unsigned int', 19],
  ]);
});
