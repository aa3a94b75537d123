// Is what package-lock.json asks for installed? Remembered by a stamp in node_modules, so that the answer is instant.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readJson } from './repository.mjs';

const stampFile = base => path.join(base, 'node_modules', '.sonde-installed');

/** Some packages are native, so a node_modules carried to another kind of machine does not count. */
export function fingerprint(base) {
  const lock = readFileSync(path.join(base, 'package-lock.json'));
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex');
}

/**
 * True when the stamp fits. Without a fitting stamp npm's own record decides (someone may have run npm install), so
 * that a good installation is not thrown away.
 */
export function isInstalled(base) {
  if (!existsSync(path.join(base, 'node_modules'))) return false;
  const stamp = stampFile(base);
  if (existsSync(stamp)) {
    const [hash, platform] = readFileSync(stamp, 'utf8').trim().split(' ');
    if (hash === fingerprint(base)) return true;
    if (platform !== process.platform + process.arch) return false;
  }
  if (!agreesWithNpm(base)) return false;
  markInstalled(base);
  return true;
}

export function markInstalled(base) {
  writeFileSync(stampFile(base), `${fingerprint(base)} ${process.platform + process.arch}\n`);
}

/** npm keeps a copy of what it installed in node_modules/.package-lock.json. */
function agreesWithNpm(base) {
  const record = path.join(base, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = readJson(path.join(base, 'package-lock.json')).packages;
  const present = readJson(record).packages;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '') return true;
    const found = present[place];
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}
