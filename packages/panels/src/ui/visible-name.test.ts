import { expect, it } from 'vitest';
import { visibleName } from './visible-name.js';

it('shows what would hide the end of a name', () => {
  expect(visibleName('plain-ä.txt')).toBe('plain-ä.txt');
  expect(visibleName('x\u202egn.exe')).toBe('x\\u{202e}gn.exe');
  expect(visibleName('a\x1b[2Jb')).toBe('a\\u{1b}[2Jb');
});
