// Which language a file is of, by its name. An ending may have several parts, and the longest that fits decides: a
// language whose programs are written in another one's syntax takes `.xyz.c` where that takes `.c`. Of several with the
// same ending, what is in the file or beside it decides.

import type { Language } from './contract.js';

/** The ending of the language that the name has; undefined when it has none of them. */
export function endingIn(name: string, { extensions }: Pick<Language, 'extensions'>): string | undefined {
  const fitting = extensions.filter(ending => name.length > ending.length && name.endsWith(ending));
  return fitting.sort((a, b) => b.length - a.length)[0];
}

type Candidate = Pick<Language, 'extensions' | 'takesFile'>;

/**
 * Several languages may have the same ending. `preferred` gets the file where it is one of them, else the first that says it
 * takes it, else the first that takes whatever has its ending.
 */
export async function languageByName<Known extends Candidate>(
  path: string,
  languages: readonly Known[],
  preferred?: Known,
): Promise<Known | undefined> {
  const lengths = languages.map(language => endingIn(path, language)?.length ?? 0);
  const longest = Math.max(0, ...lengths);
  if (longest === 0) return undefined;
  const candidates = languages.filter((_, nth) => lengths[nth] === longest);
  if (candidates.length === 1) return candidates[0];
  if (preferred !== undefined && candidates.includes(preferred)) return preferred;
  for (const language of candidates) if ((await language.takesFile?.(path)) === true) return language;
  return candidates.find(({ takesFile }) => takesFile === undefined) ?? candidates[0];
}
