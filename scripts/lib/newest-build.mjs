// Which build of a command to run: the bundle, or the plain output of the compiler where that is newer.
//
// The build copies this file into each bundle's folder (`dist/bundle/`), where the command's stub finds it: it must
// need nothing else, and be quick, because it runs at every start.
import { existsSync, readFileSync, statSync } from 'node:fs';

export const recordName = 'bundle.json';
export const recordVersion = 1;

/**
 * Answers with the URL to import for the compiled file `plain` (`dist/main.js`): its bundled form, if there is one and
 * all it was made from is as it was then.
 */
export function newestBuild(plain, bundleFolder = new URL('./', import.meta.url)) {
  const record = readRecord(bundleFolder);
  const name = decodeURI(plain.href.slice(new URL('../', bundleFolder).href.length));
  const entry = record?.entries[name];
  if (entry === undefined) return plain;
  const bundled = new URL(`${record.folder}/${entry}`, bundleFolder);
  return existsSync(bundled) && isCurrent(record, bundleFolder) ? bundled : plain;
}

/** Undefined where there is none, or none that can be read. */
export function readRecord(bundleFolder) {
  try {
    const record = JSON.parse(readFileSync(new URL(recordName, bundleFolder), 'utf8'));
    return record.version === recordVersion ? record : undefined;
  } catch {
    return undefined;
  }
}

/** `inputs` of the record: path from the bundle's folder → size, time and hash of each file that tells of a change. */
export function isCurrent({ inputs }, bundleFolder) {
  return Object.entries(inputs).every(([file, { size, time, hash }]) => {
    const place = new URL(file, bundleFolder);
    const found = statSync(place, { throwIfNoEntry: false });
    if (found === undefined || found.size !== size) return false;
    // A copy of the whole checkout has new times and the same content.
    return found.mtimeMs === time || contentHash(place) === hash;
  });
}

export function contentHash(place) {
  // Seldom needed, and slow to load.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(readFileSync(place)).digest('hex');
}
