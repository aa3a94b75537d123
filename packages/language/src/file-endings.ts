// Which language a file is of, by its name. An ending may have several parts, and the longest that fits decides: a
// language whose programs are written in another one's syntax takes `.xyz.c` where that takes `.c`.

import type { Language } from './contract.js';

/** The ending of the language that the name has; undefined when it has none of them. */
export function endingIn(name: string, { extensions }: Pick<Language, 'extensions'>): string | undefined {
  const fitting = extensions.filter(ending => name.length > ending.length && name.endsWith(ending));
  return fitting.sort((a, b) => b.length - a.length)[0];
}

export function languageByName<Known extends Pick<Language, 'extensions'>>(
  name: string,
  languages: readonly Known[],
): Known | undefined {
  const lengths = languages.map(language => endingIn(name, language)?.length ?? 0);
  const longest = Math.max(0, ...lengths);
  return longest === 0 ? undefined : languages[lengths.indexOf(longest)];
}
