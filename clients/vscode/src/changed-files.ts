// The files that decide about a launch, and what the settings want of those with changes.

import { saveOrReject, type EditorDocument, type LaunchConfiguration } from '@sonde/editor';
import { languageNamed } from './adapter.js';
import type { ExtensionLanguage } from './languages.js';
import { savePolicy } from './settings.js';
import { documentsOf, messages } from './vscode-ui.js';

/** Those of its language, or of all languages where it does not tell: a folder may be of any. */
function concerned(
  configuration: LaunchConfiguration,
  languages: readonly ExtensionLanguage[],
): readonly EditorDocument[] {
  const language = languageNamed(configuration, languages);
  const these = language === undefined ? languages : [language];
  return documentsOf(
    these.flatMap(each => each.languageIds),
    these.flatMap(each => each.projectFile ?? []),
  );
}

export const hasChangedFiles = (
  configuration: LaunchConfiguration,
  languages: readonly ExtensionLanguage[],
): boolean => concerned(configuration, languages).some(({ isDirty }) => isDirty);

/** False where the user would rather not start; throws where the settings forbid it. */
export async function saveChangedFiles(
  configuration: LaunchConfiguration,
  languages: readonly ExtensionLanguage[],
): Promise<boolean> {
  const { kind } = await saveOrReject(concerned(configuration, languages), savePolicy(), messages);
  return kind === 'ready';
}
