// The installed languages, from the file that the build left beside the extension.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchLanguage } from '@sonde/editor';
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
