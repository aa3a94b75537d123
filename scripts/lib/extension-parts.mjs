// What the VS Code extension is made of: contributions from the packs, its own code, and the adapter with its files.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readRecord } from './newest-build.mjs';
import { listFiles, listWorkspaces, readJson, root } from './repository.mjs';

const built = file => import(pathToFileURL(path.join(root, file)).href);

async function packs() {
  const { languages } = await built('clients/cli/dist/languages.js');
  const { attachSchema, launchSchema } = await built('packages/session/dist/session.js');
  return { languages, launch: launchSchema, attach: attachSchema };
}

/** What of the extension's package.json follows from the packs. */
export async function manifestPart() {
  const manifest = await built('clients/vscode/dist/manifest/contributions.js');
  // The way through text leaves out what is undefined, as the file does.
  return JSON.parse(JSON.stringify(manifest.manifestOf(await packs())));
}

/** Writes the folder that is packed, anew. */
export async function writeExtension(stage) {
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  const home = path.join(root, 'clients/vscode');
  const unpacked = new Set(['private', 'type', 'exports', 'dependencies', 'devDependencies']);
  const manifest = Object.fromEntries(
    Object.entries(readJson(path.join(home, 'package.json'))).filter(([key]) => !unpacked.has(key)),
  );
  writeFileSync(path.join(stage, 'package.json'), JSON.stringify(manifest, undefined, 2));
  cpSync(path.join(home, 'icon.png'), path.join(stage, 'icon.png'));
  // What its users read; the README beside it is for those who work on it.
  cpSync(path.join(home, 'for-users.md'), path.join(stage, 'README.md'));
  cpSync(path.join(root, 'LICENSE'), path.join(stage, 'LICENSE'));
  // All of the folder is meant.
  writeFileSync(path.join(stage, '.vscodeignore'), '');
  await writeContributed(stage);
  await bundleExtension(path.join(stage, 'dist'));
  await bundleWebview(path.join(stage, 'dist/webview'));
  copyAdapter(path.join(stage, 'adapter'));
}

async function writeContributed(stage) {
  const { contributedFiles, extensionLanguages } = await built(
    'clients/vscode/dist/manifest/contributions.js',
  );
  const { languages } = await packs();
  mkdirSync(path.join(stage, 'contributed'));
  for (const [name, text] of contributedFiles(languages))
    writeFileSync(path.join(stage, 'contributed', name), text);
  writeFileSync(path.join(stage, 'languages.json'), JSON.stringify(extensionLanguages(languages)));
}

/** VS Code loads extensions as CommonJS. */
async function bundleExtension(folder) {
  const { rolldown } = await import('rolldown');
  const bundler = await rolldown({
    platform: 'node',
    input: { extension: path.join(root, 'clients/vscode/dist/extension.js') },
    external: ['vscode'],
  });
  try {
    await bundler.write({
      dir: folder,
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name].cjs',
      comments: false,
    });
  } finally {
    await bundler.close();
  }
}

/** One script and one style, under names that the extension knows. */
async function bundleWebview(folder) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: path.join(root, 'clients/vscode'),
    logLevel: 'error',
    build: {
      outDir: folder,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1500,
      rollupOptions: {
        input: path.join(root, 'clients/vscode/src/webview/main.tsx'),
        output: { entryFileNames: 'main.js', assetFileNames: 'main[extname]' },
      },
    },
  });
}

/** What a packed adapter needs of the workspaces besides its code: what is not compiled, and lies where the code looks for it. */
const shipped = /^(?:src|bridge|examples)\//;
const unshipped =
  /\.(?:ts|tsx|test\.\w+|pyi|toml)$|\/(?:test|tests|fixtures|goldens|__pycache__)\/|README\.md$/;
const adapterLayers = new Set(['packages', 'engines', 'toolchains', 'languages']);

/** The command sonde as a tree like the repository's: its code looks for files by their places in that. */
export function copyAdapter(folder) {
  const cli = path.join(root, 'clients/cli');
  const record = readRecord(pathToFileURL(path.join(cli, 'dist/bundle') + path.sep));
  if (record === undefined) throw new Error('the commands are not bundled yet: run npm run build');
  const code = path.join('dist/bundle', record.folder);
  const copy = file => cpSync(path.join(root, file), path.join(folder, file));
  cpSync(path.join(cli, code), path.join(folder, 'clients/cli', 'dist/bundle/packed'), {
    recursive: true,
    filter: file => !file.endsWith('.map'),
  });
  copy('clients/cli/package.json');
  writeFileSync(path.join(folder, 'clients/cli/sonde.mjs'), packedCommand);
  for (const file of listFiles(path.join(root, 'clients/web/dist/site'), '.'))
    copy(`clients/web/dist/site/${file}`);
  for (const { folder: workspace } of listWorkspaces(root).filter(({ layer }) => adapterLayers.has(layer)))
    for (const file of listFiles(root, workspace)) {
      const inner = file.slice(workspace.length + 1);
      if (shipped.test(inner) && !unshipped.test(`/${inner}`)) copy(file);
    }
}

const packedCommand = `#!/usr/bin/env node
// The command sonde as the extension brings it.
import './dist/bundle/packed/main.js';
`;

export const sizeOf = file => readFileSync(file).length;
