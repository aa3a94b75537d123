import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandStreams } from '@sonde/language';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeDbg } from '../format/dbg-file.js';
import { hsxAsm } from './hsx-asm.js';
import { hsxDis } from './hsx-dis.js';
import { hsxLd } from './hsx-ld.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-hsx-'));
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

async function run(
  command: (args: readonly string[], io: CommandStreams) => Promise<number>,
  ...args: readonly string[]
): Promise<{ readonly status: number; readonly printed: string; readonly said: string }> {
  let printed = '';
  let said = '';
  const status = await command(args, {
    stdout: { write: text => (printed += text) },
    stderr: { write: text => (said += text) },
  });
  return { status, printed, said };
}

async function source(name: string, text: string): Promise<string> {
  await writeFile(at(name), text);
  return at(name);
}

const commands = { hsxAsm, hsxLd, hsxDis };

describe('usage', () => {
  test.each(Object.entries(commands))('%s tells how it is used', async (_, command) => {
    const { status, printed } = await run(command, '--help');
    expect(status).toBe(0);
    expect(printed).toMatch(/^usage: hsx-/);
  });

  test.each([
    ['hsxAsm', [], 'name the file to assemble'],
    ['hsxAsm', ['a', 'b'], 'b is the second'],
    ['hsxAsm', ['a', '-o'], '-o needs the name of a file'],
    ['hsxAsm', ['--what', 'a'], 'unknown option --what'],
    ['hsxLd', ['-o', 'x'], 'name the objects to link'],
    ['hsxLd', ['a.hxo'], 'name the result with -o'],
    ['hsxLd', ['a.hxo', '-o', 'a.hxo'], 'would take the place of a.hxo'],
    ['hsxLd', ['a.hxo', '-o', 'b', '--req-cap', '70000'], '16 bits, not 70000'],
    ['hsxLd', ['a.hxo', '-o', 'b', '--debug-info'], 'needs the name of a .dbg file'],
    ['hsxDis', [], 'name the file to disassemble'],
    ['hsxDis', ['a', '--sym', 'b', '--no-sym'], 'contradict each other'],
  ] as const)('%s %j is refused', async (name, args, message) => {
    const { status, said } = await run(commands[name], ...args);
    expect(status).toBe(2);
    expect(said).toContain(message);
  });

  test.each(Object.entries(commands))('%s names a file that does not exist', async (_, command) => {
    const { status, said } = await run(
      command,
      at('none.hxo'),
      ...(command === hsxLd ? ['-o', at('x.hxe')] : []),
    );
    expect(status).toBe(1);
    expect(said).toContain('none.hxo does not exist');
  });
});

test('mistakes are shown with their place, their line and a hint', async () => {
  const file = await source('bad.mvasm', 'main:\n\tLDI R1, 5000\n');
  const { status, said } = await run(hsxAsm, file, '-o', at('bad.hxo'));
  expect(status).toBe(1);
  expect(said).toBe(
    `${file}:2:10: error: LDI takes -2048 to 2047, not 5000\n  \tLDI R1, 5000\n  \t        ^\n  hint: LDI32 takes any number of 32 bits.\n`,
  );
  expect(existsSync(at('bad.hxo'))).toBe(false);
});

