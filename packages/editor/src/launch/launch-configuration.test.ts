import { describe, expect, it } from 'vitest';
import {
  completeLaunch,
  languageOfFile,
  languagesOfFile,
  offeredConfigurations,
  sessionName,
  wantsEntries,
  withLanguageDefaults,
  type LaunchConfiguration,
  type LaunchContext,
} from './launch-configuration.js';

const languages = [
  { id: 'one', name: 'One', endings: ['.one', '.c'], projectFile: 'one.toml' },
  { id: 'two', name: 'Two', endings: ['.two.c', '.2'] },
];
const context: LaunchContext = { type: 'probe', languages, activeFile: '/w/a.one' };
const completed = (given: LaunchConfiguration, more: Partial<LaunchContext> = {}): LaunchConfiguration =>
  completeLaunch(given, { ...context, ...more });

describe('a launch configuration', () => {
  it('that is empty, as F5 without a launch.json gives it, debugs the file that is shown', () => {
    expect(completed({})).toEqual({
      type: 'probe',
      request: 'launch',
      name: 'Debug a.one',
      program: '/w/a.one',
    });
    expect(completed({ type: '', request: '', name: '' })['program']).toBe('/w/a.one');
  });

  it('keeps what it says, and gets a missing program from the file that is shown', () => {
    const given = { type: 'probe', request: 'launch', name: 'Mine', args: ['x'], other: { a: 1 } };
    expect(completed(given)).toEqual({ ...given, program: '/w/a.one' });
    expect(completed({ ...given, program: '/w/b.2' })['program']).toBe('/w/b.2');
  });

  it('takes the entry of the project where the file that is shown is no program', () => {
    const more = { activeFile: '/w/notes.md', entries: ['/w/one.toml', '/w/a.out'] };
    expect(completed({}, more)['program']).toBe('/w/one.toml');
    expect(() => completed({}, { activeFile: '/w/notes.md' })).toThrow('notes.md is no program');
  });

  it('says what to do when there is nothing to debug', () => {
    const { activeFile: _, ...nothing } = context;
    try {
      completeLaunch({ type: 'probe', request: 'launch', name: 'x' }, nothing);
      expect.unreachable();
    } catch (error) {
      expect((error as { text: string }).text).toBe(
        'The launch configuration names no "program": no file is shown. Open a file that ends in .one, .c, .two.c, .2, or name one as "program".',
      );
    }
  });

  it('leaves ${…} to the editor', () => {
    const made = completed({ type: 'probe', program: '${file}', cwd: '${workspaceFolder}' });
    expect(made).toMatchObject({ program: '${file}', cwd: '${workspaceFolder}', name: 'Debug a.one' });
    expect(completed({ type: 'probe', program: '${input:p}' })['name']).toBe('Debug this file');
  });

  it('of ${file} gets the settings of the language of the file that is shown', () => {
    const defaultsOf = ({ id }: { readonly id: string }) => ({ level: id, flags: ['-I${workspaceFolder}'] });
    expect(completed({ type: 'probe', program: '${file}' }, { defaultsOf })).toMatchObject({
      program: '${file}',
      level: 'one',
      flags: ['-I${workspaceFolder}'],
    });
  });

  it('gets the settings of a language that only the replaced text tells', () => {
    const defaultsOf = ({ id }: { readonly id: string }) => ({
      level: id,
      env: { A: '1', B: '1' },
      noDebug: true,
    });
    const before = completed({ type: 'probe', program: '${input:p}', env: { B: '2' } }, { defaultsOf });
    expect(before).not.toHaveProperty('level');
    const replaced = { ...before, program: '/w/x.2' };
    expect(withLanguageDefaults(replaced, { languages, defaultsOf })).toEqual({
      ...replaced,
      level: 'two',
      env: { A: '1', B: '2' },
    });
    const said = { ...replaced, level: 'mine' };
    expect(withLanguageDefaults(said, { languages, defaultsOf })['level']).toBe('mine');
    const attach = { type: 'probe', request: 'attach', program: '/w/x.2' };
    expect(withLanguageDefaults(attach, { languages, defaultsOf })).toEqual(attach);
  });

  it('of a document that was never saved asks to save it, and starts nothing else', () => {
    const { activeFile: _, ...nothing } = context;
    const untitled = { ...nothing, untitled: 'Untitled-1', entries: ['/w/one.toml'] };
    for (const given of [{}, { type: 'probe', request: 'launch', name: 'x', program: '${file}' }])
      expect(() => completeLaunch(given, untitled)).toThrow('Untitled-1 has never been saved');
    const named = { type: 'probe', request: 'launch', name: 'x', program: '/w/b.2' };
    expect(completeLaunch(named, untitled)).toEqual(named);
  });

  it('that names no program starts it in the workspace folder of the one that is found', () => {
    const folderOf = (program: string) => program.split('/').slice(0, 2).join('/');
    const more = { folderOf, activeFile: '/B/src/a.one' };
    expect(completed({}, more)['cwd']).toBe('/B');
    expect(completed({}, { folderOf, activeFile: '/A/notes.md', entries: ['/C/one.toml'] })['cwd']).toBe(
      '/C',
    );
    expect(completed({}, { ...more, defaults: { cwd: '/set' } })['cwd']).toBe('/set');
    expect(completed({ program: '/B/b.one' }, { ...more, folder: '/A' })['cwd']).toBe('/A');
    expect(completed({ program: '/B/b.one' }, more)).not.toHaveProperty('cwd');
  });

  it('is named by its program', () => {
    expect(sessionName('/w/a.one')).toBe('Debug a.one');
    expect(sessionName('C:\\w\\a.one', true)).toBe('Run a.one');
    expect(completed({ noDebug: true })['name']).toBe('Run a.one');
  });

  it('that has no program names each ending of sources once, and none of what is built', () => {
    const built = [
      { id: 'a', name: 'A', endings: ['.a', '.bin'], sources: ['.a'] },
      { id: 'b', name: 'B', endings: ['.a', '.b', '.bin'], sources: ['.a', '.b'] },
    ];
    try {
      completed({}, { languages: built, activeFile: '/w/notes.md' });
      expect.unreachable();
    } catch (error) {
      expect((error as { next: string }).next).toBe(
        'Open a file that ends in .a, .b, or name one as "program".',
      );
    }
  });

  it('is a debug session unless it asks for a run itself', () => {
    const sneaky = { defaults: { noDebug: true }, profiles: { fast: { noDebug: true, args: ['1'] } } };
    expect(completed({}, sneaky)).not.toHaveProperty('noDebug');
    expect(completed({ profile: 'fast' }, sneaky)).toMatchObject({ args: ['1'] });
    expect(completed({ profile: 'fast' }, sneaky)).not.toHaveProperty('noDebug');
    expect(completed({ noDebug: 'yes' })).not.toHaveProperty('noDebug');
    expect(completed({ noDebug: false })).not.toHaveProperty('noDebug');
    expect(completed({ noDebug: true })['noDebug']).toBe(true);
  });

  it('counts more than its profile, that more than the settings of the language, those more than the common ones', () => {
    const more: Partial<LaunchContext> = {
      defaults: { args: ['all'], cwd: '/all', env: { A: '1', B: '1' }, level: 0 },
      defaultsOf: ({ id }) => (id === 'one' ? { level: 1, memory: 'gc' } : { level: 2 }),
      profiles: { p: { cwd: '/profile', env: { B: '2', C: '2' } } },
    };
    expect(completed({ profile: 'p', env: { C: '3' } }, more)).toEqual({
      type: 'probe',
      request: 'launch',
      name: 'Debug a.one',
      program: '/w/a.one',
      args: ['all'],
      cwd: '/profile',
      env: { A: '1', B: '2', C: '3' },
      level: 1,
      memory: 'gc',
    });
    expect(completed({ program: '/w/x.two.c' }, more)['level']).toBe(2);
    expect(completed({ program: '/w/x', language: 'TWO' }, more)['level']).toBe(2);
  });

  it('with a profile that does not exist is refused with the names of those that do', () => {
    expect(() => completed({ profile: 'fats' }, { profiles: { fast: {}, slow: {} } })).toThrow(
      'no profile "fats"',
    );
    expect(() => completed({ profile: 'toString' }, { profiles: {} })).toThrow('no profile');
    expect(() => completed({ profile: 7 })).toThrow('no profile 7');
  });

  it('for attaching is left as it is', () => {
    const attach = { type: 'probe', request: 'attach', name: 'A', pid: 3 };
    expect(completed(attach, { defaults: { args: ['x'] } })).toEqual(attach);
  });
});

