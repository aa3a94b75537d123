// The files that decide about a launch, and what the settings want of those with changes.

import { saveOrReject, type EditorDocument, type LaunchConfiguration } from '@sonde/editor';
import { decidesAbout } from './deciding-files.js';
import type { ExtensionLanguage } from './languages.js';
import { savePolicy } from './settings.js';
import { documentsThat, messages } from './vscode-ui.js';

const concerned = (
  configuration: LaunchConfiguration,
  languages: readonly ExtensionLanguage[],
): readonly EditorDocument[] => documentsThat(decidesAbout(configuration, languages));

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
