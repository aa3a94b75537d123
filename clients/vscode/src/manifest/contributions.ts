// All that the extension contributes, made from the language packs: a new language appears without a line here.

import { grammarOf, iconOf, languageConfigurationOf } from './grammar.js';
import { attributesOf, plain } from './launch-attributes.js';
import { notationsOf, sourceEndings, type LanguageFacts, type Notation } from './notations.js';
import { settingsOf } from './settings.js';
import { viewCommands, viewContributions, viewMenus } from './views.js';

export interface ManifestInput {
  readonly languages: readonly LanguageFacts[];
  /** The options that all languages share. */
  readonly launch: unknown;
  readonly attach: unknown;
}

export const debugType = 'sonde';

/** Where the files beside the manifest lie, seen from it. */
const folder = './contributed';

const debugFile = { type: debugType, request: 'launch', name: 'Debug this file', program: '${file}' };

const editorOptions = {
  adapter: {
    type: 'string',
    enum: ['sonde', 'lldb-dap'],
    description: 'Which debug adapter: Sonde, or lldb-dap on the executable that the build makes.',
  },
  profile: { type: 'string', description: 'A set of launch options from the setting sonde.profiles.' },
};

const commands = [
  { command: 'sonde.debugFile', title: 'Debug This File', icon: '$(debug-alt)' },
  { command: 'sonde.runFile', title: 'Run Without Debugging', icon: '$(play)' },
  { command: 'sonde.doctor', title: 'Show Found and Missing Tools' },
  { command: 'sonde.restartLanguageServers', title: 'Restart Language Servers' },
  ...viewCommands,
].map(each => ({ category: 'Sonde', ...each }));

function launchSnippets(languages: readonly LanguageFacts[]): readonly object[] {
  return [
    {
      label: 'Sonde: debug the file that is shown',
      description: 'Debugs whatever source is active.',
      body: { ...debugFile, program: '^"\\${file}"' },
    },
    ...languages
      .filter(({ extensions }) => extensions.length > 0)
      .map(({ name, extensions, projectFile }) => ({
        label: `Sonde: debug a program of ${name}`,
        description: `Debugs one ${extensions[0]} file${projectFile === undefined ? '' : `, or the project of ${projectFile}`}.`,
        body: {
          type: debugType,
          request: 'launch',
          name: `Debug \${1:main}`,
          program: `^"\\\${workspaceFolder}/\${1:main}${extensions[0]}"`,
        },
      })),
    {
      label: 'Sonde: attach to a process',
      description: 'Attaches to a running native program.',
      body: { type: debugType, request: 'attach', name: 'Attach', pid: '^"\\${command:pickProcess}"' },
    },
    {
      label: 'Sonde: join a session',
      description: 'Joins a session that another client holds: see `sonde sessions`.',
      body: { type: debugType, request: 'attach', name: 'Join', session: '${1:ID}' },
    },
  ];
}

/** `"contributes"` of the extension's package.json. */
export function contributionsOf({ languages, launch, attach }: ManifestInput): object {
  const notations = languages.flatMap(notationsOf);
  const ids = [...new Set(notations.map(({ id }) => id))];
  const launchAttributes = attributesOf(launch, languages, 'launch');
  const when = `resourceLangId in sonde.languages || resourceExtname in sonde.extensions`;
  return {
    languages: notations.map(notation =>
      notation.isKnown
        ? { id: notation.id, extensions: notation.endings }
        : {
            id: notation.id,
            aliases: [notation.title],
            extensions: notation.endings,
            configuration: `${folder}/${notation.id}.language-configuration.json`,
            icon: { light: `${folder}/${notation.id}.svg`, dark: `${folder}/${notation.id}.svg` },
          },
    ),
    grammars: notations
      .filter(({ isKnown }) => !isKnown)
      .map(({ id }) => ({
        language: id,
        scopeName: `source.${id}`,
        path: `${folder}/${id}.tmLanguage.json`,
      })),
    breakpoints: ids.map(language => ({ language })),
    debuggers: [
      {
        type: debugType,
        label: 'Sonde',
        languages: ids,
        configurationAttributes: {
          launch: { properties: { ...launchAttributes.properties, ...editorOptions } },
          attach: attributesOf(attach, languages, 'attach'),
        },
        initialConfigurations: [debugFile],
        configurationSnippets: launchSnippets(languages),
        variables: { pickProcess: 'sonde.pickProcess' },
      },
    ],
    commands,
    menus: {
      'editor/title/run': [
        { command: 'sonde.debugFile', when, group: 'navigation@1' },
        { command: 'sonde.runFile', when, group: 'navigation@2' },
      ],
      'explorer/context': [{ command: 'sonde.debugFile', when, group: '2_workspace' }],
      commandPalette: [
        { command: 'sonde.debugFile', when: 'editorIsOpen' },
        { command: 'sonde.runFile', when: 'editorIsOpen' },
        ...viewMenus.commandPalette,
      ],
      ...viewMenus.elsewhere,
    },
    ...viewContributions,
    configuration: settingsOf(launch, languages),
  };
}

/** The file names and texts that the contributions refer to. */
export function contributedFiles(languages: readonly LanguageFacts[]): ReadonlyMap<string, string> {
  const own = languages.flatMap(notationsOf).filter(({ isKnown }) => !isKnown);
  return new Map(
    own.flatMap((notation: Notation): readonly (readonly [string, string])[] => [
      [`${notation.id}.tmLanguage.json`, `${JSON.stringify(grammarOf(notation), undefined, 2)}\n`],
      [
        `${notation.id}.language-configuration.json`,
        `${JSON.stringify(languageConfigurationOf(notation), undefined, 2)}\n`,
      ],
      [`${notation.id}.svg`, iconOf(notation)],
    ]),
  );
}

/** What the extension itself has to know of a language; it reads this from a file, since it may not import packs. */
export interface ExtensionLanguage {
  readonly id: string;
  readonly name: string;
  /** VS Code's ids. */
  readonly languageIds: readonly string[];
  /** Of sources. */
  readonly sources: readonly string[];
  /** Of what can be launched besides. */
  readonly built: readonly string[];
  readonly projectFile?: string;
  /** Its launch options, which are settings too. */
  readonly options: readonly string[];
  /** Arguments of the command sonde. */
  readonly languageServer?: readonly string[];
}

export const extensionLanguages = (languages: readonly LanguageFacts[]): readonly ExtensionLanguage[] =>
  languages.map(language => {
    const { id, name, editor, projectFile, launch } = language;
    return {
      id,
      name,
      languageIds: notationsOf(language).map(notation => notation.id),
      sources: sourceEndings(language),
      built: editor?.built ?? [],
      ...(projectFile === undefined ? {} : { projectFile }),
      options: launch === undefined ? [] : Object.keys(plain(launch).properties),
      ...(editor?.languageServer === undefined ? {} : { languageServer: editor.languageServer.arguments }),
    };
  });
