import { describe, expect, it } from 'vitest';
import { MemoryPages, pageBytes } from './memory-pages.js';

/** A memory of some bytes at 0x400; the rest cannot be read. */
function memory(size = pageBytes) {
  const bytes = new Uint8Array(size).map((_, index) => index % 251);
  const asked: string[] = [];
  const pages = new MemoryPages(async (reference, count) => {
    asked.push(reference);
    const from = Number(BigInt(reference)) - 0x400;
    if (from < 0) throw new Error('no memory here');
    const read = bytes.slice(from, from + count);
    return { bytes: read, unreadable: count - read.length };
  });
  return { pages, bytes, asked };
}

const value = (pages: MemoryPages, offset: number) => pages.at('', BigInt(offset));

describe('pages of memory', () => {
  it('are read when they are looked at, and only then', async () => {
    const { pages, asked } = memory(4 * pageBytes);
    expect(value(pages, 0x410)).toEqual({ kind: 'unread' });
    await pages.load('', 0x410n, 0x430n);
    expect(value(pages, 0x410)).toEqual({ kind: 'value', value: 16, changed: false });
    await pages.load('', 0x410n, 0x810n);
    expect(asked).toEqual(['0x400', '0x800']);
  });

  it('show what cannot be read as such, with the reason where there is one', async () => {
    const { pages } = memory(16);
    await pages.load('', 0x3f0n, 0x500n);
    expect(value(pages, 0x40f)).toMatchObject({ kind: 'value', value: 15 });
    expect(value(pages, 0x410)).toEqual({ kind: 'unreadable' });
    expect(value(pages, 0x3ff)).toEqual({ kind: 'unreadable', problem: 'no memory here' });
  });

  it('go on after a gap that cannot be read', async () => {
    const pages = new MemoryPages(async (reference, count) =>
      reference === '0x0'
        ? { bytes: Uint8Array.of(1, 2), unreadable: 4 }
        : { bytes: new Uint8Array(count).fill(7), unreadable: 0 },
    );
    await pages.load('', 0n, 16n);
    expect([0, 1, 2, 5, 6].map(offset => value(pages, offset))).toMatchObject([
      { value: 1 },
      { value: 2 },
      { kind: 'unreadable' },
      { kind: 'unreadable' },
      { value: 7 },
    ]);
  });

  it('mark what changed since the last stop, and keep the old until the new is there', async () => {
    const { pages, bytes } = memory();
    await pages.load('', 0x400n, 0x410n);
    bytes[3] = 99;
    pages.newStop();
    expect(value(pages, 0x403)).toEqual({ kind: 'value', value: 3, changed: false });
    await pages.load('', 0x400n, 0x410n);
    expect(value(pages, 0x403)).toEqual({ kind: 'value', value: 99, changed: true });
    expect(value(pages, 0x404)).toMatchObject({ changed: false });
    pages.newStop();
    await pages.load('', 0x400n, 0x410n);
    expect(value(pages, 0x403)).toEqual({ kind: 'value', value: 99, changed: false });
  });

  it('compare what was written by hand with the stop before', async () => {
    const { pages, bytes } = memory();
    await pages.load('', 0x400n, 0x410n);
    pages.newStop();
    await pages.load('', 0x400n, 0x410n);
    bytes[0] = 5;
    pages.stale();
    await pages.load('', 0x400n, 0x410n);
    expect(value(pages, 0x400)).toEqual({ kind: 'value', value: 5, changed: true });
  });

  it('of another space are others', async () => {
    const pages = new MemoryPages(async (reference, count) => ({
      bytes: new Uint8Array(count).fill(reference.startsWith('code:') ? 1 : 2),
      unreadable: 0,
    }));
    await pages.load('code', 0n, 1n);
    await pages.load('', 0n, 1n);
    expect([pages.at('code', 0n), pages.at('', 0n)]).toMatchObject([{ value: 1 }, { value: 2 }]);
  });

  it('end with the memory, and bear an adapter that gives nothing', async () => {
    const pages = new MemoryPages(async () => ({ bytes: new Uint8Array(), unreadable: 0 }));
    const top = (1n << 64n) - 4n;
    await pages.load('', top, top + 64n);
    expect(pages.at('', top)).toEqual({ kind: 'unreadable' });
  });
});