test('from two sources to a program with symbols, and back to text', async () => {
  await mkdir(at('lib'));
  const main = await source(
    'main.mvasm',
    '.entry main\n.import helper\nmain:\n  LDI32 R1, word\n  CALL helper\n  RET\n.data\nword: .word 7, main\n',
  );
  const lib = await source('lib/lib.mvasm', '.export helper\n.include "ret.mvasm"\n');
  await source('lib/ret.mvasm', 'helper:\n  JMP over\nover:\n  RET\n');
  await source('main.c', 'int word = 7;\nint main(void) { return helper(); }\n');
  await writeFile(
    at('main.dbg'),
    writeDbg({
      version: 1,
      module: 'main',
      producer: 'test',
      grade: 2,
      files: [{ filename: 'main.c', directory: folder }],
      functions: [
        { name: 'main', symbol: 'main', file: 0, line: 2, start: 0, end: 3, body: 1, variables: [] },
      ],
      lines: [{ ordinal: 1, file: 0, line: 2, column: 18, statement: true }],
      globals: [],
      types: [],
    }),
  );
  await writeFile(at('lost.dbg'), (await readFile(at('main.dbg'), 'utf8')).replace('"main"', '"lost"'));
  expect(await run(hsxAsm, main, '-o', at('main.hxo'))).toMatchObject({ status: 0, said: '' });
  expect((await run(hsxAsm, lib, '-o', at('lib.hxo'))).printed).toBe(`Wrote ${at('lib.hxo')} (2 words)\n`);
  const linked = await run(
    hsxLd,
    at('main.hxo'),
    at('lib.hxo'),
    '-o',
    at('app.hxe'),
    '--debug-info',
    at('main.dbg'),
    at('lost.dbg'),
    '--emit-sym',
    at('app.sym'),
    '-v',
  );
  expect(linked.status).toBe(0);
  expect(linked.printed).toContain('entry 0x0000, 24 bytes of code, 8 of data');
  expect(linked.said).toContain('lost.dbg is about lost, and no such object is linked');
  const { printed } = await run(hsxDis, at('app.hxe'), '--source');
  expect(printed.split('\n').slice(2, -1)).toEqual([
    '.text',
    'main:',
    '  0000  60100000 00004000  LDI32 R1, 0x00004000 <word>',
    '        ; main.c:2: int main(void) { return helper(); }',
    '  0008  24000002           CALL  0x0010 <helper>',
    '  000c  25000000           RET',
    '',
    'helper:  ; from 0x0008',
    '  0010  21000014           JMP   0x0014 <over>',
    '',
    'over:  ; from 0x0010',
    '  0014  25000000           RET',
    '',
    '.data',
    'word:',
    '  4000  07 00 00 00 00 00 00 00                          |........|',
  ]);
  const bare = await run(hsxDis, at('app.hxe'), '--no-sym');
  expect(bare.printed).toContain('CALL  0x0010 <sub_0010>');
  expect((await run(hsxDis, at('main.hxo'))).printed).toMatch(/CALL +helper\n/);

  // Another program under the same name: its old symbols must not be believed.
  await run(hsxLd, at('lib.hxo'), '-o', at('app.hxe'));
  const left = await run(hsxDis, at('app.hxe'));
  expect(left).toMatchObject({ status: 0 });
  expect(left.said).toMatch(/app\.sym belongs to another program than .*app\.hxe/);
  expect(await run(hsxDis, at('app.hxe'), '--sym', at('app.sym'))).toMatchObject({ status: 1, printed: '' });
});

test('what cannot be linked or read is said, and nothing is written', async () => {
  const file = await source('alone.mvasm', '.import gone\nCALL gone\n');
  await run(hsxAsm, file, '-o', at('alone.hxo'));
  const { status, said } = await run(hsxLd, at('alone.hxo'), '-o', at('alone.hxe'));
  expect(status).toBe(1);
  expect(said).toContain('hsx-ld: error: alone needs gone, which no object exports\n  hint: Link the object');
  expect(existsSync(at('alone.hxe'))).toBe(false);
  const foreign = await run(hsxLd, file, '-o', at('alone.hxe'));
  expect(foreign.status).toBe(1);
  expect(foreign.said).toContain('alone.mvasm: this is not a usable .hxo file');
  const including = await run(
    hsxAsm,
    await source('inc.mvasm', `.include "${folder}"\n`),
    '-o',
    at('inc.hxo'),
  );
  expect(including.said).toMatch(/inc\.mvasm:1:10: error: .* is a folder, not a file\n/);
  const nowhere = await run(hsxAsm, await source('ret.mvasm', 'RET'), '-o', at('no/such/folder.hxo'));
  expect(nowhere.said).toContain('cannot be written');
});

test('--dump-json tells instructions, labels, jump targets and data', async () => {
  const file = await source(
    'dump.mvasm',
    '.import far\nmain: LDI32 R1, d\nJMP main\nCALL far\n.data\nd: .asciz "hi"\n',
  );
  const { status, printed } = await run(hsxAsm, file, '--dump-json');
  expect(status).toBe(0);
  expect(JSON.parse(printed)).toMatchObject({
    instructions: [
      {
        pc: 0,
        mnemonic: 'LDI32',
        operands: 'R1, 0x00004000 <d>',
        rd: 1,
        label: 'main',
        symbol: 'd',
        line: 2,
      },
      { pc: 8, mnemonic: 'JMP', operands: '0x0000 <main>', target: 0, target_symbol: 'main' },
      { pc: 12, mnemonic: 'CALL', operands: 'far', symbol: 'far' },
    ],
    labels: { text: { main: 0 }, data: { d: 0x4000 } },
    imports: ['far'],
    data: [{ address: 0x4000, label: 'd', size: 3, bytes: '686900' }],
  });
});

test('--emit-hxe links a source alone', async () => {
  const file = await source('one.mvasm', '.entry main\nmain: LDI R0, 5\nRET\n');
  expect(await run(hsxAsm, file, '--emit-hxe', '-o', at('one.hxe'))).toMatchObject({ status: 0, said: '' });
  expect((await run(hsxDis, at('one.hxe'))).printed).toContain('“one”, version 2, 8 bytes of code');
});
