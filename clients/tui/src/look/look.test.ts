import { expect, it } from 'vitest';
import { onGround, partsOf } from '../terminal/style.js';
import { lookOf, type Role } from './look.js';

/** What stands in the row of the source or of the instructions where the program is. */
const inRow: readonly Role[] = [
  ...(['text', 'key', 'inline', 'breakpoint', 'waiting', 'foreign', 'address', 'symbol'] as const),
  ...(['keyword', 'typeName', 'constant', 'string', 'number', 'comment', 'functionName', 'dim'] as const),
];

/** A colour above the first sixteen, which are the terminal's own: the cube, then the greys. */
function partsOfColour(colour: number): readonly number[] {
  if (colour >= 232) return Array.from({ length: 3 }, () => 8 + (colour - 232) * 10);
  const cube = colour - 16;
  return [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(part =>
    part === 0 ? 0 : 55 + part * 40,
  );
}

/** Relative luminance (WCAG 2). */
function luminance(colour: number): number {
  const [red = 0, green = 0, blue = 0] = partsOfColour(colour).map(part => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: number, b: number): number {
  const [less = 0, more = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other);
  return (more + 0.05) / (less + 0.05);
}

it.each([
  ['dark', 252],
  ['light', 16],
] as const)('in %s colours all letters can be read where the program stands', (theme, ownText) => {
  const { style } = lookOf(theme);
  const poor = inRow.filter(role => {
    const { text = ownText, ground } = partsOf(onGround(style(role), style('current')));
    return contrast(text, ground!) < 3;
  });
  expect(poor).toEqual([]);
});

it('in sixteen colours no letter has the colour of the ground on which the program stands', () => {
  const { style } = lookOf('16');
  for (const role of inRow) {
    const { text, ground } = partsOf(onGround(style(role), style('current')));
    expect([role, text, ground]).toEqual([role, 0, 3]);
  }
});
