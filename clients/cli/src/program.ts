// The program named on the command line: its path and its language.

import { statSync, type Stats } from 'node:fs';
import { extname, resolve } from 'node:path';
import type { Language } from '@sonde/language';
import { UsageError } from './command.js';
import { didYouMean } from './nearest.js';

export interface NamedProgram {
  readonly path: string;
  readonly language: Language;
}

export function findProgram(
  name: string,
  languages: readonly Language[],
  named: string | undefined,
): NamedProgram {
  const language = languageFor(name, languages, named);
  const path = resolve(name);
  const found = look(name, path);
  if (found?.isDirectory() === true) {
    throw new UsageError(`${name} is a folder. Name the program in it.`, false);
  }
  if (found === undefined) {
    throw new UsageError(`there is no file ${name}. Check the name and the current folder.`, false);
  }
  return { path, language };
}

function look(name: string, path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A circle of links, a folder that may not be entered, a name that is too long.
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

function languageFor(name: string, languages: readonly Language[], named: string | undefined): Language {
  if (named !== undefined) return languageNamed(named, languages);
  const language = languages.find(candidate => candidate.extensions.includes(extname(name)));
  if (language !== undefined) return language;
  const known = languages.map(({ id, extensions }) => `${id} (${extensions.join(', ')})`).join(', ');
  throw new UsageError(`the name ${name} does not tell its language: add --language with one of ${known}.`);
}
