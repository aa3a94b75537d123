import { expect, it } from 'vitest';
import { decidesAbout } from './deciding-files.js';
import type { ExtensionLanguage } from './languages.js';

const language = (id: string, alsoRead: readonly string[]): ExtensionLanguage => ({
  id,
  name: id,
  languageIds: [id],
  sources: [`.${id}`],
  built: [],
  alsoRead,
  projectFile: `${id}.toml`,
  options: [],
  buildOptions: [],
  isNative: false,
  notations: [],
});
const languages = [language('alpha', ['.h', '.scene.json']), language('beta', [])];
/** The id that editors have for headers is that of another language. */
const files = ['a.alpha', 'b.beta', 'defs.h', 'a.scene.json', 'alpha.toml', 'beta.toml', 'data.txt'].map(
  name => ({ path: `/w/${name}`, languageId: /\.(alpha|beta)$/.exec(name)?.[1] ?? 'other' }),
);
const deciding = (configuration: object): readonly string[] =>
  files.filter(decidesAbout({ ...configuration }, languages)).map(({ path }) => path.slice('/w/'.length));

it('are sources of the language, its project, and what its builds read beside them', () => {
  expect(deciding({ program: '/w/a.alpha' })).toEqual(['a.alpha', 'defs.h', 'a.scene.json', 'alpha.toml']);
  expect(deciding({ program: '/w/b.beta' })).toEqual(['b.beta', 'beta.toml']);
});

it('are those of all languages where the program does not tell which it is of', () => {
  expect(deciding({ program: '/w' })).toEqual(files.map(({ path }) => path.slice(3)).slice(0, -1));
});

it('are files that the configuration names, seen from its folder or the one of the program', () => {
  expect(deciding({ program: '/w/b.beta', stdin: { file: 'data.txt' } })).toContain('data.txt');
  expect(deciding({ program: '/x/b.beta', cwd: '/w', args: ['-v', 'data.txt'] })).toContain('data.txt');
  expect(deciding({ program: '/x/b.beta', tasks: ['/w/a.alpha'] })).toEqual([
    'a.alpha',
    'b.beta',
    'beta.toml',
  ]);
});
