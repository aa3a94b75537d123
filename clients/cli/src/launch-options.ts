// Launch options on the command line: --set NAME=VALUE for what editors write in launch.json, and flags for what is on or off.

import { Failure } from '@sonde/engine';
import type { Language, LaunchUse, OptionUse } from '@sonde/language';
import { checkLaunch, launchSchema, type CheckedLaunch } from '@sonde/session';
import { UsageError, type Command, type Invocation, type OptionSpec } from './command.js';
import { didYouMean } from './nearest.js';
import type { NamedProgram } from './program.js';

export const setOption = {
  type: 'string',
  value: 'NAME=VALUE',
  repeats: true,
  help: 'a launch option; VALUE is JSON, or else text; may be repeated',
} as const satisfies OptionSpec;

type CommonOption = keyof typeof launchSchema.properties;

/** Said by the command line itself. */
const onTheCommandLine: ReadonlySet<string> = new Set<CommonOption>([
  'program',
  'args',
  'language',
  'noDebug',
  'recording',
]);

export type LaunchOptions = Readonly<Record<string, unknown>>;

/**
 * `NAME=VALUE` each; the names are not checked yet. The schemas say which options are texts: `--set optimize=2` means
 * the text where no number can be meant.
 */
export function readLaunchOptions(settings: readonly string[], ...schemas: readonly object[]): LaunchOptions {
  const options = new Map<string, unknown>();
  for (const setting of settings) {
    const [, name, value = ''] = /^([^=\s]+)=(.*)$/s.exec(setting) ?? [];
    if (name === undefined) throw new UsageError(`--set ${setting}: write --set NAME=VALUE.`);
    if (options.has(name)) throw new UsageError(`--set ${name} stands twice.`);
    const property = schemas.flatMap(propertiesOf).find(each => each.name === name);
    options.set(name, jsonOrText(value, property?.types ?? []));
  }
  return Object.fromEntries(options);
}

function jsonOrText(text: string, types: readonly unknown[]): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    const isSimple = typeof value === 'number' || typeof value === 'boolean' || value === null;
    const type = value === null ? 'null' : typeof value;
    const isTaken = types.some(each => each === type || (each === 'integer' && type === 'number'));
    return isSimple && !isTaken && types.includes('string') ? text : value;
  } catch {
    return text;
  }
}

/** An option's name on the command line, its name among the launch options, and how it reads in the help. */
interface LaunchFlag {
  readonly flag: string;
  readonly option: string;
  readonly spec: OptionSpec;
}

