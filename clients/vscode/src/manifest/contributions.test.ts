import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { contributedFiles, extensionLanguages, manifestOf } from './contributions.js';
import type { GrammarRule } from './grammar.js';
import type { LanguageFacts } from './language-facts.js';

const plain: LanguageFacts = {
  id: 'alpha',
  name: 'Alpha',
  extensions: ['.al', '.all', '.alx'],
  projectFile: 'alpha.toml',
  source: {
    comments: { line: '//' },
    commentsOf: { '.all': { line: '//', block: ['(*', '*)'] } },
    syntax: {
      keywords: ['let', 'is not', 'is', 'end?'],
      types: ['Int'],
      constants: ['yes'],
      strings: ['"'],
      escapes: true,
      interpolations: { '"': ['${', '}'] },
    },
  },
  editor: { built: ['.alx'], alsoRead: ['.alh'], languageServer: { arguments: ['alpha', 'lsp'] } },
  launch: Type.Object({
    level: Type.Optional(Type.Integer({ description: 'How much.', usedBy: ['debug'] })),
    cc: Type.Optional(Type.String({ description: 'The compiler.' })),
  }),
};
const known: LanguageFacts = {
  id: 'beta',
  name: 'Beta',
  extensions: ['.b', '.bb'],
  source: { comments: { line: '#' } },
  editor: { knownAs: { b: ['.b'], bpp: ['.bb'] } },
  launch: Type.Object({
    level: Type.Optional(Type.String({ description: 'Which.' })),
    cc: Type.Optional(Type.String({ description: 'The compiler.' })),
    server: Type.Optional(Type.String({ description: 'What is started.' })),
  }),
  native: { takesExecutables: true },
};
const common = Type.Object({
  program: Type.String({ description: 'What.' }),
  ...Object.fromEntries(
    ['args', 'cwd', 'env', 'stopOnEntry', 'console'].map(name => [name, Type.Optional(Type.String())]),
  ),
});

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
  readonly contributes: {
    readonly languages: readonly Readonly<Record<string, unknown>>[];
    readonly grammars: readonly { readonly path: string }[];
    readonly breakpoints: readonly unknown[];
    readonly debuggers: readonly {
      readonly languages: readonly string[];
      readonly configurationAttributes: {
        readonly launch: { readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
      };
      readonly configurationSnippets: readonly { readonly body: Readonly<Record<string, string>> }[];
    }[];
    readonly menus: { readonly 'explorer/context': readonly { readonly when: string }[] };
    readonly keybindings: readonly Readonly<Record<'key' | 'command' | 'when', string>>[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
    readonly configurationDefaults: unknown;
  };
}
const manifest = manifestOf({
  languages: [plain, known],
  launch: common,
  attach: Type.Object({}),
}) as Manifest;
const { contributes } = manifest;
const debuggers = contributes.debuggers[0]!;

describe('the manifest', () => {
  it('has a language for each notation, and none for those that VS Code knows', () => {
    expect(contributes.languages).toMatchObject([
      { id: 'alpha', extensions: ['.al'], aliases: ['Alpha'] },
      { id: 'alpha-all', extensions: ['.all'], aliases: ['Alpha (.all)'] },
    ]);
  });

  it('debugs and breaks in all of them, and offers built programs in the list of files', () => {
    expect(debuggers.languages).toEqual(['alpha', 'alpha-all', 'b', 'bpp']);
    expect(contributes.breakpoints).toEqual(debuggers.languages.map(language => ({ language })));
    const { when } = contributes.menus['explorer/context'][0]!;
    expect(when).toContain(String.raw`resourceExtname =~ /^(?:\.alx)$/`);
  });

  it('takes the start keys only where the extension says so, on sources of its own, and never while something runs', () => {
    const keys = contributes.keybindings.slice(0, 2);
    expect(keys.map(({ key, command }) => `${key} ${command}`)).toEqual([
      'f5 sonde.debugFile',
      'ctrl+f5 sonde.runFile',
    ]);
    for (const { when } of keys)
      expect(when).toBe('sonde.startsFile && !inDebugMode && resourceLangId =~ /^(?:alpha|alpha-all)$/');
  });

  it('takes the start keys on files of projects and built programs, whose formats have no debugger', () => {
    const keys = contributes.keybindings.slice(2);
    expect(manifest.activationEvents).toContain('onCommand:sonde.startShown');
    expect(keys.map(({ key, command }) => `${key} ${command}`)).toEqual([
      'f5 sonde.startShown',
      'ctrl+f5 sonde.startShown',
    ]);
    for (const { when } of keys)
      expect(when).toBe(
        String.raw`!inDebugMode && (resourceFilename =~ /^(?:alpha\.toml)$/ || resourceExtname =~ /^(?:\.alx)$/ && activeEditor != 'workbench.editors.files.textFileEditor')`,
      );
  });

  it('has one schema of launch options: shared ones, and those of each language under its name', () => {
    const { properties } = debuggers.configurationAttributes.launch;
    expect(Object.keys(properties)).toEqual([
      ...[
        'program',
        'args',
        'cwd',
        'env',
        'stopOnEntry',
        'console',
        'level',
        'cc',
        'server',
        'adapter',
        'profile',
      ],
    ]);
    expect(properties['cc']).toEqual({ type: 'string', description: 'Alpha, Beta: The compiler.' });
    expect(properties['level']).toMatchObject({
      anyOf: [{ type: 'integer' }, { type: 'string' }],
      description: 'Alpha: How much.\n\nBeta: Which.',
    });
    expect(JSON.stringify(properties)).not.toContain('usedBy');
  });

  it('has settings for them, of which those that name programs need a trusted folder', () => {
    const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    expect(settings).toEqual(
      expect.arrayContaining(['sonde.stopOnEntry', 'sonde.alpha.level', 'sonde.beta.cc']),
    );
    const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    expect(restricted).toEqual(
      expect.arrayContaining(['sonde.adapterPath', 'sonde.lldbDapPath', 'sonde.alpha.cc']),
    );
    expect(restricted).not.toContain('sonde.alpha.level');
    expect(restricted).toContain('sonde.beta.server');
  });

  it('leaves saving to its own setting', () => {
    expect(contributes.configurationDefaults).toEqual({
      '[alpha]': { 'debug.saveBeforeStart': 'none' },
      '[alpha-all]': { 'debug.saveBeforeStart': 'none' },
    });
  });

  it('is activated by languages with a server', () => {
    expect(manifest.activationEvents).toEqual(
      expect.arrayContaining(['onDebugResolve:sonde', 'onLanguage:alpha', 'onLanguage:alpha-all']),
    );
    expect(manifest.activationEvents).not.toContain('onLanguage:b');
  });

  it('has snippets whose texts VS Code resolves when the file is written, and not before', () => {
    const programs = debuggers.configurationSnippets.map(({ body }) => body['program']);
    expect(programs.slice(0, 2)).toEqual(['^"\\${file}"', '^"\\${workspaceFolder}/${1:main}.al"']);
  });
});

describe('the files beside it', () => {
  const files = contributedFiles([plain, known]);
  const grammar = (name: string) =>
    JSON.parse(files.get(`${name}.tmLanguage.json`)!) as {
      patterns: { name: string; match?: string; begin?: string; end?: string }[];
    };
  const rule = (name: string, scope: string) =>
    grammar(name).patterns.find(each => each.name.startsWith(scope));

  it('are those that the manifest names', () => {
    const named = [
      ...contributes.grammars.map(({ path }) => path),
      ...contributes.languages.flatMap(({ configuration, icon }) => [
        configuration,
        (icon as { light: string }).light,
      ]),
    ].map(path => String(path).replace('./contributed/', ''));
    expect([...files.keys()].toSorted()).toEqual(named.toSorted());
  });

  it('colour whole words, the longest first, also those with signs', () => {
    const words = new RegExp(rule('alpha', 'keyword')!.match!, 'g');
    expect('let x is not end? letter is'.match(words)).toEqual(['let', 'is not', 'end?', 'is']);
    expect(rule('alpha', 'support.type')!.match).toContain('Int');
  });

  it('colour the code inside a text as code, up to its sign or the end of the line', () => {
    const [, hole] = (rule('alpha', 'string') as unknown as { patterns: GrammarRule[] }).patterns;
    expect(hole).toMatchObject({
      name: 'meta.template.expression.alpha',
      begin: String.raw`\$\{`,
      end: String.raw`\}|$`,
      beginCaptures: { 0: { name: 'punctuation.definition.template-expression.begin.alpha' } },
    });
    expect(hole!.patterns!.map(({ begin, include }) => begin ?? include)).toEqual([String.raw`\{`, '$self']);
  });

  it('know comments of each notation, and texts that end with their line', () => {
    expect(rule('alpha', 'comment.block')).toBeUndefined();
    expect(rule('alpha-all', 'comment.block')).toMatchObject({
      begin: String.raw`\(\*`,
      end: String.raw`\*\)`,
    });
    expect(rule('alpha', 'string')!.end).toBe('"|$');
    expect(JSON.parse(files.get('alpha-all.language-configuration.json')!)).toMatchObject({
      comments: { lineComment: '//', blockComment: ['(*', '*)'] },
    });
    expect(files.get('alpha.svg')).toContain('>Al</text>');
  });
});

it('the extension is told what it needs of each language', () => {
  expect(extensionLanguages([plain, known])).toMatchObject([
    {
      id: 'alpha',
      languageIds: ['alpha', 'alpha-all'],
      sources: ['.al', '.all'],
      built: ['.alx'],
      alsoRead: ['.alh'],
      projectFile: 'alpha.toml',
      options: ['level', 'cc'],
      isNative: false,
      buildOptions: ['cc'],
      languageServer: ['alpha', 'lsp'],
    },
    { id: 'beta', languageIds: ['b', 'bpp'], isNative: true, notations: [{ comments: { line: '#' } }, {}] },
  ]);
});
