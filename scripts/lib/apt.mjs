// Packages of the system: installed where that needs no password and was not forbidden, else it is said why not.
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { runTool } from './run-tool.mjs';

const updateSeconds = 300;
const installSeconds = 900;
const patience = [
  '-o',
  'DPkg::Lock::Timeout=120',
  '-o',
  'Acquire::http::Timeout=30',
  '-o',
  'Acquire::Retries=2',
];

/** What `whyNotInstall` decides by. */
export function surroundings() {
  return {
    env: process.env,
    isRoot: process.getuid?.() === 0,
    hasApt: onPath('apt-get', process.env) !== undefined,
    isDebian: existsSync('/etc/debian_version'),
  };
}

/** Undefined when we may install; otherwise why not. */
export function whyNotInstall({ env, isRoot, hasApt, isDebian }) {
  if ((env.SONDE_NO_SETUP ?? '') !== '') return 'SONDE_NO_SETUP is set';
  if (!hasApt || !isDebian) return 'this is not a Debian-like system with apt-get';
  if (!isRoot) return 'installing needs root, and this command never asks for a password';
  return undefined;
}

const quietly = env => ({ ...env, DEBIAN_FRONTEND: 'noninteractive' });

const update = env =>
  runTool('apt-get', [...patience, 'update'], { env: quietly(env), limitSeconds: updateSeconds });

/** Whether the lists of packages are as they are now. */
export const updateSources = async env => (await update(env)).ok;

/** `command` is `apt-get install -y …`. Answers undefined, or what went wrong. */
export async function installWithApt(command, given, say) {
  const env = quietly(given);
  const updated = await update(given);
  // A stale list of packages may still be good enough, so this alone is no reason to give up.
  if (!updated.ok) say(`apt-get update ${verdict(updated)}; trying the installation all the same`);
  const args = [...patience, ...command.split(' ').slice(1)];
  const install = await runTool('apt-get', args, { env, limitSeconds: installSeconds });
  if (install.ok) return undefined;
  return `apt-get install ${verdict(install)}:\n${lastLines(install.output || updated.output)}`;
}

/**
 * Looks for tools with `find`, which answers `{ missing: [{ name, why }] }`, and installs what is missing where it may.
 * Answers `{ ready, problem }` and says on the way what it does. Never fails the run: tests skip themselves.
 */
export async function prepareTools(find, command, around, say) {
  const { env } = around;
  let { missing } = await find(env);
  if (missing.length === 0) return { ready: true };
  const refusal = whyNotInstall(around);
  if (refusal !== undefined) return { ready: false, problem: `missing: ${list(missing)}; ${refusal}` };
  say(`Missing: ${list(missing)}. Running as root: apt-get update; ${command}`);
  const problem = await installWithApt(command, env, say);
  if (problem !== undefined) return { ready: false, problem };
  ({ missing } = await find(env));
  if (missing.length === 0) return { ready: true };
  return { ready: false, problem: `still missing after the installation: ${list(missing)}` };
}

export function onPath(name, env) {
  return (env.PATH ?? '')
    .split(path.delimiter)
    .filter(folder => folder !== '')
    .map(folder => path.join(folder, name))
    .find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const list = missing => missing.map(({ name, why }) => `${name} (${why})`).join(', ');
const verdict = result => (result.timedOut ? 'took too long' : 'failed');
const lastLines = text =>
  text
    .trimEnd()
    .split('\n')
    .slice(-12)
    .map(line => `     ${line}`)
    .join('\n');
