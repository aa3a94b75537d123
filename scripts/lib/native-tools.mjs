// LLDB and clang for the native tests: looks for them, installs them where that needs no password, else says how.
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { note } from './progress.mjs';
import { runTool } from './run-tool.mjs';

const version = 22;
export const installCommand = `apt-get install -y lldb-${version} clang-${version}`;

const probeSeconds = 60;
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

/** `{ missing: [{ name, why }] }`; the environment variables are those the engine and the pack read. */
export async function findNativeTools(env = process.env) {
  const lldb = env.SONDE_LLDB || onPath(`lldb-${version}`, env);
  const clang = env.SONDE_CLANG || onPath(`clang-${version}`, env);
  const missing = [];
  if (lldb === undefined) missing.push({ name: `lldb-${version}`, why: 'not found' });
  else if (!(await hostsPython(lldb)))
    missing.push({ name: `lldb-${version}`, why: `${lldb} cannot run Python scripts` });
  if (clang === undefined) missing.push({ name: `clang-${version}`, why: 'not found' });
  else if (!(await runTool(clang, ['--version'], { limitSeconds: probeSeconds })).ok) {
    missing.push({ name: `clang-${version}`, why: `${clang} does not run` });
  }
  return { missing };
}

/** Undefined when we may install; otherwise why not. */
export function whyNotInstall({ env, isRoot, hasApt, isDebian }) {
  if ((env.SONDE_NO_SETUP ?? '') !== '') return 'SONDE_NO_SETUP is set';
  if (!hasApt || !isDebian) return 'this is not a Debian-like system with apt-get';
  if (!isRoot) return 'installing needs root, and this command never asks for a password';
  return undefined;
}

/** Answers `{ ready, problem }` and says on the way what it does. Never fails the run: native tests skip themselves. */
export async function prepareNativeTools(around = surroundings(), say = note) {
  const { env } = around;
  let { missing } = await findNativeTools(env);
  if (missing.length === 0) return { ready: true };
  const refusal = whyNotInstall(around);
  if (refusal === undefined) {
    say(`Missing: ${list(missing)}. Running as root: apt-get update; ${installCommand}`);
    const problem = await installWithApt(env, say);
    if (problem !== undefined) return { ready: false, problem };
    ({ missing } = await findNativeTools(env));
    if (missing.length === 0) return { ready: true };
    return { ready: false, problem: `still missing after the installation: ${list(missing)}` };
  }
  return { ready: false, problem: `missing: ${list(missing)}; ${refusal}` };
}

/** What a person must read when native tests are left out. */
export const nativeWarning = problem =>
  [
    '!! NATIVE TESTS WILL BE SKIPPED (engines/native, and every language that compiles to native code),',
    '!! or run with other versions of LLDB and clang than they are written for, if there are any',
    `!! ${problem}`,
    `!! to run them: sudo apt-get update && sudo ${installCommand}`,
    `!! (where Debian or Ubuntu has no such package: https://apt.llvm.org/)`,
  ].join('\n');

async function installWithApt(given, say) {
  const env = { ...given, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await runTool('apt-get', [...patience, 'update'], { env, limitSeconds: updateSeconds });
  // A stale list of packages may still be good enough, so this alone is no reason to give up.
  if (!update.ok) say(`apt-get update ${verdict(update)}; trying the installation all the same`);
  const args = [...patience, ...installCommand.split(' ').slice(1)];
  const install = await runTool('apt-get', args, { env, limitSeconds: installSeconds });
  if (install.ok) return undefined;
  return `apt-get install ${verdict(install)}:\n${lastLines(install.output || update.output)}`;
}

/** The engine lives in LLDB's own Python, and some packages of LLDB come without it. */
async function hostsPython(lldb) {
  const script = 'script import lldb; print(lldb.SBDebugger)';
  const probe = await runTool(lldb, ['--no-lldbinit', '-b', '-o', script], { limitSeconds: probeSeconds });
  return probe.output.includes("<class 'lldb.SBDebugger'>");
}

function surroundings() {
  return {
    env: process.env,
    isRoot: process.getuid?.() === 0,
    hasApt: onPath('apt-get', process.env) !== undefined,
    isDebian: existsSync('/etc/debian_version'),
  };
}

function onPath(name, env) {
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
