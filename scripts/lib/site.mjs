// Builds the page of the web debugger, with a record of what it was built from.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { listFiles } from './repository.mjs';

const folder = 'clients/web';
/** Packages of which the page is made. */
const shown = ['packages/client', 'packages/panels'];
const record = 'site.sources';

/** Answers whether anything had to be done. The old files stay until the new ones are whole. */
export async function buildSite(base) {
  const dist = path.join(base, folder, 'dist');
  const site = path.join(dist, 'site');
  const sources = fingerprint(base);
  if (existsSync(site) && readIfThere(path.join(dist, record)) === sources) return false;
  const { build } = await import('vite');
  const next = path.join(dist, `site-${process.pid}`);
  mkdirSync(dist, { recursive: true });
  try {
    await build({
      configFile: path.join(base, folder, 'vite.config.mjs'),
      logLevel: 'error',
      build: { outDir: next },
    });
    const old = path.join(dist, `site-old-${process.pid}`);
    if (existsSync(site)) renameSync(site, old);
    renameSync(next, site);
    rmSync(old, { recursive: true, force: true });
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
  writeFileSync(path.join(dist, record), sources);
  return true;
}

/** All that decides what the page looks like: its own files, the protocol package, the versions of libraries. */
function fingerprint(base) {
  const hash = createHash('sha256');
  const own = [folder, ...shown].flatMap(each => listFiles(base, each));
  const files = [
    ...own.filter(file => !/\.test\.tsx?$|\/src\/test\//.test(file)),
    ...['package-lock.json', 'packages/dap/dist/.tsbuildinfo', 'scripts/lib/site.mjs'],
  ];
  for (const file of files.toSorted()) {
    hash.update(file);
    hash.update(readIfThere(path.join(base, file)) ?? '');
  }
  return hash.digest('hex');
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
