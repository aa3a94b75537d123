import { describe, expect, test } from 'vitest';
import { Op, encode } from '../isa.js';
import { assemble, type Assembled } from './assemble.js';

const words = (text: string): readonly number[] => Array.from(good(text).object!.code);
const data = (text: string): string => Buffer.from(good(`.data\n${text}`).object!.rodata).toString('hex');

function good(text: string): Assembled {
  const result = assemble(text, { file: 'a.mvasm' });
  expect(result.problems).toEqual([]);
  return result;
}

/** `line:column: message` of each. */
function wrong(text: string, readText?: (path: string) => string | undefined): readonly string[] {
  const { object, problems } = assemble(text, {
    file: 'a.mvasm',
    ...(readText === undefined ? {} : { readText }),
  });
  expect(object).toBeUndefined();
  return problems.map(({ place, message }) => `${place!.line}:${place!.column}: ${message}`);
}

describe('instructions', () => {
  test.each([
    ['ADD R1, R2, R3', [encode(Op.ADD, 1, 2, 3)]],
    ['add r1 r2 r15 ; blanks are commas', [encode(Op.ADD, 1, 2, 15)]],
    ['LDI R4, -2048', [encode(Op.LDI, 4, 0, 0, -2048)]],
    ["LDI R4, ' '", [encode(Op.LDI, 4, 0, 0, 32)]],
    ["LDI R4, ';'", [encode(Op.LDI, 4, 0, 0, 59)]],
    ["LDI R4, '\\n'", [encode(Op.LDI, 4, 0, 0, 10)]],
    ['LDI32 R4, -1', [encode(Op.LDI32, 4), 0xffffffff]],
    ['LDI32 R4, 0b101', [encode(Op.LDI32, 4), 5]],
    ['LD R1, [R7]', [encode(Op.LD, 1, 7)]],
    ['LD R1, [R7+-4]', [encode(Op.LD, 1, 7, 0, -4)]],
    ['LD R1, [R7-4]', [encode(Op.LD, 1, 7, 0, -4)]],
    ['LD R1, [R7 + 4]', [encode(Op.LD, 1, 7, 0, 4)]],
    ['STB [ R7 - 2048 ], R3', [encode(Op.STB, 0, 7, 3, -2048)]],
    ['CMP R1, R2', [encode(Op.CMP, 0, 1, 2)]],
    ['PUSH R7', [encode(Op.PUSH, 0, 7)]],
    ['POP R7', [encode(Op.POP, 7)]],
    ['JMP 0xffc', [encode(Op.JMP, 0, 0, 0, 0xffc)]],
    ['CALL -3', [encode(Op.CALL, 0, 0, 0, -3)]],
    ['CALL [R13]', [encode(Op.CALL, 0, 13)]],
    ['CALL [R13+8]', [encode(Op.CALL, 0, 13, 0, 2)]],
    ['SVC MOD=0x1, FN=0x1', [encode(Op.SVC, 0, 0, 0, 0x101)]],
    ['SVC fn=2', [encode(Op.SVC, 0, 0, 0, 2)]],
    ['SVC 0x101', [encode(Op.SVC, 0, 0, 0, 0x101)]],
    ['BRK', [encode(Op.BRK)]],
    ['BRK 255', [encode(Op.BRK, 0, 0, 0, 255)]],
  ])('%s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test.each([
    ['LDI R1, 2048', '1:9: LDI takes -2048 to 2047, not 2048'],
    ['LD R1, [R7+2048]', '1:11: an offset is -2048 to 2047, not 2048'],
    ['SVC 0x01, 0x01', '1:9: expected the end of the line, found ‘,’'],
    ['SVC MOD=16, FN=0', '1:9: MOD is 0 to 15, not 16'],
    ['BRK 256', '1:5: BRK takes 0 to 255, not 256'],
    ['JMP -4', '1:5: JMP reaches 0 to 4095, not -4'],
    ['JMP 0x1000', '1:5: JMP reaches 0 to 4095, not 4096'],
    ['CALL [R0]', '1:7: CALL cannot take the address from R0: it means “from here” there'],
    ['ADD R1, R2', '1:11: expected a register, R0 to R15, found the end of the line'],
    ['ADD R1, R2, R16', '1:13: expected a register, R0 to R15, found ‘R16’'],
    ['  FLY R1', '1:3: unknown instruction FLY'],
    ['JMP nowhere', '1:5: the label nowhere is not defined here'],
    ['MOV R1, R2 R3', '1:12: expected the end of the line, found ‘R3’'],
    ['LDI R1, 0x', '1:9: ‘0x’ is not a number'],
    ['a:\na:', '2:1: the label a is there already'],
    ['LDI R1, €', '1:9: unexpected ‘€’'],
    ['.entry main', '1:8: the entry point main is not defined here'],
    ['.export main', '1:9: the exported label main is not defined here'],
  ])('%s is an error with its place', (text, message) => {
    expect(wrong(text)).toEqual([message]);
  });

  test('an instruction knows its ordinal, its offset and its line; LDI32 counts once and takes eight bytes', () => {
    const { instructions } = good('a: LDI32 R1, 5\n\n ; nothing\nRET');
    expect(instructions).toEqual([
      { ordinal: 0, offset: 0, file: 'a.mvasm', line: 1 },
      { ordinal: 1, offset: 8, file: 'a.mvasm', line: 4 },
    ]);
  });
});

