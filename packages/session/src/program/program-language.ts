// Which language a program is in: as told, by its name, or by what is in the file.

import { Failure } from '@sonde/engine';
import { languageByName, languageOfProject, type Language } from '@sonde/language';
import { programFileKind, programFileProblem, type ProgramFileKind } from './program-file.js';
import { marksIn } from './program-marks.js';

export interface NamedFile {
  /** As the user wrote it. */
  readonly program: string;
  /** Where it is. */
  readonly path: string;
  readonly language?: string;
}

/**
 * `defaultLanguage` was fixed by the command or the adapter id; a file that plainly is something else goes before it. What
 * no language can start, such as a core file, is refused by what it is.
 */
export async function chooseLanguage(
  { program, path, language }: NamedFile,
  languages: readonly Language[],
  defaultLanguage?: string,
): Promise<Language> {
  const project = await languageOfProject(path, languages);
  if (project !== undefined && (language === undefined || language === project.id)) return project;
  const kind = await programFileKind(path);
  const problem = programFileProblem(program, kind);
  if (problem !== undefined && unstartable.has(kind)) throw problem;
  if (language !== undefined) return languageCalled(language, languages);
  const fallback = languages.find(l => l.id === defaultLanguage);
  const byName = await languageByName(path, languages, fallback);
  if (byName !== undefined) return byName;
  const chosen = (await languageOfFile(path, kind, languages, fallback)) ?? fallback;
  if (chosen !== undefined) return chosen;
  throw problem ?? untold(program, languages);
}

/** Kinds that no language can start, whatever the file is called. */
const unstartable: ReadonlySet<ProgramFileKind> = new Set(['core', 'object', 'folder', 'special']);

export function languageCalled(id: string, languages: readonly Language[]): Language {
  const named = languages.find(l => l.id === id);
  if (named !== undefined) return named;
  const known = languages.map(l => l.id).join(', ');
  throw new Failure('bad-arguments', 'user', `there is no language "${id}".`, `Known: ${known}.`);
}

/**
 * Of a program that is machine code already: whose compiler has left its mark, else the first that takes such programs; what
 * is in them decides frame by frame.
 */
export async function languageOfFile(
  path: string,
  kind: ProgramFileKind,
  languages: readonly Language[],
  preferred?: Language,
): Promise<Language | undefined> {
  if (kind !== 'executable') return undefined;
  const takers = languages.filter(({ native }) => native?.takesExecutables === true);
  const found = await marksIn(
    path,
    takers.flatMap(({ native }) => native?.recognises?.marks ?? []),
  );
  const marked = takers.find(({ native }) => native?.recognises?.marks?.some(mark => found.has(mark)));
  return marked ?? takers.find(({ id }) => id === preferred?.id) ?? takers[0];
}

/** For people: `xyz (.xyz, .xyzb)`. */
export const languageWithEndings = ({ id, extensions }: Language): string =>
  extensions.length === 0 ? id : `${id} (${extensions.join(', ')})`;

function untold(program: string, languages: readonly Language[]): Failure {
  const known = languages.map(languageWithEndings).join(', ');
  return new Failure(
    'bad-arguments',
    'user',
    `nothing tells which language ${program} is in: neither its name nor what is in it.`,
    `Set "language" to one of ${known}.`,
  );
}
