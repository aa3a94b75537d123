import { sourceEndings } from '@sonde/language';
import lua from 'luaparse';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { languages } from '../languages.js';
import { editorConfigurations } from './editor-configurations.js';
import { editorInput, type LanguageFacts } from './editor-input.js';

/** Words and comments that no installed language has, and that a careless writer would not survive. */
const awkward: LanguageFacts = {
  id: 'awkward',
  name: 'Awk"ward\'s',
  extensions: ['.awk.ward', '.bin'],
  projectFile: "it's.toml",
  exceptionFilters: [{ id: "o'h", label: 'Oh', default: true, supportsCondition: false }],
  source: {
    comments: { line: "+'", block: ['{-', '-}'] },
    syntax: { keywords: ['contains', 'end!', 'a+b', 'plain'], strings: ["'"] },
  },
  editor: { built: ['.bin'] },
};

const textOf = (editor: string, file?: string, of: readonly LanguageFacts[] = languages): string => {
  const { files } = editorConfigurations.find(({ name }) => name === editor)!;
  const chosen = file === undefined ? files[0] : files.find(({ name }) => name === file)!;
  return chosen.text(editorInput(of, '/opt/my "tools"/sonde', '1.2.3'));
};

interface HelixLanguage {
  readonly name: string;
  readonly 'file-types'?: readonly (string | { readonly glob: string })[];
  readonly roots?: readonly string[];
  readonly 'comment-token'?: string;
  readonly 'block-comment-tokens'?: object;
  readonly debugger: {
    readonly command: string;
    readonly args: readonly string[];
    readonly templates: object[];
  };
}

const helixLanguages = (of?: readonly LanguageFacts[]): readonly HelixLanguage[] =>
  (parseToml(textOf('helix', undefined, of)) as unknown as { readonly language: readonly HelixLanguage[] })
    .language;

describe('the configuration for an editor', () => {
  it.each(['neovim', 'vim', 'emacs-dap-mode', 'emacs-dape'])(
    'names all sources of all languages: %s',
    editor => {
      const text = textOf(editor);
      for (const ending of languages.flatMap(sourceEndings)) expect(text).toMatch(quotedIn(ending));
      expect(text).not.toMatch(quotedIn('.minib'));
    },
  );

  it('for Neovim is Lua, whatever a language calls its words', () => {
    for (const of of [languages, [awkward]])
      expect(() => lua.parse(textOf('neovim', undefined, of), { luaVersion: 'LuaJIT' })).not.toThrow();
  });

  it('for Helix is TOML with every file type, endings of several parts by a pattern', () => {
    const found = helixLanguages();
    for (const language of languages) {
      const own = found.filter(({ debugger: { args } }) => args.includes(language.id));
      const types = own.flatMap(each => each['file-types'] ?? []);
      for (const ending of sourceEndings(language)) {
        const isKnown = Object.values(language.editor?.knownAs ?? {}).some(each => each.includes(ending));
        const isPlain = ending.lastIndexOf('.') === 0;
        if (!isKnown) expect(types).toContainEqual(isPlain ? ending.slice(1) : { glob: `*${ending}` });
      }
    }
    expect(helixLanguages([awkward])).toEqual([
      expect.objectContaining({
        name: 'awkward',
        'file-types': [{ glob: '*.awk.ward' }],
        roots: ["it's.toml"],
        'comment-token': "+'",
        'block-comment-tokens': { start: '{-', end: '-}' },
        debugger: expect.objectContaining({
          command: '/opt/my "tools"/sonde',
          args: ['dap', '--language', 'awkward'],
        }) as object,
      }),
    ]);
    expect(() => parseToml(textOf('helix', 'config.toml'))).not.toThrow();
  });

  it('offers to attach to processes only where programs are processes', () => {
    const names = (id: string): readonly unknown[] =>
      helixLanguages()
        .find(({ name }) => name === id)!
        .debugger.templates.map(template => (template as { readonly name: string }).name);
    expect(names('mini')).toEqual(['launch', 'join']);
    expect(names('cpp')).toEqual(['launch', 'attach', 'join']);
  });

  it('for Zed is JSON', () => {
    expect(JSON.parse(textOf('zed', 'settings.json'))).toEqual({
      dap: { GDB: { binary: '/opt/my "tools"/sonde', args: ['dap'] } },
    });
    expect(JSON.parse(textOf('zed', 'debug.json'))).toHaveLength(3);
  });

  it('says what wrote it, where comments can', () => {
    for (const { name, files } of editorConfigurations)
      if (name !== 'zed')
        for (const file of files) expect(textOf(name, file.name)).toContain('(Sonde 1.2.3)');
  });
});

/** As a string of any of the languages that configurations are written in. */
const quotedIn = (ending: string): RegExp => new RegExp(`["']${escaped(ending)}["']`);

const escaped = (text: string): string => text.replaceAll(/[.+*]/g, '\\$&');