/** Launch options that are on or off, as flags of their own: `stopEarly` is `--stop-early`. */
function launchFlags(languages: readonly Language[], use: LaunchUse): readonly LaunchFlag[] {
  /** By option, then by description: which languages have it. */
  const found = new Map<string, Map<string, string[]>>();
  for (const language of languages) {
    for (const property of propertiesOf(language.launch ?? {})) {
      const { name, type, description } = property;
      if (type !== 'boolean' || !isFor(property, use)) continue;
      const meanings = found.get(name) ?? new Map<string, string[]>();
      meanings.set(description, [...(meanings.get(description) ?? []), language.name]);
      found.set(name, meanings);
    }
  }
  return [...found].map(([option, meanings]) => ({
    flag: option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`),
    option,
    spec: {
      type: 'boolean',
      help: [...meanings]
        .map(([meaning, names]) => `${names.join(', ')}: ${meaning.replace(/\.$/, '')}`)
        .join('. '),
    },
  }));
}

/** The options of a command; what languages add goes to the commands that take launch options. */
export const withLaunchFlags = (
  { options, launches }: Pick<Command, 'options' | 'launches'>,
  languages: readonly Language[],
): Readonly<Record<string, OptionSpec>> =>
  launches === undefined
    ? options
    : {
        ...Object.fromEntries(launchFlags(languages, launches).map(({ flag, spec }) => [flag, spec])),
        ...options,
      };

/** All launch options of a command line, flags among them, as `--set` would have them. */
export const launchSettings = ({ texts, flag, languages }: Invocation, use: LaunchUse): readonly string[] => [
  ...texts('set'),
  ...launchFlags(languages, use)
    .filter(launch => flag(launch.flag))
    .map(({ option }) => `${option}=true`),
];

/** An option's name and what it is for. */
export type DescribedOption = readonly [name: string, description: string];

/** Those that have a meaning for this use. */
export const optionsOfLanguage = (language: Language, use: LaunchUse): readonly DescribedOption[] =>
  propertiesOf(language.launch ?? {})
    .filter(property => isFor(property, use))
    .map(({ name, description }) => [name, description]);

export const optionsOfSchema = (schema: Language['attach']): readonly DescribedOption[] =>
  propertiesOf(schema ?? {}).map(({ name, description }) => [name, description]);

const commonOptionsAmong = (names: readonly CommonOption[] | 'all'): readonly string[] =>
  propertiesOf(launchSchema)
    .map(({ name }) => name)
    .filter(name => !onTheCommandLine.has(name) && (names === 'all' || names.some(known => known === name)));

interface SchemaProperty extends OptionUse {
  readonly name: string;
  readonly type: unknown;
  /** All that it may be. */
  readonly types: readonly unknown[];
  readonly description: string;
}

function propertiesOf(schema: object): readonly SchemaProperty[] {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, object>> };
  return Object.entries(properties).map(([name, property]) => {
    const { type, anyOf, description, usedBy, elsewhere } = property as OptionUse & {
      readonly type?: unknown;
      readonly anyOf?: readonly { readonly type?: unknown }[];
      readonly description?: unknown;
    };
    return {
      name,
      type,
      types: anyOf?.map(each => each.type) ?? [type],
      description: typeof description === 'string' ? description : '',
      ...(usedBy === undefined ? {} : { usedBy }),
      ...(elsewhere === undefined ? {} : { elsewhere }),
    };
  });
}

const isFor = ({ usedBy }: OptionUse, use: LaunchUse): boolean => usedBy?.includes(use) ?? true;

export interface LaunchRequest extends Pick<NamedProgram, 'path' | 'language'> {
  readonly args?: readonly string[];
  /** The `--set` options as they were given. */
  readonly settings: readonly string[];
  readonly use: LaunchUse;
  /** Which of the options that all languages share have a meaning here. */
  readonly common: readonly CommonOption[] | 'all';
}

export interface Launch {
  /** What an adapter takes. */
  readonly configuration: LaunchOptions;
  readonly checked: CheckedLaunch;
}

/** Refuses names that nobody knows and values of the wrong kind. */
export async function checkLaunchOptions(request: LaunchRequest): Promise<Launch> {
  const { language, path, args = [], settings, use, common } = request;
  const options = readLaunchOptions(settings, language.launch ?? {}, launchSchema);
  const known = [...optionsOfLanguage(language, use).map(([name]) => name), ...commonOptionsAmong(common)];
  for (const name of Object.keys(options)) {
    if (!known.includes(name))
      throw uselessOption(name, language, use) ?? unknownOption(name, known, language);
  }
  const configuration = {
    cwd: process.cwd(),
    ...options,
    program: path,
    args: [...args],
    language: language.id,
  };
  return { configuration, checked: await checkLaunch(configuration, [language]) };
}

/** One that the language has, for other commands. */
function uselessOption(name: string, language: Language, use: LaunchUse): Failure | undefined {
  const option = propertiesOf(language.launch ?? {}).find(property => property.name === name);
  if (option === undefined) return undefined;
  const others = option.usedBy?.map(other => `sonde ${other}`).join(' and ');
  return new Failure(
    'bad-arguments',
    'user',
    `sonde ${use} has no use for "${name}", which is for ${others}.`,
    option.elsewhere,
  );
}

function unknownOption(name: string, known: readonly string[], language: Language): Failure {
  if (onTheCommandLine.has(name)) {
    const message = `"${name}" is not for --set: the command line says it.`;
    return new Failure('bad-arguments', 'user', message, 'See the command with --help.');
  }
  const message = `${language.name} programs have no launch option "${name}" here.${didYouMean(name, known)}`;
  const next = known.length === 0 ? undefined : `Known: ${known.join(', ')}.`;
  return new Failure('bad-arguments', 'user', message, next);
}
