// All that the extension contributes, made from the language packs: a new language appears without a line here.

import {
  notationsOf,
  sourceEndings,
  type CommentSyntax,
  type Notation,
  type OptionUse,
  type SourceSyntax,
} from '@sonde/language';
import { debugType } from '../debug-type.js';
import { grammarOf, iconOf, languageConfigurationOf } from './grammar.js';
import { attributesOf, orVariable, plain } from './launch-attributes.js';
import type { LanguageFacts } from './language-facts.js';
import { restrictedSettings, settingsOf } from './settings.js';
import { startKeys, startShown } from './start-keys.js';
import { viewCommands, viewContributions, viewMenus } from './views.js';

export interface ManifestInput {
  readonly languages: readonly LanguageFacts[];
  /** The options that all languages share. */
  readonly launch: unknown;
  readonly attach: unknown;
}

/** Where the files beside the manifest lie, seen from it. */
const folder = './contributed';

const debugFile = { type: debugType, request: 'launch', name: 'Debug this file', program: '${file}' };

const editorOptions = {
  adapter: orVariable({
    type: 'string',
    enum: ['sonde', 'lldb-dap'],
    description: 'Which debug adapter: Sonde, or lldb-dap on the executable that the build makes.',
  }),
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

const patternOf = (text: string): string => text.replaceAll(/[.+]/g, String.raw`\$&`);

const isOneOf = (ids: readonly string[]): string =>
  `resourceLangId =~ /^(?:${ids.map(patternOf).join('|')})$/`;

/** The parts of the extension's package.json that follow from the languages. */
export function manifestOf(input: ManifestInput): object {
  const served = input.languages.filter(({ editor }) => editor?.languageServer !== undefined);
  const settings = settingsOf(input.launch, input.languages);
  return {
    activationEvents: [
      `onDebugResolve:${debugType}`,
      `onDebugDynamicConfigurations:${debugType}`,
      // Of a key alone: VS Code adds the event only for commands that have a title.
      `onCommand:${startShown}`,
      ...served.flatMap(notationsOf).map(({ id }) => `onLanguage:${id}`),
    ],
    capabilities: {
      virtualWorkspaces: false,
      untrustedWorkspaces: {
        supported: 'limited',
        description:
          'Colours work. Programs are debugged, and compilers chosen, only in folders that you trust.',
        restrictedConfigurations: settings.flatMap(restrictedSettings),
      },
    },
    contributes: contributionsOf(input),
  };
}

function contributionsOf({ languages, launch, attach }: ManifestInput): object {
  const notations = languages.flatMap(notationsOf);
  const own = notations.filter(({ isKnown }) => !isKnown);
  const ids = [...new Set(notations.map(({ id }) => id))];
  const launchAttributes = attributesOf(launch, languages, 'launch');
  const built = [...new Set(languages.flatMap(({ editor }) => editor?.built ?? []))];
  const isSource = isOneOf(ids);
  const projects = languages.flatMap(({ projectFile }) => projectFile ?? []);
  const isProjectFile = `resourceFilename =~ /^(?:${projects.map(patternOf).join('|')})$/`;
  const isBuilt = `resourceExtname =~ /^(?:${built.map(patternOf).join('|')})$/`;
  const isProgram = `${isSource} || ${isBuilt}`;
  // A text with such an ending may be of somebody else.
  const isOther = `${isProjectFile} || ${isBuilt} && activeEditor != 'workbench.editors.files.textFileEditor'`;
  return {
    // Endings of known ones are left to VS Code, which takes `.C` and `.c` for the same.
    languages: own.map(({ id, title, endings }) => ({
      id,
      aliases: [title],
      extensions: endings,
      configuration: `${folder}/${id}.language-configuration.json`,
      icon: { light: `${folder}/${id}.svg`, dark: `${folder}/${id}.svg` },
    })),
    grammars: own.map(({ id }) => ({
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
        { command: 'sonde.debugFile', when: isSource, group: 'navigation@1' },
        { command: 'sonde.runFile', when: isSource, group: 'navigation@2' },
      ],
      'explorer/context': [{ command: 'sonde.debugFile', when: isProgram, group: '2_workspace' }],
      commandPalette: [
        { command: 'sonde.debugFile', when: 'editorIsOpen' },
        { command: 'sonde.runFile', when: 'editorIsOpen' },
        ...viewMenus.commandPalette,
      ],
      ...viewMenus.elsewhere,
    },
    // Sources of known languages may have other debuggers, among which the editor lets the user choose.
    keybindings: startKeys(isOneOf(own.map(({ id }) => id)), isOther),
    ...viewContributions,
    configuration: settingsOf(launch, languages),
    // Else VS Code saves before it asks us, and the setting sonde.saveBeforeDebugging would have no say.
    configurationDefaults: Object.fromEntries(
      own.map(({ id }) => [`[${id}]`, { 'debug.saveBeforeStart': 'none' }] as const),
    ),
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
  /** Of texts that decide about its programs besides. */
  readonly alsoRead: readonly string[];
  readonly projectFile?: string;
  /** Its launch options, which are settings too. */
  readonly options: readonly string[];
  /** Those of them that `sonde build` takes. */
  readonly buildOptions: readonly string[];
  /** Its programs are executables of this machine, which any native debugger can debug. */
  readonly isNative: boolean;
  readonly notations: readonly {
    readonly languageId: string;
    readonly comments?: CommentSyntax;
    readonly syntax?: SourceSyntax;
  }[];
  /** Arguments of the command sonde. */
  readonly languageServer?: readonly string[];
}

const optionsOfBuild = (launch: unknown): readonly string[] =>
  Object.entries((launch as { readonly properties: Readonly<Record<string, OptionUse>> }).properties)
    .filter(([, { usedBy }]) => usedBy?.includes('build') ?? true)
    .map(([name]) => name);

export const extensionLanguages = (languages: readonly LanguageFacts[]): readonly ExtensionLanguage[] =>
  languages.map(language => {
    const { id, name, editor, projectFile, launch, native } = language;
    return {
      id,
      name,
      languageIds: notationsOf(language).map(notation => notation.id),
      sources: sourceEndings(language),
      built: editor?.built ?? [],
      alsoRead: editor?.alsoRead ?? [],
      ...(projectFile === undefined ? {} : { projectFile }),
      isNative: native?.takesExecutables === true,
      notations: notationsOf(language).map(({ id: languageId, comments, syntax }) => ({
        languageId,
        ...(comments === undefined ? {} : { comments }),
        ...(syntax === undefined ? {} : { syntax }),
      })),
      options: launch === undefined ? [] : Object.keys(plain(launch).properties),
      buildOptions: launch === undefined ? [] : optionsOfBuild(launch),
      ...(editor?.languageServer === undefined ? {} : { languageServer: editor.languageServer.arguments }),
    };
  });
