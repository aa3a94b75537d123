// LLDB and clang for the native tests, GNU's debug server and LLVM's C++ library for some of them: looked for, installed
// where that needs no password, else it is said how.
import { onPath, prepareTools, surroundings } from './apt.mjs';
import { note } from './progress.mjs';
import { runTool } from './run-tool.mjs';

const version = 22;
export const installCommand = `apt-get install -y lldb-${version} clang-${version}`;

const probeSeconds = 60;

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

/** Answers `{ ready, problem }` and says on the way what it does. Never fails the run: native tests skip themselves. */
export const prepareNativeTools = (around = surroundings(), say = note) =>
  prepareTools(findNativeTools, installCommand, around, say);

/** What a person must read when native tests are left out. */
export const nativeWarning = problem =>
  [
    '!! NATIVE TESTS WILL BE SKIPPED (engines/native, and every language that compiles to native code),',
    '!! or run with other versions of LLDB and clang than they are written for, if there are any',
    `!! ${problem}`,
    `!! to run them: sudo apt-get update && sudo ${installCommand}`,
    `!! (where Debian or Ubuntu has no such package: https://apt.llvm.org/)`,
  ].join('\n');

/** By itself, so that a machine for which there is no such package has the others all the same. */
export const debugServerInstallCommand = 'apt-get install -y gdbserver';

export async function findDebugServer(env = process.env) {
  const name = 'gdbserver';
  const found = env.SONDE_GDBSERVER || onPath(name, env);
  if (found === undefined) return { missing: [{ name, why: 'not found' }] };
  const { ok } = await runTool(found, ['--version'], { limitSeconds: probeSeconds });
  return { missing: ok ? [] : [{ name, why: `${found} does not run` }] };
}

export const prepareDebugServer = (around = surroundings(), say = note) =>
  prepareTools(findDebugServer, debugServerInstallCommand, around, say);

export const debugServerWarning = problem =>
  [
    "!! A TEST OF GNU'S DEBUG SERVER WILL BE SKIPPED",
    `!! ${problem}`,
    `!! to run it: sudo apt-get update && sudo ${debugServerInstallCommand}`,
  ].join('\n');

export const cxxLibraryInstallCommand = `apt-get install -y libc++-${version}-dev libc++abi-${version}-dev`;

/** Whether a program is made with it: its headers are there, and what they ask for. */
export async function findCxxLibrary(env = process.env) {
  const name = `libc++-${version}-dev`;
  const compiler = env.SONDE_CLANGXX || onPath(`clang++-${version}`, env);
  if (compiler === undefined)
    return { missing: [{ name, why: `clang++-${version} is not there to use it` }] };
  const args = ['-stdlib=libc++', '-x', 'c++', '-include', 'version', '-fsyntax-only', '/dev/null'];
  const { ok } = await runTool(compiler, args, { limitSeconds: probeSeconds });
  return { missing: ok ? [] : [{ name, why: 'not found' }] };
}

export const prepareCxxLibrary = (around = surroundings(), say = note) =>
  prepareTools(findCxxLibrary, cxxLibraryInstallCommand, around, say);

export const cxxLibraryWarning = problem =>
  [
    "!! TESTS OF LLVM'S C++ LIBRARY WILL BE SKIPPED",
    `!! ${problem}`,
    `!! to run them: sudo apt-get update && sudo ${cxxLibraryInstallCommand}`,
  ].join('\n');

/** The engine lives in LLDB's own Python, and some packages of LLDB come without it. */
async function hostsPython(lldb) {
  const script = 'script import lldb; print(lldb.SBDebugger)';
  const probe = await runTool(lldb, ['--no-lldbinit', '-b', '-o', script], { limitSeconds: probeSeconds });
  return probe.output.includes("<class 'lldb.SBDebugger'>");
}
