// Makes the bundle of a workspace's commands in its `dist/bundle/`, unless it is there, with a record of what it was made from.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleCode } from './bundle-code.mjs';
import { contentHash, isCurrent, readRecord, recordName, recordVersion } from './newest-build.mjs';
import { listWorkspaces, readJson, root } from './repository.mjs';

const chooser = 'newest-build.mjs';
const makers = ['bundle.mjs', 'bundle-code.mjs', 'loaded-at-start.mjs', 'original-places.mjs', chooser];
const abandonedMs = 60 * 60_000;

/**
 * `entries` are built files of the workspace `folder`, as paths below its `dist`. Answers whether anything had to be
 * done. Each bundle has a folder of its own and the one before it stays, because processes may run from it.
 */
export async function bundle(base, { folder, entries }) {
  const dist = path.join(base, folder, 'dist');
  const home = path.join(dist, 'bundle');
  const maker = makerOf(entries);
  const last = readRecord(asUrl(home));
  if (last?.maker === maker && existsSync(path.join(home, last.folder)) && isCurrent(last, asUrl(home))) {
    renewTimes(home, last);
    return false;
  }
  mkdirSync(home, { recursive: true });
  const name = `${Date.now().toString(36)}-${process.pid}`;
  const workspaces = listWorkspaces(base).map(each => path.join(base, each.folder));
  // Before the code is read: should the compiler write meanwhile, the record must not tell of what came too late.
  const before = stateOf(home, workspaces.flatMap(signsOf));
  const modules = await bundleCode({
    folder: path.join(home, name),
    entries: Object.fromEntries(entries.map(entry => [stemOf(entry), path.join(dist, entry)])),
    isBuilt: file => workspaces.some(each => file.startsWith(path.join(each, 'dist', path.sep))),
  });
  const packages = new Set(modules.map(file => packageOf(file, workspaces)));
  const inputs = Object.fromEntries(
    Object.entries(stateOf(home, [...packages].flatMap(signsOf))).map(([file, now]) => [
      file,
      before[file] ?? now,
    ]),
  );
  replace(path.join(home, chooser), place => copyFileSync(new URL(chooser, import.meta.url), place));
  writeRecord(home, {
    version: recordVersion,
    folder: name,
    maker,
    entries: Object.fromEntries(entries.map(entry => [entry, `${stemOf(entry)}.js`])),
    inputs,
  });
  sweep(home, [name, last?.folder]);
  return true;
}

const asUrl = folder => pathToFileURL(folder + path.sep);

/** `conformance/main.js` becomes `conformance-main`. */
const stemOf = entry => entry.replace(/\.js$/, '').replaceAll('/', '-');

/** All that decides what a bundle looks like, but for the code that is in it. */
function makerOf(entries) {
  const { version } = readJson(path.join(root, 'node_modules/rolldown/package.json'));
  return [version, ...entries, ...makers.map(file => contentHash(new URL(file, import.meta.url)))].join(' ');
}

function packageOf(file, workspaces) {
  const workspace = workspaces.find(folder => file.startsWith(folder + path.sep));
  return workspace ?? /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)[0];
}

/** Files of a package of which one changes whenever its code does. The compiler writes its notes with every output. */
const signsOf = folder =>
  ['package.json', 'dist/.tsbuildinfo'].map(file => path.join(folder, file)).filter(file => existsSync(file));

function stateOf(home, files) {
  return Object.fromEntries(
    files.map(file => {
      const place = path.resolve(home, file);
      const { size, mtimeMs: time } = statSync(place);
      return [path.relative(home, place).replaceAll(path.sep, '/'), { size, time, hash: contentHash(place) }];
    }),
  );
}

/** After a copy of the checkout: equal times make the check at each start quick. */
function renewTimes(home, record) {
  const inputs = stateOf(home, Object.keys(record.inputs));
  try {
    writeRecord(home, { ...record, inputs });
  } catch {
    // The folder is read-only: the bundle is good all the same.
  }
}

const writeRecord = (home, record) =>
  replace(path.join(home, recordName), place => writeFileSync(place, JSON.stringify(record, undefined, 1)));

/** Never to be seen half written. */
function replace(file, write) {
  const unfinished = `${file}.${process.pid}`;
  write(unfinished);
  renameSync(unfinished, file);
}

/** Removes older bundles. One that is young and unknown may be under way in another process. */
function sweep(home, kept) {
  for (const entry of readdirSync(home, { withFileTypes: true })) {
    const place = path.join(home, entry.name);
    if (!entry.isDirectory() || kept.includes(entry.name)) continue;
    if (Date.now() - statSync(place).mtimeMs > abandonedMs) rmSync(place, { recursive: true, force: true });
  }
}
