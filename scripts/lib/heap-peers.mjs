// The peers of `npm run heap-bench`: Chrome's DevTools and memlab from npm, in the user's cache, because both are large.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { note } from './progress.mjs';
import { runTool } from './run-tool.mjs';

const versions = { 'chrome-devtools-frontend': '1.0.1705227', '@memlab/heap-analysis': '2.0.5' };
const installSeconds = 600;

/** DevTools' loader and the part that it runs on a second thread; Node 20 lacks one function of theirs. */
const entry = `import './with-resolvers.mjs';
export { HeapSnapshotLoader } from './node_modules/chrome-devtools-frontend/front_end/entrypoints/heap_snapshot_worker/HeapSnapshotLoader.ts';
export { SecondaryInitManager } from './node_modules/chrome-devtools-frontend/front_end/entrypoints/heap_snapshot_worker/HeapSnapshot.ts';
`;
const withResolvers = `Promise.withResolvers ??= function () {
  let resolve, reject;
  const promise = new Promise((keep, fail) => { resolve = keep; reject = fail; });
  return { promise, resolve, reject };
};
`;
/** Generated when DevTools is built, and not in the package. */
const locales = `export const LOCALES = ['en-US'], BUNDLED_LOCALES = ['en-US'], DEFAULT_LOCALE = 'en-US';
export const REMOTE_FETCH_PATTERN = '', LOCAL_FETCH_PATTERN = '';`;

const folderOf = env =>
  path.join(
    env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
    'sonde',
    `heap-peers-${Object.values(versions).join('-')}`,
  );

/** Answers with `devtools`, a module, and `memlab`, a folder; or with `problem`. */
export async function prepareHeapPeers(env = process.env) {
  const folder = folderOf(env);
  const devtools = path.join(folder, 'devtools', 'devtools.mjs');
  if (!existsSync(devtools)) {
    note(`Installing ${Object.keys(versions).join(' and ')} into ${folder}`);
    const problem = await build(folder);
    if (problem !== undefined) return { problem };
  }
  return { devtools, memlab: folder, versions };
}

/** Into a folder of its own, which takes its name only when it is whole. */
async function build(folder) {
  const fresh = `${folder}.${process.pid}`;
  try {
    await mkdir(fresh, { recursive: true });
    await writeFile(path.join(fresh, 'package.json'), '{ "private": true, "type": "module" }\n');
    const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
    // memlab's scripts would download a browser.
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--workspaces=false'];
    const installed = await runTool('npm', ['install', ...options, ...packages], {
      cwd: fresh,
      limitSeconds: installSeconds,
    });
    if (!installed.ok) return `npm could not install them: ${installed.output.trim().split('\n').at(-1)}`;
    await writeFile(path.join(fresh, 'entry.mjs'), entry);
    await writeFile(path.join(fresh, 'with-resolvers.mjs'), withResolvers);
    await bundleDevTools(fresh);
    await rename(fresh, folder);
    return undefined;
  } catch (error) {
    return `DevTools could not be bundled: ${error.message}`;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function bundleDevTools(folder) {
  const { rolldown } = await import('rolldown');
  const bundler = await rolldown({
    platform: 'node',
    input: path.join(folder, 'entry.mjs'),
    onLog: () => undefined,
    plugins: [
      {
        name: 'locales',
        resolveId: id => (id.endsWith('/locales.js') ? 'locales' : undefined),
        load: id => (id === 'locales' ? locales : undefined),
      },
    ],
  });
  await bundler.write({ dir: path.join(folder, 'devtools'), format: 'esm', entryFileNames: 'devtools.mjs' });
  await bundler.close();
}
