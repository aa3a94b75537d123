// The settings: what F5 starts with where a launch configuration does not say, and where the tools are.

import { plain, type OptionSchema } from './launch-attributes.js';
import type { LanguageFacts } from './language-facts.js';

const text = (description: string): OptionSchema => ({
  type: 'string',
  default: '',
  scope: 'machine-overridable',
  description,
});

const tools: Readonly<Record<string, OptionSchema>> = {
  'sonde.adapterPath': text(
    'A sonde of this machine instead of the one in the extension, by path or by its name on the PATH. Its version must be that of the extension.',
  ),
  'sonde.lldbDapPath': text(
    'The lldb-dap for configurations with "adapter": "lldb-dap". If empty, the newest of the usual places and of the PATH.',
  ),
  'sonde.debugOutputPath': text(
    'Where builds for "adapter": "lldb-dap" leave their executable: a file, or a folder that ends in a slash. If empty, a folder of the extension.',
  ),
};

const behaviour: Readonly<Record<string, OptionSchema>> = {
  'sonde.saveBeforeDebugging': {
    type: 'string',
    enum: ['save', 'ask', 'reject'],
    enumDescriptions: [
      'Save all changed files that decide about the program first.',
      'Ask whether to save them.',
      'Do not start while a file has changes that are not saved.',
    ],
    default: 'save',
    description:
      'What F5 does with files that have changes. For languages that VS Code knows without this extension, it saves before it asks Sonde, unless its own setting "debug.saveBeforeStart" is "none".',
  },
  'sonde.profiles': {
    type: 'object',
    default: {},
    additionalProperties: { type: 'object' },
    markdownDescription:
      'Sets of launch options by name. A launch configuration takes one with `"profile": "NAME"`; what it says itself counts more.',
  },
  'sonde.traceFile': text(
    'A file to which the messages between VS Code and the adapters are written, one JSON value a line.',
  ),
  'sonde.languageServers': {
    type: 'boolean',
    default: true,
    description: 'Start the language servers that languages bring.',
  },
};

/** Options of every language that are useful as a setting. */
export const commonOptions: readonly string[] = ['args', 'cwd', 'env', 'stopOnEntry', 'console'];

/** Paths and commands come from the machine or the user, never from a workspace that somebody sent. */
const runsThings = (name: string): boolean =>
  /^(?:cc|cflags|clang|compiler|lldb|linkOptions|command|server)$/.test(name);

const asSetting = (option: OptionSchema, name: string): OptionSchema => ({
  ...option,
  scope: runsThings(name) ? 'machine-overridable' : 'resource',
});

export interface SettingGroup {
  readonly title: string;
  readonly properties: Readonly<Record<string, OptionSchema>>;
}

/** Those that name what is started. */
export const restrictedSettings = ({ properties }: SettingGroup): readonly string[] =>
  Object.keys(properties).filter(name => properties[name]?.['scope'] === 'machine-overridable');

export function settingsOf(common: unknown, languages: readonly LanguageFacts[]): readonly SettingGroup[] {
  const shared = plain(common).properties;
  return [
    {
      title: 'Sonde',
      properties: {
        ...tools,
        ...behaviour,
        ...Object.fromEntries(
          commonOptions.map(name => [`sonde.${name}`, asSetting(shared[name]!, name)] as const),
        ),
      },
    },
    ...languages
      .filter(({ launch }) => launch !== undefined)
      .map(({ id, name, launch }) => ({
        title: name,
        properties: Object.fromEntries(
          Object.entries(plain(launch).properties)
            .filter(([option]) => !(option in shared))
            .map(([option, schema]) => [`sonde.${id}.${option}`, asSetting(schema, option)] as const),
        ),
      })),
  ];
}
