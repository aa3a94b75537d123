// The repository as the scripts see it: its root, its workspaces and the files people wrote.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The folders that hold workspaces, from the bottom layer to the top. */
export const layers = ['packages', 'engines', 'toolchains', 'languages', 'clients', 'examples'];

const unwritten = new Set(['node_modules', 'dist', 'coverage', '.git', '.sonde']);

export const readJson = file => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Every workspace, as `{ folder, layer, id, manifest }`: `folder` is `packages/dap`, `id` is `dap`.
 * A folder without a package.json is not one yet.
 */
export function listWorkspaces(base) {
  return layers.flatMap(layer =>
    foldersIn(path.join(base, layer))
      .map(id => ({ layer, id, folder: `${layer}/${id}` }))
      .filter(({ folder }) => existsSync(path.join(base, folder, 'package.json')))
      .map(place => ({ ...place, manifest: readJson(path.join(base, place.folder, 'package.json')) })),
  );
}

/** Files below a folder that people wrote, as paths from `base` with forward slashes, in a stable order. */
export function listFiles(base, folder) {
  const start = path.join(base, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => {
      const inner = folder === '.' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return unwritten.has(entry.name) ? [] : listFiles(base, inner);
      return entry.isFile() ? [inner] : [];
    });
}

/** Tests stand beside their source as `*.test.ts`, or in `src/test/` when they run the whole. */
export const isTest = file => /\.test\.(tsx?|mjs|js)$/.test(file) || file.includes('/src/test/');

/** The source file behind what `exports` or `bin` names: `./dist/dap.js` is `src/dap.ts`. */
export const sourceOf = built => built.replace(/^\.\//, '').replace(/^dist\/(.*)\.js$/, 'src/$1.ts');

function foldersIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !unwritten.has(entry.name))
    .map(entry => entry.name)
    .sort();
}
