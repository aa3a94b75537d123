// Examples of the installed languages: a sentence about each, and the line at which there is something to see.

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commentsIn, endingIn, type CommentSyntax, type Language } from '@sonde/language';

export interface Example {
  /** Id of its language. */
  readonly language: string;
  readonly name: string;
  /** What it says about itself. */
  readonly about: string;
  readonly path: string;
  /** Where to stop first. */
  readonly stopAt?: number;
}

/** An example is something to read. */
const mostBytes = 1024 * 1024;

export const exampleFolders = (languages: readonly Language[]): readonly string[] =>
  languages.flatMap(({ examples }) => (examples === undefined ? [] : [fileURLToPath(examples)]));

/** Those in the folders themselves, not below; what cannot be read is left out. */
export async function examplesOf(languages: readonly Language[]): Promise<readonly Example[]> {
  return (await Promise.all(languages.map(examplesIn))).flat();
}

async function examplesIn(language: Language): Promise<readonly Example[]> {
  if (language.examples === undefined) return [];
  const folder = fileURLToPath(language.examples);
  const found = await readdir(folder).catch((): string[] => []);
  const examples = await Promise.all(
    found
      .filter(name => endingIn(name, language) !== undefined)
      .sort((a, b) => a.localeCompare(b, 'en'))
      .map(name => exampleAt(join(folder, name), name, language)),
  );
  return examples.filter(example => example !== undefined);
}

async function exampleAt(path: string, name: string, language: Language): Promise<Example | undefined> {
  try {
    const about = await stat(path);
    if (!about.isFile() || about.size > mostBytes) return undefined;
    const text = await readFile(path, 'utf8');
    const stopAt = lookLine(text, commentsIn(name, language.source));
    return {
      language: language.id,
      name,
      about: firstComment(text, commentsIn(name, language.source)),
      path,
      ...(stopAt === undefined ? {} : { stopAt }),
    };
  } catch {
    return undefined;
  }
}

/** The line, from 1, whose comment says `#look`: there a program is worth looking at. */
export function lookLine(text: string, comments: CommentSyntax | undefined): number | undefined {
  const beginnings = [comments?.line, comments?.block?.[0]].filter(begin => begin !== undefined);
  const index = text
    .split('\n')
    .findIndex(line =>
      beginnings.some(begin => line.includes(begin) && /#look\b/.test(line.slice(line.indexOf(begin)))),
    );
  return index < 0 ? undefined : index + 1;
}

/** The first paragraph of the comment that the text begins with; empty where it does not begin with one. */
export function firstComment(text: string, comments: CommentSyntax | undefined): string {
  const start = text
    .replace(/^\ufeff/, '')
    .replace(/^#!.*\n/, '')
    .trimStart();
  const { line, block } = comments ?? {};
  if (line !== undefined && start.startsWith(line)) {
    const lines = start.split('\n').map(each => each.trim());
    const end = lines.findIndex(each => !each.startsWith(line));
    return paragraph(lines.slice(0, end < 0 ? undefined : end).map(each => each.slice(line.length)));
  }
  if (block === undefined || !start.startsWith(block[0])) return '';
  const end = start.indexOf(block[1], block[0].length);
  const inside = start.slice(block[0].length, end < 0 ? undefined : end);
  return paragraph(inside.split('\n').map(each => each.replace(/^\s*\*+/, '')));
}

function paragraph(lines: readonly string[]): string {
  const texts = lines.map(line => line.trim());
  const first = texts.findIndex(text => text !== '');
  const rest = texts.slice(Math.max(first, 0));
  const end = rest.indexOf('');
  return rest.slice(0, end < 0 ? undefined : end).join(' ');
}
