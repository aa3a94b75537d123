// GET /api/folder: what is in the served folder, or in one below it.

import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { languageByName, type Language } from '@sonde/language';
import { programFileKind } from '@sonde/session';
import { Refused } from '../refused.js';
import { unreachable, type FileReach } from './file-reach.js';

/** More than anyone looks through. */
const mostEntries = 1000;

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'folder' | 'file';
  /** Its id, where the name tells. */
  readonly language?: string;
  /** A program that a compiler has made, by what is in it. */
  readonly executable?: true;
}

export interface FolderAnswer {
  /** From the served folder; that itself is empty. */
  readonly path: string;
  readonly parent?: string;
  readonly entries: readonly FolderEntry[];
  /** How many were left out. */
  readonly more?: number;
}

export async function folderListing(
  reach: FileReach,
  languages: readonly Language[],
  wanted: string,
): Promise<FolderAnswer> {
  const { real, relative: path } = await reach.locateInFolder(wanted);
  const found = (await read(real, wanted)).filter(mayBeShown).sort(byKindAndName(isFolder));
  const shown = await Promise.all(
    found.slice(0, mostEntries).map(entry => describe(join(real, entry.name), entry, reach, languages)),
  );
  return {
    path,
    ...(path === '' ? {} : { parent: parentOf(path) }),
    entries: shown
      .filter(entry => entry !== undefined)
      .sort(byKindAndName<FolderEntry>(({ kind }) => kind === 'folder')),
    ...(found.length > mostEntries ? { more: found.length - mostEntries } : {}),
  };
}

async function read(real: string, name: string): Promise<readonly Dirent[]> {
  try {
    if (!(await lstat(real)).isDirectory()) throw new Refused(400, `${name} is no folder.`);
    return await readdir(real, { withFileTypes: true });
  } catch (error) {
    throw error instanceof Refused ? error : unreachable(name, error);
  }
}

const parentOf = (path: string): string => {
  const parent = posix.dirname(path);
  return parent === '.' ? '' : parent;
};

/** What tools keep for themselves begins with a dot. Pipes, sockets and devices are nothing to debug. */
const mayBeShown = (entry: Dirent): boolean =>
  !entry.name.startsWith('.') && (entry.isDirectory() || entry.isFile() || entry.isSymbolicLink());

const isFolder = (entry: Dirent): boolean => entry.isDirectory();

const names = new Intl.Collator('en', { numeric: true });

const byKindAndName =
  <Entry extends { readonly name: string }>(isFirst: (entry: Entry) => boolean) =>
  (a: Entry, b: Entry): number =>
    Number(isFirst(b)) - Number(isFirst(a)) || names.compare(a.name, b.name);

/** Undefined for links that lead out of the folder, and for what is gone meanwhile. */
async function describe(
  place: string,
  { name }: Dirent,
  reach: FileReach,
  languages: readonly Language[],
): Promise<FolderEntry | undefined> {
  const real = await reach.followInFolder(place);
  if (real === undefined) return undefined;
  const about = await lstat(real).catch((): undefined => {
    // Gone.
  });
  if (about?.isDirectory() === true) return { name, kind: 'folder' };
  if (about?.isFile() !== true) return undefined;
  const language = (await languageByName(place, languages))?.id;
  if (language !== undefined) return { name, kind: 'file', language };
  const mayRun = (about.mode & 0o111) !== 0 && (await programFileKind(real)) === 'executable';
  return { name, kind: 'file', ...(mayRun ? { executable: true } : {}) };
}
