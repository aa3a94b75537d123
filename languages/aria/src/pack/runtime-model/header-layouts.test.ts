import { expect, it } from 'vitest';
import { decodeHeader, headerLayouts, isHeader } from './header-layouts.js';

const layoutOf = (symbol: string) => headerLayouts.find(item => item.symbol === symbol)!.layout;

it.each([
  // Aria debug spec 3.2.1: 0 mark, 1 pinned, 2 forwarded, 3 nursery, 8–31 size class, 32–63 type id
  ['__aria_layout_version', 0xdeadbeef_000003_0bn, [true, true, false, true, 3, 0xdeadbeef]],
  ['__aria_layout_version', 0x00000001_abcdef_04n, [false, false, true, false, 0xabcdef, 1]],
  // 4–11 size class, 12–27 type id
  ['aria_gc_alloc', (0xbeefn << 12n) | (0x41n << 4n) | 0b1010n, [false, true, false, true, 0x41, 0xbeef]],
  // 0–1 colour, 2 pinned, 3 forwarded, 4 nursery, 5–12 size class, 13–28 type id
  ['npk_gc_alloc', (0xcafen << 13n) | (0x81n << 5n) | 0b10110n, [true, true, false, true, 0x81, 0xcafe]],
  ['npk_gc_alloc', (3n << 5n) | 0b01000n, [false, false, true, false, 3, 0]],
] as const)('a program with %s keeps %s as it should be', (symbol, word, wanted) => {
  const { marked, pinned, forwarded, nursery, sizeClass, typeId } = decodeHeader(word, layoutOf(symbol));
  expect([marked, pinned, forwarded, nursery, sizeClass, typeId]).toEqual(wanted);
});

it('knows the blocks of the runtime, and what cannot be a header', () => {
  const spec = layoutOf('__aria_layout_version');
  expect([0, 1, 64, 65, 66, 116, 117].map(spec.blockSize)).toEqual([
    ...[0, 16, 1024, 2048, 4096, 2 ** 62, 0],
  ]);
  expect(isHeader(0x0000000100000208n, spec)).toBe(true);
  expect(isHeader(0x0000000100000218n, spec)).toBe(false);
  expect(isHeader(0x8n, spec)).toBe(false);
  expect(isHeader(0x00007fff12345608n, spec)).toBe(false);
});
