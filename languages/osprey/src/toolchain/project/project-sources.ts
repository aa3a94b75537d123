// The sources of a project: everything below its source roots that has an extension of the language.

import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { asFailure, Failure } from '@sonde/engine';
import { ospreyExtensions } from '../syntax/flavor.js';
import { manifestName } from './manifest.js';

/** More are no project but a folder that was named by mistake. */
const mostFiles = 5_000;

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** What a path stands for: a project with or without a manifest, or a file on its own. */
export type Named =
  | { readonly kind: 'manifest'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string };

/** Absolute. A file below the source roots of a project stands for the project. */
export function namedBy(path: string, rootsOf: (manifest: string) => readonly string[]): Named {
  if (isFolder(path)) {
    const manifest = join(path, manifestName);
    return isFile(manifest) ? { kind: 'manifest', path: manifest } : { kind: 'folder', path };
  }
  if (basename(path) === manifestName) return { kind: 'manifest', path };
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = join(folder, manifestName);
    if (isFile(manifest))
      return rootsOf(manifest).some(root => isBelow(path, root))
        ? { kind: 'manifest', path: manifest }
        : { kind: 'file', path };
    if (dirname(folder) === folder) return { kind: 'file', path };
  }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && way !== path;
}

/** In the order of their paths; hidden folders and `target` are not looked into. */
export function sourcesBelow(roots: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'target') visit(path);
      } else if (entry.isFile() && ospreyExtensions.includes(extname(entry.name))) found.add(path);
      if (found.size > mostFiles)
        throw new Failure(
          'bad-arguments',
          'user',
          `there are more than ${mostFiles} sources below ${roots.join(', ')}.`,
          `Name the folders with sources as source_roots in ${manifestName}.`,
        );
    }
  };
  for (const root of roots) {
    try {
      visit(realpathSync(root));
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw new Failure('not-found', 'user', `${root} cannot be read: ${asFailure(error).message}.`);
    }
  }
  return [...found].sort();
}

/** Of a project without a manifest. */
export const rootsWithoutManifest = (folder: string): readonly string[] =>
  isFolder(join(folder, 'src')) ? [join(folder, 'src')] : [folder];

/** Absolute; with those that are not there. */
export const rootsOf = (
  manifest: string,
  roots: readonly string[],
): { readonly present: readonly string[]; readonly absent: readonly string[] } => {
  const paths = roots.map(root => ({ root, path: resolve(dirname(manifest), root) }));
  return {
    present: paths.filter(({ path }) => isFolder(path)).map(({ path }) => path),
    absent: paths.filter(({ path }) => !isFolder(path)).map(({ root }) => root),
  };
};

export const readText = (path: string): string => readFileSync(path, 'utf8');
