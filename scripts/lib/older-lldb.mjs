// An LLDB before the tested one, for the tests that want it: unpacked, because Debian's packages of two versions exclude
// each other. Nothing of it is installed.
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onPath, surroundings, updateSources, whyNotInstall } from './apt.mjs';
import { note } from './progress.mjs';
import { runTool } from './run-tool.mjs';

const version = 19;
const packages = [
  ...[`lldb-${version}`, `liblldb-${version}`, `python3-lldb-${version}`],
  ...[`libllvm${version}`, `libclang-cpp${version}`, `libclang1-${version}`],
];
const downloadSeconds = 300;
const unpackSeconds = 120;
const probeSeconds = 60;

/**
 * Answers with the path of one that runs, or with `problem`: the one that the environment names, the one that was unpacked
 * before, or a new one. Never fails the run: the tests skip themselves.
 */
export async function prepareOlderLldb(folder, around = surroundings(), say = note) {
  const named = around.env.SONDE_OLDER_LLDB;
  if (named) return { lldb: named };
  const lldb = path.join(folder, `lldb-${version}`);
  if (await runs(lldb)) return { lldb };
  // To download takes no rights, only to learn of packages does.
  const refusal = whyNotInstall({ ...around, isRoot: true });
  if (refusal !== undefined) return { problem: refusal };
  if (onPath('dpkg-deb', around.env) === undefined) return { problem: 'there is no dpkg-deb' };
  say(`Unpacking lldb-${version} (${packages.join(', ')})`);
  const problem = await unpack(folder, lldb, around);
  if (problem !== undefined) return { problem };
  return (await runs(lldb)) ? { lldb } : { problem: `the lldb-${version} that was unpacked does not run` };
}

async function unpack(folder, lldb, around) {
  const fresh = `${folder}.${process.pid}`;
  try {
    await mkdir(fresh, { recursive: true });
    if (
      !(await download(fresh)) &&
      !(around.isRoot && (await updateSources(around.env)) && (await download(fresh)))
    )
      return `apt-get download found no lldb-${version}`;
    for (const file of await readdir(fresh)) {
      const unpacked = await runTool('dpkg-deb', ['-x', file, '.'], {
        cwd: fresh,
        limitSeconds: unpackSeconds,
      });
      if (!unpacked.ok) return `${file} could not be unpacked`;
      await rm(path.join(fresh, file));
    }
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
    await writeFile(lldb, starter);
    await chmod(lldb, 0o755);
    return undefined;
  } catch (error) {
    return error.message;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

const download = async folder =>
  (await runTool('apt-get', ['download', ...packages], { cwd: folder, limitSeconds: downloadSeconds })).ok;

/** Finds its libraries and its Python beside itself. */
const starter = `#!/bin/sh
lib=$(dirname "$0")/usr/lib
multi=$(ls -d "$lib"/*-linux-gnu* | head -n 1)
export LD_LIBRARY_PATH="$lib/llvm-${version}/lib:$multi"
export PYTHONPATH="$(ls -d "$lib"/llvm-${version}/lib/python3*/site-packages | head -n 1)"
exec "$lib/llvm-${version}/bin/lldb" "$@"
`;

async function runs(lldb) {
  const script = 'script import lldb; print(lldb.SBDebugger.GetVersionString())';
  const probe = await runTool(lldb, ['--no-lldbinit', '-b', '-o', script], { limitSeconds: probeSeconds });
  return probe.output.includes(`lldb version ${version}.`);
}

export const olderLldbWarning = problem =>
  [
    '!! TESTS WITH AN OLDER LLDB WILL BE SKIPPED',
    `!! ${problem}`,
    '!! to run them: SONDE_OLDER_LLDB=/path/to/an/older/lldb npm test',
  ].join('\n');
