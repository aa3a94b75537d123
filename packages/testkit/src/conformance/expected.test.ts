import { describe, expect, it } from 'vitest';
import { fits, mentions, wanted } from './expected.js';

describe('an expected text', () => {
  it('must be shown exactly', () => {
    expect(fits('41', '41')).toBe(true);
    expect(fits('410', '41')).toBe(false);
    expect(fits(undefined, '41')).toBe(false);
  });

  it('between slashes is a regular expression', () => {
    expect(fits('0x00000029', '/^0x0*29$/')).toBe(true);
    expect(fits('0x30', '/^0x0*29$/')).toBe(false);
    expect(fits('a\nb', '/a.b/')).toBe(true);
  });

  it('may be a slash itself', () => {
    expect(fits('/', '/')).toBe(true);
    expect(fits('//', '//')).toBe(true);
  });

  it('is the same with and without styles', () => {
    expect(fits('\u001b[31m41\u001b[39m', '41')).toBe(true);
  });

  it('may be part of what is said', () => {
    expect(mentions('it went wrong: Odd', 'Odd')).toBe(true);
    expect(mentions('it went wrong', 'Odd')).toBe(false);
    expect(mentions(undefined, 'Odd')).toBe(false);
  });

  it('is told to people', () => {
    expect(wanted('41')).toBe('"41"');
    expect(wanted('/4./')).toBe('a text like /4./');
  });
});
