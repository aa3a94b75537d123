// Theia as a browser application: the smallest one that takes extensions of VS Code, built once into the user's cache.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { runTool } from '../lib/run-tool.mjs';

/** The newest whose packages npm has all of, as of the day it was tried; it runs on Node 20. */
export const theiaVersion = '1.74.1';
const buildSeconds = 900;
/** A file that says that the build came to its end: it holds its own path, so it cannot be made elsewhere and moved. */
const whole = 'built';

const parts =
  'console core debug editor editor-preview file-search filesystem keymaps markers messages monaco navigator outline-view output plugin-ext plugin-ext-vscode preferences process task terminal variable-resolver workspace';

const at = names => Object.fromEntries(names.map(name => [`@theia/${name}`, theiaVersion]));

const manifest = {
  private: true,
  name: 'sonde-theia',
  version: '0.0.0',
  theia: { target: 'browser' },
  dependencies: at(parts.split(' ')),
  devDependencies: at(['cli']),
  // The first is asked for in a version that some registries lack; the second would download a browser, and is for Theia's own tests.
  overrides: { 'typedarray.prototype.slice': '>=1.0.0', puppeteer: 'npm:is-number@7.0.0' },
};

/** Answers `{ main }`, the script that serves it, or `{ problem }`. */
export async function prepareTheia(say, env = process.env) {
  const cache = env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const folder = path.join(cache, 'sonde', `theia-${theiaVersion}`);
  const main = path.join(folder, 'lib', 'backend', 'main.js');
  if (existsSync(path.join(folder, whole))) return { main };
  say(`Building Theia ${theiaVersion} in ${folder} (about 3 minutes and 1 GB, once)`);
  const problem = await build(folder);
  return problem === undefined ? { main } : { problem };
}

/** Answers undefined, or what went wrong. */
async function build(folder) {
  const npm = ['--no-audit', '--no-fund', '--prefer-offline', '--workspaces=false'];
  const steps = [
    ['npm', 'install', '--ignore-scripts', ...npm],
    // Native parts without a build for this machine in their packages; keytar needs libsecret-1-dev.
    ['npm', 'rebuild', 'drivelist', 'keytar', '--build-from-source', ...npm],
    ['npx', '--no-install', 'theia', 'build', '--mode', 'development'],
  ];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
  for (const [command, ...args] of steps) {
    const ran = await runTool(command, args, {
      cwd: folder,
      env: { NODE_OPTIONS: '--max-old-space-size=6144' },
      limitSeconds: buildSeconds,
    });
    if (!ran.ok)
      return `${command} ${args.join(' ')} failed:\n${ran.output.trimEnd().split('\n').slice(-8).join('\n')}`;
  }
  writeFileSync(path.join(folder, whole), '');
  return undefined;
}
