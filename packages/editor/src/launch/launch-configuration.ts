// Launch configurations: what an editor gives, which may be nothing, becomes one that an adapter can start. Pure functions.

import { EditorFailure } from '../editor-failure.js';

/** As editors hand it over: anything may be missing, and anything may be in it. */
export type LaunchConfiguration = Readonly<Record<string, unknown>>;

/** A language whose programs the debug type can start. */
export interface LaunchLanguage {
  readonly id: string;
  readonly name: string;
  /** Endings with the dot of files that can be launched. The longest that fits decides. */
  readonly endings: readonly string[];
  /** Those of them that people write, for messages; all of them if absent. */
  readonly sources?: readonly string[];
  /** The file that makes a folder a program. */
  readonly projectFile?: string;
}

export interface LaunchContext {
  /** The debug type that the extension contributes. */
  readonly type: string;
  readonly languages: readonly LaunchLanguage[];
  /** The file that is shown, by path; absent when there is none, or it is not on disk. */
  readonly activeFile?: string;
  /** The name of the document that is shown and has never been saved: it must be before it can be debugged. */
  readonly untitled?: string;
  /** What to start when no file is shown: a project file or an executable, the best first. */
  readonly entries?: readonly string[];
  /** The workspace folder of the configuration: there its program starts if nothing else says. */
  readonly folder?: string;
  /** The workspace folder of a program that the configuration did not name; it counts more than `folder`. */
  readonly folderOf?: (program: string) => string | undefined;
  /** From settings: options that hold where nothing else says. */
  readonly defaults?: LaunchConfiguration;
  /** From settings, for one language; they count more than the common ones. */
  readonly defaultsOf?: (language: LaunchLanguage) => LaunchConfiguration;
  /** Sets of options by name. */
  readonly profiles?: Readonly<Record<string, LaunchConfiguration>>;
}

/** The languages that a file may be of, by its name: the one whose project it describes, or those with the longest ending that fits. */
export function languagesOfFile(
  file: string,
  languages: readonly LaunchLanguage[],
): readonly LaunchLanguage[] {
  const name = file.split(/[\\/]/).at(-1) ?? '';
  const ofProject = languages.filter(({ projectFile }) => projectFile !== undefined && projectFile === name);
  if (ofProject.length > 0) return ofProject;
  const fits = (ending: string): boolean => name.length > ending.length && name.endsWith(ending);
  const lengths = languages.map(({ endings }) => Math.max(0, ...endings.filter(fits).map(e => e.length)));
  const longest = Math.max(0, ...lengths);
  return longest === 0 ? [] : languages.filter((_, nth) => lengths[nth] === longest);
}

/** The language of a file, by its name; undefined, too, where several may have it: the adapter looks at what is in it. */
export function languageOfFile(
  file: string,
  languages: readonly LaunchLanguage[],
): LaunchLanguage | undefined {
  const [first, ...others] = languagesOfFile(file, languages);
  return others.length === 0 ? first : undefined;
}

const isProgram = (file: string, languages: readonly LaunchLanguage[]): boolean =>
  languagesOfFile(file, languages).length > 0;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** An F5 without a launch.json gives an empty configuration: no type, no request, no name. */
export const isEmptyConfiguration = ({ type, request, name }: LaunchConfiguration): boolean =>
  isBlank(type) && isBlank(request) && isBlank(name);

/** Whether a launch looks at `entries`: to search a large workspace for them takes long. */
export const wantsEntries = (
  { request, program }: LaunchConfiguration,
  { activeFile, languages }: Pick<LaunchContext, 'activeFile' | 'languages'>,
): boolean =>
  (isBlank(request) || request === 'launch') &&
  isBlank(program) &&
  (activeFile === undefined || !isProgram(activeFile, languages));

/**
 * The configuration to start. What it says counts most, then its profile, then the settings of the language, then those of
 * all. Texts with `${…}` stay as they are: the editor replaces them, and `withLanguageDefaults` then adds the settings of a
 * language that only the replaced text tells. A session debugs unless the configuration that was
 * given asks for a run itself: neither profiles nor settings make one of it.
 */
export function completeLaunch(given: LaunchConfiguration, context: LaunchContext): LaunchConfiguration {
  const isEmpty = isEmptyConfiguration(given);
  const { type: givenType, request: givenRequest, name: givenName, noDebug, profile, ...said } = given;
  const request = isBlank(givenRequest) ? 'launch' : givenRequest;
  const head = { type: isBlank(givenType) ? context.type : givenType, request };
  const run = noDebug === true ? { noDebug: true } : {};
  if (request !== 'launch') return { ...head, name: isBlank(givenName) ? 'Attach' : givenName, ...said };
  const chosen = profileOptions(profile, context.profiles ?? {});
  const own = merge(chosen, withoutNothing(said));
  refuseUntitled(own['program'], context);
  const isMissing = isBlank(own['program']);
  const program = isMissing ? missingProgram(context, isEmpty) : own['program'];
  const cwd = (isMissing ? context.folderOf?.(String(program)) : undefined) ?? context.folder;
  const shown = withShownFile(program, context.activeFile);
  const general = merge(
    { ...(cwd === undefined ? {} : { cwd }), ...context.defaults },
    languageSettings(own['language'], shown, context),
  );
  const { noDebug: _, ...options } = merge(general, own);
  const name = isBlank(givenName) ? sessionName(shown, noDebug === true) : givenName;
  return { ...head, name, ...options, program, ...run };
}

