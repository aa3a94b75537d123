// Removes built files whose source is gone: tsc leaves them, and a test among them would go on running.
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { listWorkspaces } from './repository.mjs';

const built = /\.(d\.ts|js)(\.map)?$/;
/** The bundles and the page look after themselves (bundle.mjs, site.mjs). */
const bundles = /^[^/]+\/[^/]+\/dist\/(bundle|site(-[\w-]+)?)$/;
const sourceEndings = ['.ts', '.tsx'];

/** Answers with what was removed, as paths from `base`. */
export function removeStaleOutput(base) {
  return listWorkspaces(base).flatMap(({ folder }) => sweep(base, `${folder}/dist`, `${folder}/src`));
}

function sweep(base, dist, src) {
  if (!existsSync(path.join(base, dist))) return [];
  return readdirSync(path.join(base, dist), { withFileTypes: true }).flatMap(entry => {
    const place = `${dist}/${entry.name}`;
    if (bundles.test(place)) return [];
    if (entry.isDirectory()) {
      const removed = sweep(base, place, `${src}/${entry.name}`);
      if (readdirSync(path.join(base, place)).length === 0) rmdirSync(path.join(base, place));
      return removed;
    }
    if (!built.test(entry.name)) return [];
    const stem = path.join(base, src, entry.name.replace(built, ''));
    if (sourceEndings.some(ending => existsSync(stem + ending))) return [];
    rmSync(path.join(base, place));
    return [place];
  });
}
