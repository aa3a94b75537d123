// The program named on the command line: its path and its language.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { languageByName, languageOfProject, type Language } from '@sonde/language';
import {
  isRecording,
  languageOfFile,
  languageWithEndings,
  programFileKind,
  programFileProblem,
} from '@sonde/session';
import { UsageError } from './command.js';
import { didYouMean } from './nearest.js';

export interface NamedProgram {
  readonly path: string;
  readonly language: Language;
  /** Its lines are what people speak of; not those of an executable. */
  readonly isSource: boolean;
}

/** The language is told by the user, by the name, or by what is in the file. */
export async function findProgram(
  name: string,
  languages: readonly Language[],
  named: string | undefined,
): Promise<NamedProgram> {
  if (name === '') throw new UsageError('the name of the program is empty: name a file.');
  const told = named === undefined ? undefined : languageNamed(named, languages);
  const path = resolve(name);
  const project = await languageOfProject(path, languages);
  if (project !== undefined && (told ?? project) === project)
    return { path, language: project, isSource: false };
  const kind = await programFileKind(path);
  if (kind === 'unreadable') checkReach(name, path);
  const byName = told ?? (await languageByName(path, languages));
  const language = byName ?? (await languageOfFile(path, kind, languages));
  // Whoever knows the language of an empty file, or of one that may not be read, has more to say about it.
  const problem =
    language !== undefined && (kind === 'empty' || kind === 'unreadable')
      ? undefined
      : programFileProblem(name, kind);
  if (problem !== undefined) throw new UsageError(problem.text, false);
  if (language !== undefined) return { path, language, isSource: kind !== 'executable' };
  if (kind === 'other' && (await isRecording(path)))
    throw new UsageError(`${name} is the recording of a run. Open it with: sonde replay ${name}`, false);
  const known = languages.map(languageWithEndings).join(', ');
  throw new UsageError(
    `neither the name of ${name} nor what is in it tells its language: add --language with one of ${known}.`,
  );
}

/** The system knows best why there is no way to a file: a circle of links, a name that is too long. */
function checkReach(name: string, path: string): void {
  try {
    statSync(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`cannot read ${name}: ${why}. Check the name.`, false, { cause: error });
  }
}

export function languageNamed(id: string, languages: readonly Language[]): Language {
  const language = languages.find(candidate => candidate.id === id.toLowerCase());
  if (language !== undefined) return language;
  const ids = languages.map(candidate => candidate.id);
  throw new UsageError(`there is no language "${id}".${didYouMean(id, ids)} Installed: ${ids.join(', ')}.`);
}
