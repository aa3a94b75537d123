// The exception filters of several languages as one list, for clients that want it before the program is known.
//
// Clients such as VS Code make their checkboxes from the answer to `initialize` and from nothing that comes later.

import type { ExceptionFilter, Language } from '@sonde/language';

interface Row {
  readonly filter: ExceptionFilter;
  readonly languages: Language[];
}

/**
 * What any of the languages would stop at. Each label says whose filter it is. Where an id means different things to
 * different languages, each meaning gets an id of its own, which begins with the language's.
 */
export function offerOfAll(languages: readonly Language[]): readonly ExceptionFilter[] {
  const rows = rowsOf(languages);
  return rows.map(({ filter, languages: owners }) => ({
    ...filter,
    id: rows.some(other => other.filter !== filter && other.filter.id === filter.id)
      ? qualifiedFilterId(owners[0]!, filter.id)
      : filter.id,
    label: `${filter.label} (${owners.map(({ name }) => name).join(', ')})`,
  }));
}

/** What a program of the language can stop at, as far as its file tells. */
export function offerFor(
  { exceptionFilters, extensions }: Language,
  program: string,
): readonly ExceptionFilter[] {
  const ending = extensions.find(each => program.endsWith(each));
  if (ending === undefined) return exceptionFilters;
  return exceptionFilters.filter(filter => filter.extensions?.includes(ending) !== false);
}

/** The language's own id of a filter that a client may know from the offer of all; undefined where it has none. */
export function ownFilterId(id: string, language: Language): string | undefined {
  const own = language.exceptionFilters.find(
    filter => filter.id === id || qualifiedFilterId(language, filter.id) === id,
  );
  return own?.id;
}

/** The id of one language's filter where several languages have one of that id. */
export const qualifiedFilterId = ({ id: language }: Language, id: string): string => `${language}.${id}`;

/** One for each meaning, with the languages that share it. */
function rowsOf(languages: readonly Language[]): readonly Row[] {
  const rows: Row[] = [];
  for (const language of languages) {
    if (!language.engine.traits.breakpoints.exception) continue;
    for (const filter of language.exceptionFilters) {
      const row = rows.find(each => isSame(each.filter, filter));
      if (row === undefined) rows.push({ filter, languages: [language] });
      else row.languages.push(language);
    }
  }
  return rows;
}

const isSame = (a: ExceptionFilter, b: ExceptionFilter): boolean =>
  a === b || (Object.keys({ ...a, ...b }) as (keyof ExceptionFilter)[]).every(key => a[key] === b[key]);
