// The installed languages, from the file that the build left beside the extension.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOfFile, type LaunchConfiguration, type LaunchLanguage } from '@sonde/editor';
import type { ExtensionLanguage } from './manifest/contributions.js';

export type { ExtensionLanguage } from './manifest/contributions.js';

export const languagesFile = 'languages.json';

export const readLanguages = (extensionFolder: string): readonly ExtensionLanguage[] =>
  JSON.parse(readFileSync(join(extensionFolder, languagesFile), 'utf8')) as readonly ExtensionLanguage[];

export const launchLanguage = ({
  id,
  name,
  sources,
  built,
  projectFile,
}: ExtensionLanguage): LaunchLanguage => ({
  id,
  name,
  endings: [...sources, ...built],
  sources,
  ...(projectFile === undefined ? {} : { projectFile }),
});

/** The language of a configuration, by what it says or by its program; undefined where neither tells. */
export function languageNamed(
  configuration: LaunchConfiguration,
  languages: readonly ExtensionLanguage[],
): ExtensionLanguage | undefined {
  const { language, program } = configuration;
  if (typeof language === 'string') return languages.find(({ id }) => id === language.toLowerCase());
  if (typeof program !== 'string') return undefined;
  const found = languageOfFile(program, languages.map(launchLanguage));
  return languages.find(({ id }) => id === found?.id);
}
