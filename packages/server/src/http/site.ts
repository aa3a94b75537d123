// The page's files: read once at the start, so that nothing a request says ever leads into the file system.

import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { asFailure, Failure } from '@sonde/engine';

export interface SiteFile {
  readonly type: string;
  readonly body: Buffer;
  /** Its name changes with its content, so that it may be kept for ever. */
  readonly isHashed: boolean;
}

/** By the path in the address: `/` is the page itself. */
export type Site = ReadonlyMap<string, SiteFile>;

/**
 * Where this stands in the page, each answer has a nonce of its own, which its content policy allows for styles: libraries
 * that make style elements at run time are given it.
 */
export const noncePlaceholder = '__SONDE_STYLE_NONCE__';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

const startPage = 'index.html';

/** Undefined where no page was built. Links are left out: the files are what the build wrote. */
export async function readSite(folder: string): Promise<Site | undefined> {
  const site = new Map<string, SiteFile>();
  try {
    await readInto(site, folder, '/');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const message = `the page in ${folder} cannot be read: ${asFailure(error).message}.`;
    throw new Failure('unreadable', 'environment', message, 'Check the permissions of the folder.', {
      cause: error,
    });
  }
  const page = site.get(`/${startPage}`);
  return page === undefined ? undefined : site.set('/', page);
}

async function readInto(site: Map<string, SiteFile>, folder: string, path: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = join(folder, entry.name);
    const name = encodeURIComponent(entry.name);
    if (entry.isDirectory()) await readInto(site, place, `${path}${name}/`);
    else if (entry.isFile()) site.set(`${path}${name}`, siteFile(entry.name, path, await readFile(place)));
  }
}

const siteFile = (name: string, path: string, body: Buffer): SiteFile => ({
  type: types[extname(name).toLowerCase()] ?? 'application/octet-stream',
  body,
  // As the build names what it hashes: `assets/index-B3xYz_9a.js`.
  isHashed: path === '/assets/' && /-[\w-]{8}\.\w+$/.test(name),
});
