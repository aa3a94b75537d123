import type { DisassembledInstruction } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { InstructionList } from './instruction-list.js';

/** Code of two hundred instructions of four bytes each from 0x1000; filled up with invalid ones as the protocol wants. */
function code() {
  const asked: string[] = [];
  const list = new InstructionList(async (reference, offset, count) => {
    asked.push(`${reference} ${offset} ${count}`);
    const first = (Number(BigInt(reference)) - 0x1000) / 4 + offset;
    return Array.from({ length: count }, (_, row): DisassembledInstruction => {
      const nth = first + row;
      const address = `0x${(0x1000 + nth * 4).toString(16)}`;
      return nth < 0 || nth >= 200
        ? { address, instruction: 'no instruction', presentationHint: 'invalid' }
        : { address, instruction: `op ${nth}` };
    });
  });
  return { list, asked };
}

describe('a stretch of instructions', () => {
  it('begins around the place and reads nothing that it has', async () => {
    const { list, asked } = code();
    await list.show('0x1190');
    expect(list.list[list.indexOf('0x1190')]?.text).toBe('op 100');
    await list.show('0x1194');
    await list.show('0x01194');
    expect(asked).toHaveLength(2);
  });

  it('tells whether there is code, and of a place that was overtaken that another is on its way', async () => {
    const { list } = code();
    expect(await list.show('0x1190')).toBe(true);
    expect(await list.show('0x1194')).toBe(true);
    expect(await list.show('0x9000')).toBe(false);
    expect(await Promise.all([list.show('0x9000'), list.show('0x1000')])).toEqual([true, true]);
  });

  it('grows at both ends until there is no more code', async () => {
    const { list } = code();
    await list.show('0x1190');
    expect(list.hasMore).toEqual({ before: true, after: true });
    expect(await list.before()).toBe(true);
    await list.before();
    expect(list.hasMore.before).toBe(false);
    await list.after();
    expect(list.hasMore.after).toBe(false);
    expect(await list.after()).toBe(false);
    expect(list.list.map(({ text }) => text)).toEqual(Array.from({ length: 200 }, (_, nth) => `op ${nth}`));
  });

  it('begins anew elsewhere, and takes only the newest answer', async () => {
    const { list } = code();
    await Promise.all([list.show('0x1000'), list.show('0x1310')]);
    expect(list.indexOf('0x1000')).toBe(-1);
    expect(list.indexOf('0x1310')).toBeGreaterThanOrEqual(0);
  });

  it('asks once when an end is reached twice at a time', async () => {
    const { list, asked } = code();
    await list.show('0x1190');
    expect(await Promise.all([list.after(), list.after()])).toEqual([true, false]);
    expect(asked).toHaveLength(3);
  });

  it('looks less far back where the adapter cannot look far', async () => {
    const list = new InstructionList(async (reference, offset, count) =>
      Array.from({ length: count }, (_, row): DisassembledInstruction => {
        const address = `0x${(Number(BigInt(reference)) + offset + row).toString(16)}`;
        return offset < -20
          ? { address, instruction: 'no instruction', presentationHint: 'invalid' }
          : { address, instruction: 'op' };
      }),
    );
    await list.show('0x1000');
    expect(list.indexOf('0x1000')).toBe(16);
  });

  it('can be read on after an error', async () => {
    let broken = false;
    const list = new InstructionList(async (reference, offset, count) => {
      if (broken) throw new Error('gone');
      return Array.from({ length: count }, (_, row) => ({
        address: `0x${(Number(BigInt(reference)) + offset + row).toString(16)}`,
        instruction: 'op',
      }));
    });
    await list.show('0x1000');
    broken = true;
    await expect(list.after()).rejects.toThrow('gone');
    broken = false;
    expect(await list.after()).toBe(true);
  });
});
