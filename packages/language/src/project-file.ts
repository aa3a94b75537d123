// Programs that are folders: a language knows its own by a file in them.

import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Language } from './contract.js';

/** Whose project the folder or the file is; undefined where it is none. */
export async function languageOfProject<Known extends Pick<Language, 'projectFile'>>(
  path: string,
  languages: readonly Known[],
): Promise<Known | undefined> {
  const named = languages.find(
    ({ projectFile }) => projectFile !== undefined && projectFile === basename(path),
  );
  if (named !== undefined) return named;
  for (const language of languages) {
    if (language.projectFile === undefined) continue;
    const found = await stat(join(path, language.projectFile)).catch(() => undefined);
    if (found?.isFile() === true) return language;
  }
  return undefined;
}
