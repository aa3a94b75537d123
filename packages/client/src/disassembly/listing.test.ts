import { expect, it } from 'vitest';
import { bytesText, listing, rowOfAddress } from './listing.js';

const source = { path: '/a/tour.c' };
const text = (_: unknown, line: number) => (line === 3 ? 'int a = 1;' : undefined);

it('functions and source lines stand in front of what belongs to them', () => {
  const rows = listing(
    [
      { address: '0x10', text: 'push', symbol: 'main', source, line: 3 },
      { address: '0x12', text: 'mov', symbol: 'main+2', source, line: 3 },
      { address: '0x14', text: 'mov', symbol: 'main+4', source, line: 4 },
      { address: '0x16', text: 'ret', symbol: 'main+6', source, line: 3 },
      { address: '0x20', text: 'nop', symbol: 'other' },
    ],
    text,
  );
  expect(
    rows.map(row =>
      row.kind === 'instruction'
        ? row.instruction.text
        : row.kind === 'source'
          ? `${row.line} ${row.text ?? '?'}`
          : row.name,
    ),
  ).toEqual(['main', '3 int a = 1;', 'push', 'mov', '4 ?', 'mov', '3 int a = 1;', 'ret', 'other', 'nop']);
  expect(rowOfAddress(rows, '0x14')).toBe(5);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

it('bytes are written in pairs', () => {
  expect(bytesText('4889e5')).toBe('48 89 e5');
  expect(bytesText('48 89')).toBe('48 89');
  expect(bytesText(undefined)).toBe('');
});
