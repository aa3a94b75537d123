// Where the repository is: the nearest folder above whose package.json lists workspaces.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Undefined if the testkit is installed somewhere else. */
export function repositoryRoot(from: string = import.meta.dirname): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (listsWorkspaces(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function listsWorkspaces(file: string): boolean {
  if (!existsSync(file)) return false;
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'workspaces' in manifest;
}
