// For the tests of the scripts: a small repository made of strings, in a temporary folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** `files`: path → text, or an object that is written as JSON. The folder is removed when the test ends. */
export function scratchTree(files) {
  const base = mkdtempSync(path.join(tmpdir(), 'sonde-scratch-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    const place = path.join(base, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return base;
}

/** Package.json, tsconfig.json and source files of one workspace; `uses` are folders such as `packages/engine`. */
export function workspaceFiles(folder, name, sources, { uses = [], dependencies = {}, exports } = {}) {
  const entry = folder.split('/').at(-1);
  const own = Object.fromEntries(uses.map(used => [used.name, '0.1.0']));
  return {
    [`${folder}/package.json`]: {
      name,
      exports: exports ?? { '.': { default: `./dist/${entry}.js` } },
      dependencies: { ...own, ...dependencies },
    },
    [`${folder}/tsconfig.json`]: { references: uses.map(used => ({ path: `../../${used.folder}` })) },
    ...Object.fromEntries(Object.entries(sources).map(([file, text]) => [`${folder}/${file}`, text])),
  };
}

/** `rule file:line` of each finding, in order: what the tests compare. */
export const brief = findings =>
  findings.map(({ rule, file, line }) => `${rule} ${file}${line === undefined ? '' : `:${line}`}`).sort();
