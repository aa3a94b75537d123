// VS Code itself, for the tests that press F5 in it: code-server from npm, built once into the user's cache.
import { access, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { onPath, prepareTools, surroundings, whyNotInstall } from './apt.mjs';
import { note } from './progress.mjs';
import { runTool } from './run-tool.mjs';

/** The newest one that runs on Node 20; it is VS Code of the same number. */
const version = '4.100.3';
const buildSeconds = 900;
const probeSeconds = 60;

/** What building its native parts needs, and the search that it would download. */
export const codeServerInstallCommand =
  'apt-get install -y --no-install-recommends ripgrep libkrb5-dev fonts-dejavu-core python3 make g++';

const nativeParts = ['@vscode/spdlog', 'native-watchdog', 'node-pty', 'kerberos'];

export const codeServerFolder = (env = process.env) =>
  env.SONDE_CODE_SERVER ||
  path.join(env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'sonde', `code-server-${version}`);

export const codeServerEntry = folder =>
  path.join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js');

/**
 * Answers with `entry`, the script that starts it, or with `problem`: the one that the environment names, the one that was
 * built before, or a new one. Never fails the run: the tests skip themselves.
 */
export async function prepareCodeServer(around = surroundings(), say = note) {
  const folder = codeServerFolder(around.env);
  const entry = codeServerEntry(folder);
  if (await runs(entry)) return { entry };
  if (around.env.SONDE_CODE_SERVER) return { problem: `SONDE_CODE_SERVER: ${entry} does not run` };
  const refusal = whyNotInstall({ ...around, isRoot: true, hasApt: true, isDebian: true });
  if (refusal !== undefined) return { problem: refusal };
  const tools = await prepareTools(findBuildTools, codeServerInstallCommand, around, say);
  if (!tools.ready) return tools;
  say(`Building code-server ${version} in ${folder} (about 2 minutes, once)`);
  const problem = await build(folder, around.env);
  if (problem !== undefined) return { problem };
  return (await runs(entry)) ? { entry } : { problem: 'the code-server that was built does not run' };
}

const runs = async entry =>
  (await runTool(process.execPath, [entry, '--version'], { limitSeconds: probeSeconds })).ok;

async function findBuildTools(env) {
  const missing = ['rg', 'python3', 'make', 'g++', 'krb5-config']
    .filter(name => onPath(name, env) === undefined)
    .map(name => ({ name, why: 'not found' }));
  return { missing };
}

/** Into a folder of its own, which takes its name only when it is whole. Answers undefined, or what went wrong. */
async function build(folder, env) {
  const fresh = `${folder}.${process.pid}`;
  const inside = (...parts) => path.join(fresh, 'node_modules', 'code-server', ...parts);
  const vscode = (...parts) => inside('lib', 'vscode', ...parts);
  const steps = [
    { cwd: fresh, args: ['install', `code-server@${version}`, '--ignore-scripts'] },
    { cwd: fresh, args: ['rebuild', 'argon2'], env: { npm_config_build_from_source: 'true' } },
    { cwd: vscode(), args: ['install', '--omit=dev', '--ignore-scripts'] },
    { cwd: vscode(), args: ['rebuild', ...nativeParts], env: { npm_config_yes: 'true' } },
    { cwd: vscode('extensions'), args: ['install', '--omit=dev', '--ignore-scripts'] },
  ];
  const npm = ['--no-audit', '--no-fund', '--prefer-offline', '--workspaces=false'];
  try {
    await mkdir(fresh, { recursive: true });
    await runTool('npm', ['init', '-y'], { cwd: fresh, limitSeconds: probeSeconds });
    for (const { cwd, args, env: more = {} } of steps) {
      const ran = await runTool('npm', [...args, ...npm], {
        cwd,
        env: { ...more, NODE_OPTIONS: '' },
        limitSeconds: buildSeconds,
      });
      if (!ran.ok)
        return `npm ${args.join(' ')} failed:\n${ran.output.trimEnd().split('\n').slice(-8).join('\n')}`;
    }
    // In place of what the scripts that did not run would have made or downloaded.
    const search = vscode('node_modules', '@vscode', 'ripgrep', 'bin');
    await mkdir(search, { recursive: true });
    for (const [target, link] of [
      [onPath('rg', env), path.join(search, 'rg')],
      ['node_modules', vscode('node_modules.asar')],
      ['code-linux.sh', vscode('bin', 'remote-cli', 'code-server')],
      ['browser-linux.sh', vscode('bin', 'helpers', 'browser.sh')],
    ]) {
      await rm(link, { force: true, recursive: true });
      await symlink(target, link);
    }
    await access(codeServerEntry(fresh));
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
    return undefined;
  } catch (error) {
    return error.message;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** What a person must read when the tests are left out. */
export const codeServerWarning = problem =>
  [
    '!! THE TESTS IN VS CODE WILL BE SKIPPED (clients/vscode)',
    `!! ${problem}`,
    `!! to run them: sudo ${codeServerInstallCommand}, then npm test again; or SONDE_CODE_SERVER=FOLDER with an installed code-server`,
  ].join('\n');