/**
 * For a configuration whose `${…}` the editor has replaced: the settings of its language, where neither it nor `completeLaunch`
 * has said anything.
 */
export function withLanguageDefaults(
  configuration: LaunchConfiguration,
  context: Pick<LaunchContext, 'languages' | 'defaultsOf'>,
): LaunchConfiguration {
  if (configuration['request'] !== 'launch') return configuration;
  const { language, program } = configuration;
  const { noDebug: _, ...settings } = languageSettings(language, program, context);
  return merge(settings, configuration);
}

function languageSettings(
  named: unknown,
  program: unknown,
  { languages, defaultsOf }: Pick<LaunchContext, 'languages' | 'defaultsOf'>,
): LaunchConfiguration {
  const language = languageOf(named, program, languages);
  return language === undefined ? {} : (defaultsOf?.(language) ?? {});
}

const shownFile = '${file}';

/** Known before the editor replaces it, so that `${…}` in the settings of the language is replaced too. */
const withShownFile = (program: unknown, activeFile: string | undefined): unknown =>
  program === shownFile && activeFile !== undefined ? activeFile : program;

/** Else another program of the workspace would start, or the editor would say that no file is open. */
function refuseUntitled(program: unknown, { untitled }: LaunchContext): void {
  if (untitled === undefined || !(isBlank(program) || program === shownFile)) return;
  throw new EditorFailure(`${untitled} has never been saved, and only files can be debugged.`, {
    next: 'Save it first, with the ending of its language, and start again.',
  });
}

/** What a session is called that has no name of its own. */
export const sessionName = (program: unknown, isRun = false): string =>
  `${isRun ? 'Run' : 'Debug'} ${shortName(program)}`;

function profileOptions(
  profile: unknown,
  profiles: Readonly<Record<string, LaunchConfiguration>>,
): LaunchConfiguration {
  if (isBlank(profile)) return {};
  const found =
    typeof profile === 'string' && Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
  if (found !== undefined) return found;
  const names = Object.keys(profiles);
  throw new EditorFailure(`There is no profile ${JSON.stringify(profile)}.`, {
    next: names.length === 0 ? 'The settings have no profiles.' : `The settings have ${names.join(', ')}.`,
  });
}

/** Options of the second count more; environments are put together, all else is replaced. */
function merge(base: LaunchConfiguration, over: LaunchConfiguration): LaunchConfiguration {
  const env =
    isRecord(base['env']) && isRecord(over['env']) ? { env: { ...base['env'], ...over['env'] } } : {};
  return { ...base, ...over, ...env };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutNothing = (options: LaunchConfiguration): LaunchConfiguration =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

function missingProgram({ activeFile, entries, languages }: LaunchContext, isEmpty: boolean): string {
  if (activeFile !== undefined && isProgram(activeFile, languages)) return activeFile;
  const entry = entries?.[0];
  if (entry !== undefined) return entry;
  const known = [...new Set(languages.flatMap(({ endings, sources }) => sources ?? endings))].join(', ');
  const why = isEmpty ? 'There is nothing to debug' : 'The launch configuration names no "program"';
  const shown = activeFile === undefined ? 'no file is shown' : `${shortName(activeFile)} is no program`;
  throw new EditorFailure(`${why}: ${shown}.`, {
    next: `Open a file that ends in ${known}, or name one as "program".`,
  });
}

function languageOf(
  named: unknown,
  program: unknown,
  languages: readonly LaunchLanguage[],
): LaunchLanguage | undefined {
  if (typeof named === 'string') {
    const wanted = named.toLowerCase();
    return languages.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  }
  return typeof program === 'string' ? languageOfFile(program, languages) : undefined;
}

/** A path's last part; a text with `${…}` in it is the editor's to resolve and is no name. */
const shortName = (program: unknown): string =>
  typeof program !== 'string' || program.includes('${')
    ? 'this file'
    : (program.split(/[\\/]/).at(-1) ?? program);

/** Configurations to offer for a folder: each file that is a program, and its projects. */
export function offeredConfigurations(
  files: readonly string[],
  { type, languages }: Pick<LaunchContext, 'type' | 'languages'>,
): readonly LaunchConfiguration[] {
  return files
    .filter(file => isProgram(file, languages))
    .map(program => ({ type, request: 'launch', name: sessionName(program), program }));
}