describe('data', () => {
  test.each([
    // Upstream: 61 0A 6E 00.
    ['.asciz "a\\n"', '610a00'],
    // Upstream: 41 31 00.
    ['.string "\\x41"', '4100'],
    // Upstream ends the line at the semicolon.
    ['.ascii "a;b" ; and this is a comment', '613b62'],
    ['.ascii "\\"\\\\\\0"', '225c00'],
    ['.byte \'A\', 0x42, -1, "xy"', '4142ff7879'],
    ['.half 1, -2\n.hword 0xffff', '0100feffffff'],
    ['.word 0x11223344', '44332211'],
    ['.byte 1\n.align 4\n.byte 2\n.space 2', '010000000200' + '00'],
    ['.ascii "ä"', 'c3a4'],
  ])('%s', (text, expected) => {
    expect(data(text)).toBe(expected);
  });

  test.each([
    ['.byte 256', '2:7: 256 does not fit into .byte, which is 8 bits'],
    ['.asciz "a\\q"', '2:10: unknown escape \\q'],
    ['.asciz "open', '2:8: the text has no closing "'],
    ['.zero 0x10000', '2:7: .data would have 65536 bytes, and 49152 is the most'],
    ['RET', '2:1: instructions belong to .text, this is .data'],
    ['.wrod 1', '2:1: unknown directive .wrod'],
  ])('%s is an error with its place', (text, message) => {
    expect(wrong(`.data\n${text}`)).toEqual([message]);
  });

  test('memory that begins as zeros has a size and labels, and no bytes', () => {
    const { object } = good('.bss\na: .space 3\n.align 4\nb: .zero 8\n.text\nLDI32 R1, b+4');
    expect(object!.bss).toBe(12);
    expect(object!.localSymbols.get('b')).toEqual({ section: 'bss', offset: 4 });
    expect(object!.rodata.length).toBe(0);
    expect(object!.relocs).toMatchObject([{ type: 'imm32', index: 1, symbol: 'b', addend: 4 }]);
  });
});

describe('names', () => {
  test('.export works before and after its label, which upstream ignores then', () => {
    const { object } = good('.export a\na:\nRET\nb:\nRET\n.export b');
    expect([...object!.symbols.keys()]).toEqual(['a', 'b']);
  });

  test('references to names of other objects need .import or .extern', () => {
    expect(good('.import far\n.extern near\nCALL far\nCALL near').object!.relocs).toMatchObject([
      { symbol: 'far', type: 'jump', pcRelative: true },
      { symbol: 'near' },
    ]);
  });

  test('a label may be named like a register where no register can stand', () => {
    expect(good('r1: JMP r1').object!.relocs).toMatchObject([{ symbol: 'r1', index: 0 }]);
  });

  test('.org goes forward only', () => {
    expect(words('.org 8\nRET')).toEqual([0, 0, encode(Op.RET)]);
    expect(wrong('RET\nRET\n.org 4')).toEqual(['3:6: .org goes forward only, and this is 8 already']);
  });
});

