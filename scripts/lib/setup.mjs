// Set-up on a fresh machine that has only Node and npm: install what the lockfile says, build.
import path from 'node:path';
import { isInstalled, markInstalled } from './installation.mjs';
import { step } from './progress.mjs';
import { readJson, root } from './repository.mjs';
import { runTool } from './run-tool.mjs';
import { removeStaleOutput } from './stale-output.mjs';

const installMinutes = 10;
const buildMinutes = 10;
const bundleMinutes = 2;

/** True when the dependencies are there. */
export async function install() {
  if (isInstalled(root)) return true;
  const { ok } = await step('Installing dependencies', () => npm(['ci', '--no-fund', '--no-audit']));
  if (ok) markInstalled(root);
  else process.stdout.write('to try again by hand: npm ci\n');
  return ok;
}

/** True when all workspaces compiled. Only what changed is compiled again. */
export async function build() {
  removeStaleOutput(root);
  const { ok } = await step('Building', compile);
  // Without a bundle all works, only slower.
  if (ok) await step('Bundling', makeBundles);
  return ok && (await step('Building the page', makePage)).ok;
}

/** One thread, because several check what they share several times over, and there is other work for the cores. */
export const compile = () =>
  nodeTool('typescript/bin/tsc', ['-b', '--singleThreaded'], { limitSeconds: buildMinutes * 60 });

/** After `compile`. */
export const makeBundles = () =>
  runTool(process.execPath, [path.join(root, 'scripts/bundle.mjs')], {
    cwd: root,
    limitSeconds: bundleMinutes * 60,
  });

/** After `compile`. */
export const makePage = () =>
  runTool(process.execPath, [path.join(root, 'scripts/web.mjs')], {
    cwd: root,
    limitSeconds: bundleMinutes * 60,
  });

/** Where the packed extension is put. */
export function vsixFile() {
  const { name, version } = readJson(path.join(root, 'clients/vscode/package.json'));
  return path.join(root, 'clients/vscode/dist', `${name}-${version}.vsix`);
}

/** After `makeBundles` and `makePage`. Answers also with `vsix`, the file. */
export async function makeExtension() {
  const vsix = vsixFile();
  const script = path.join(root, 'scripts/extension.mjs');
  const ran = await runTool(process.execPath, [script, vsix], {
    cwd: root,
    limitSeconds: bundleMinutes * 60,
  });
  return { ...ran, vsix };
}

/** Runs a command-line tool out of node_modules, without npx: nothing is ever fetched. */
export const nodeTool = (file, args, options) =>
  runTool(process.execPath, [path.join(root, 'node_modules', file), ...args], { cwd: root, ...options });

function npm(args) {
  const options = { cwd: root, limitSeconds: installMinutes * 60 };
  // Set when npm started us; on Windows `npm` is a script that only a shell can start.
  const file = process.env.npm_execpath;
  if (file?.endsWith('.js')) return runTool(process.execPath, [file, ...args], options);
  if (process.platform === 'win32') return runTool('cmd.exe', ['/d', '/s', '/c', 'npm', ...args], options);
  return runTool('npm', args, options);
}
