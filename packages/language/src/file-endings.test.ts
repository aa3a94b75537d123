import { describe, expect, it } from 'vitest';
import { endingIn, languageByName } from './file-endings.js';

const plain = { id: 'plain', extensions: ['.p', '.h'] };
const special = { id: 'special', extensions: ['.sp.p', '.sp'] };
const languages = [plain, special];
const idOf = async (name: string): Promise<string | undefined> => (await languageByName(name, languages))?.id;

describe('the language of a file', () => {
  it('is that of its longest ending', async () => {
    expect(await idOf('a.p')).toBe('plain');
    expect(await idOf('a.sp.p')).toBe('special');
    expect(await idOf('/some/where.p/a.sp')).toBe('special');
    expect(endingIn('a.sp.p', special)).toBe('.sp.p');
  });

  it('is none for other names, nor for an ending alone', async () => {
    expect(await idOf('a.txt')).toBeUndefined();
    expect(await idOf('.p')).toBeUndefined();
    expect(await idOf('')).toBeUndefined();
  });

  it('is the one that takes it, where several have the ending', async () => {
    const general = { id: 'general', extensions: ['.m'] };
    const choosy = {
      id: 'choosy',
      extensions: ['.m', '.only'],
      takesFile: async (path: string) => path.startsWith('/mine/'),
    };
    for (const known of [
      [general, choosy],
      [choosy, general],
    ]) {
      const chosen = async (path: string, preferred?: typeof general) =>
        (await languageByName(path, known, preferred))?.id;
      expect(await chosen('/mine/a.m')).toBe('choosy');
      expect(await chosen('/other/a.m')).toBe('general');
      expect(await chosen('/other/a.only')).toBe('choosy');
      expect(await chosen('/other/a.m', choosy)).toBe('choosy');
      expect(await chosen('/mine/a.m', general)).toBe('general');
    }
    // Nobody else is there to take it.
    expect((await languageByName('/other/a.m', [choosy]))?.id).toBe('choosy');
  });
});
