import { describe, expect, it } from 'vitest';
import { endingIn, languageByName } from './file-endings.js';

const plain = { id: 'plain', extensions: ['.p', '.h'] };
const special = { id: 'special', extensions: ['.sp.p', '.sp'] };
const languages = [plain, special];
const idOf = (name: string): string | undefined => languageByName(name, languages)?.id;

describe('the language of a file', () => {
  it('is that of its longest ending', () => {
    expect(idOf('a.p')).toBe('plain');
    expect(idOf('a.sp.p')).toBe('special');
    expect(idOf('/some/where.p/a.sp')).toBe('special');
    expect(endingIn('a.sp.p', special)).toBe('.sp.p');
  });

  it('is none for other names, nor for an ending alone', () => {
    expect(idOf('a.txt')).toBeUndefined();
    expect(idOf('.p')).toBeUndefined();
    expect(idOf('')).toBeUndefined();
  });
});