it('knows a language by the longest ending, or by its project file', () => {
  expect(languageOfFile('/w/x.two.c', languages)?.id).toBe('two');
  expect(languageOfFile('C:\\w\\x.c', languages)?.id).toBe('one');
  expect(languageOfFile('/w/one.toml', languages)?.id).toBe('one');
  expect(languageOfFile('/w/.one', languages)).toBeUndefined();
  expect(languageOfFile('/w.one/x', languages)).toBeUndefined();
});

it('leaves a program whose ending several languages have to the adapter, with the settings of none', () => {
  const both = [...languages, { id: 'three', name: 'Three', endings: ['.2', '.three'] }];
  expect(languagesOfFile('/w/x.2', both).map(({ id }) => id)).toEqual(['two', 'three']);
  expect(languageOfFile('/w/x.2', both)).toBeUndefined();
  const launch = completed(
    {},
    { languages: both, activeFile: '/w/x.2', defaultsOf: ({ id }) => ({ optionOf: id }) },
  );
  expect(launch).toMatchObject({ program: '/w/x.2' });
  expect(launch).not.toHaveProperty('optionOf');
  expect(offeredConfigurations(['/w/x.2'], { ...context, languages: both })).toHaveLength(1);
});

it('needs the projects of a workspace only where neither the configuration nor what is shown is a program', () => {
  expect(wantsEntries({}, context)).toBe(false);
  expect(wantsEntries({}, { ...context, activeFile: '/w/readme.md' })).toBe(true);
  expect(wantsEntries({}, { languages })).toBe(true);
  expect(wantsEntries({ program: '${file}' }, { languages })).toBe(false);
  expect(wantsEntries({ request: 'attach' }, { languages })).toBe(false);
});

it('offers a configuration for each program of a folder', () => {
  expect(offeredConfigurations(['/w/a.one', '/w/readme.md'], context)).toEqual([
    { type: 'probe', request: 'launch', name: 'Debug a.one', program: '/w/a.one' },
  ]);
});