describe('included files', () => {
  const files: Readonly<Record<string, string>> = {
    'lib/b.mvasm': '.include "c.mvasm"\n',
    'lib/c.mvasm': 'RET\n',
    'self.mvasm': '.include "self.mvasm"',
    'bad.mvasm': '\n  FLY\n',
    'twice.mvasm': '.include "lib/c.mvasm"\n.include "lib/c.mvasm"\n',
  };
  const readText = (path: string): string | undefined => files[path];

  test('are found beside the file that includes them', () => {
    const { object, instructions } = assemble('.include "lib/b.mvasm"\nRET', { file: 'a.mvasm', readText });
    expect(object!.code.length).toBe(2);
    expect(instructions[0]).toMatchObject({ file: 'lib/c.mvasm', line: 1 });
  });

  test('may be included twice, but not by themselves', () => {
    expect(assemble('.include "twice.mvasm"', { file: 'a.mvasm', readText }).object!.code.length).toBe(2);
    expect(wrong('.include "self.mvasm"', readText)).toEqual([
      '1:10: self.mvasm includes itself: a.mvasm → self.mvasm → self.mvasm',
    ]);
  });

  test('an error is reported where it is', () => {
    const { problems } = assemble('.include "bad.mvasm"', { file: 'a.mvasm', readText });
    expect(problems).toMatchObject([
      { place: { file: 'bad.mvasm', line: 2, column: 3 }, sourceLine: '  FLY' },
    ]);
    expect(wrong('.include "none.mvasm"', readText)).toEqual(['1:10: none.mvasm does not exist']);
  });

  test('files that include others again and again do not run out of memory', () => {
    const grown: Record<string, string> = { 'f0.mvasm': '\n'.repeat(5000) };
    for (let level = 1; level < 30; level++)
      grown[`f${level}.mvasm`] = `.include "f${level - 1}.mvasm"\n`.repeat(2);
    expect(wrong('.include "f29.mvasm"', path => grown[path])).toContainEqual(
      expect.stringContaining('more than 250000 lines'),
    );
  });
});

describe('declarations', () => {
  test('stand on one line or on several, with comments and hexadecimal numbers', () => {
    const { object } = good(
      [
        '.value {"group": 0x1, "value": 2, "name": "a;b"} ; temperature',
        '.value [',
        '  {"group": 1, "value": 3, ; the second',
        '   "init": -0x10}',
        ']',
        '.cmd {"group": 1, "cmd": 1, "handler": "main"}',
        '.mailbox',
        '  {"target": "app:x", "capacity": 0x40, "mode": "RDWR|FANOUT"}',
        'main:',
        'RET',
      ].join('\n'),
    );
    expect(object!.metadata).toEqual({
      values: [
        { group: 1, value: 2, name: 'a;b' },
        { group: 1, value: 3, init: -16 },
      ],
      commands: [{ group: 1, cmd: 1, handler: 'main' }],
      mailboxes: [{ target: 'app:x', capacity: 64, mode: 'RDWR|FANOUT' }],
    });
    expect(object!.localSymbols.has('main')).toBe(true);
  });

  test.each([
    ['.value {"group": 1,\n  value: 2}\nRET', '2:3: this is not JSON'],
    ['.value {"group": 1}', '1:8: "value" must be a whole number from 0 to 255'],
    ['.value {\n"group": 1,\n "value": 0x100 }\nRET', '1:8: "value" must be a whole number from 0 to 255'],
    ['.value 5', '1:7: .value takes a JSON object or a list of them'],
    ['.mailbox {"capacity": 5}', '1:10: a mailbox needs a "target", such as "app:control"'],
    ['.cmd {"group": 1', '1:5: the JSON of .cmd does not end'],
  ])('%j is an error with its place', (text, message) => {
    expect(wrong(text)).toEqual([message]);
  });
});

test('64 KiB of code assemble, one word more does not', () => {
  const most = 'ADD R1, R2, R3\n'.repeat(0x4000);
  expect(good(most).object!.code.length).toBe(0x4000);
  expect(wrong(`${most}RET`)).toEqual(['16385:1: .text would have 65540 bytes, and 65536 is the most']);
});
