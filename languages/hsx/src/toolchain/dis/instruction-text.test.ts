import { expect, test } from 'vitest';
import { assemble } from '../asm/assemble.js';
import { encode, Op, operations } from '../isa.js';
import { instructionText } from './instruction-text.js';

const names = new Map([[0x74, 'twice']]);

test.each([
  [encode(Op.CALL, 0, 0, 0, -0x46), 0x18c, 'CALL 0x0074 <twice>'],
  [encode(Op.CALL, 0, 13), 0, 'CALL [R13]'],
  [encode(Op.CALL, 0, 13, 0, 2), 0, 'CALL [R13+8]'],
  [encode(Op.LD, 1, 7, 0, -4), 0, 'LD R1, [R7-4]'],
  [encode(Op.ST, 0, 7, 2, 8), 0, 'ST [R7+8], R2'],
  [encode(Op.JZ, 0, 0, 0, 0x74), 0, 'JZ 0x0074 <twice>'],
  [encode(Op.JMP, 0, 0, 0, 0xffc), 0, 'JMP 0x0ffc'],
  [encode(Op.SVC, 0, 0, 0, 0x50a), 0, 'SVC MOD=0x5, FN=0xa'],
  [encode(Op.RET), 0, 'RET'],
  [0x05000000, 0, '.word 0x05000000'],
])('%i at %i is %s', (word, pc, text) => {
  expect(
    instructionText(word, 0, pc, (address, space) => (space === 'code' ? names.get(address) : undefined)),
  ).toBe(text);
});

test('what the disassembler writes is what the assembler makes the same words of', () => {
  for (const { code, shape, mnemonic } of operations) {
    // Its target is an address here and a distance there.
    if (mnemonic === 'CALL') continue;
    const fields = { rd: 3, rs1: 14, rs2: 9, imm: shape === 'target' ? 0x7fc : -5 };
    const uses = {
      rd: shape.includes('rd'),
      rs1: /\ba\b|load|store/.test(shape),
      rs2: /\bb\b/.test(shape),
      imm: ['rd-imm', 'rd-load', 'store-b', 'target', 'service', 'code'].includes(shape),
    };
    const imm = shape === 'code' ? 200 : fields.imm;
    const word = encode(code, uses.rd ? 3 : 0, uses.rs1 ? 14 : 0, uses.rs2 ? 9 : 0, uses.imm ? imm : 0);
    const text = instructionText(word, 0x12345678, 0);
    const { object, problems } = assemble(text);
    expect(problems, text).toEqual([]);
    expect(Array.from(object!.code), text).toEqual(shape === 'rd-wide' ? [word, 0x12345678] : [word]);
  }
});
