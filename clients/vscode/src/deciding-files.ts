// Which open files decide about a launch: what is debugged must be what the editor shows.

import { basename, dirname, isAbsolute, resolve } from 'node:path';
import type { LaunchConfiguration } from '@sonde/editor';
import { languageNamed, type ExtensionLanguage } from './languages.js';

export interface OpenFile {
  readonly path: string;
  readonly languageId: string;
}

/**
 * Sources of its language, of all languages where it does not tell (a folder may be of any), what builds read beside
 * them, such as headers, and files that the configuration names.
 */
export function decidesAbout(
  configuration: LaunchConfiguration,
  languages: readonly ExtensionLanguage[],
): (file: OpenFile) => boolean {
  const language = languageNamed(configuration, languages);
  const these = language === undefined ? languages : [language];
  const ids = new Set(these.flatMap(each => each.languageIds));
  const projects = new Set(these.flatMap(each => each.projectFile ?? []));
  const endings = these.flatMap(each => each.alsoRead);
  const named = namedFiles(configuration);
  return ({ path, languageId }) =>
    ids.has(languageId) ||
    projects.has(basename(path)) ||
    endings.some(ending => path.endsWith(ending)) ||
    named.has(path);
}

/** Every text of the configuration as if it were a path: those that are none match no file. */
function namedFiles(configuration: LaunchConfiguration): ReadonlySet<string> {
  const { program, cwd } = configuration;
  const folders = [cwd, typeof program === 'string' ? dirname(program) : undefined].filter(
    folder => typeof folder === 'string' && isAbsolute(folder),
  ) as readonly string[];
  return new Set(textsIn(configuration).flatMap(text => folders.map(folder => resolve(folder, text))));
}

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];
