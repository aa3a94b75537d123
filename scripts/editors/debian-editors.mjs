// Editors that are newer than this machine's: packages of Debian's unstable release, unpacked into the user's cache.
//
// Nothing is installed: each editor runs with the libraries it came with, and starts the `sonde` and the compilers of this machine.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { onPath } from '../lib/apt.mjs';
import { root } from '../lib/repository.mjs';
import { runTool } from '../lib/run-tool.mjs';

const packages = ['neovim', 'hx', 'emacs-nox', 'elpa-dape'];
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
const downloadSeconds = 900;

/** Answers `{ bin }`, the folder of commands to put on the PATH, or `{ problem }`. */
export async function prepareEditors(say) {
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const folder = path.join(cache, 'sonde', 'editors-unstable');
  if (!existsSync(folder)) {
    for (const tool of ['apt-get', 'dpkg'])
      if (onPath(tool, process.env) === undefined) return { problem: `${tool} is not there` };
    if (!existsSync(keyring)) return { problem: `${keyring} is not there` };
    say(`Unpacking ${packages.join(', ')} into ${folder} (about a minute, once)`);
    const problem = await unpack(`${folder}.new`);
    if (problem !== undefined) return { problem };
    renameSync(`${folder}.new`, folder);
  }
  return { bin: writeCommands(folder) };
}

async function unpack(folder) {
  rmSync(folder, { recursive: true, force: true });
  const apt = path.join(folder, 'apt');
  for (const part of ['lists/partial', 'archives/partial', 'parts'])
    mkdirSync(path.join(apt, part), { recursive: true });
  writeFileSync(path.join(apt, 'status'), '');
  writeFileSync(
    path.join(apt, 'sources.list'),
    `deb [signed-by=${keyring}] http://deb.debian.org/debian sid main\n`,
  );
  const settings = {
    'Dir::State': apt,
    'Dir::State::status': `${apt}/status`,
    'Dir::Cache': apt,
    'Dir::Etc::sourcelist': `${apt}/sources.list`,
    'Dir::Etc::sourceparts': `${apt}/parts`,
    'Dir::Etc::preferencesparts': `${apt}/parts`,
    'APT::Install-Recommends': 'false',
  };
  const config = path.join(apt, 'apt.conf');
  writeFileSync(
    config,
    Object.entries(settings)
      .map(([key, value]) => `${key} "${value}";\n`)
      .join(''),
  );
  for (const args of [['update'], ['install', '--download-only', '-y', ...packages]]) {
    const { ok, output } = await runTool('apt-get', args, {
      env: { APT_CONFIG: config },
      limitSeconds: downloadSeconds,
    });
    if (!ok) return `apt-get ${args[0]} failed: ${output.trim().split('\n').at(-1)}`;
  }
  const archives = path.join(apt, 'archives');
  for (const name of readdirSync(archives).filter(each => each.endsWith('.deb'))) {
    const { ok, output } = await runTool(
      'dpkg',
      ['-x', path.join(archives, name), path.join(folder, 'root')],
      {
        limitSeconds: 120,
      },
    );
    if (!ok) return `dpkg -x ${name} failed: ${output.trim()}`;
  }
  rmSync(apt, { recursive: true });
  return undefined;
}

/** Commands that start the editors with their own loader and libraries, and `sonde` of this repository. */
function writeCommands(folder) {
  const bin = path.join(folder, 'bin');
  rmSync(bin, { recursive: true, force: true });
  mkdirSync(bin);
  const usr = path.join(folder, 'root', 'usr');
  const libraries = path.join(usr, 'lib', 'x86_64-linux-gnu');
  const loader = `exec ${libraries}/ld-linux-x86-64.so.2 --library-path ${libraries}`;
  const write = (name, lines) => {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${lines.join('\n')}\n`);
    chmodSync(path.join(bin, name), 0o755);
  };
  write('nvim', [`export VIMRUNTIME=${usr}/share/nvim/runtime`, `${loader} ${usr}/bin/nvim "$@"`]);
  write('hx', [`export HELIX_RUNTIME=${usr}/lib/hx/runtime`, `${loader} ${usr}/lib/hx/hx "$@"`]);
  const emacs = readdirSync(`${usr}/share/emacs`).find(name => /^\d/.test(name));
  const data = `${usr}/share/emacs/${emacs}`;
  const dump = readdirSync(`${usr}/libexec/emacs/${emacs}/x86_64-linux-gnu`).find(name =>
    name.endsWith('.pdmp'),
  );
  write('emacs-unstable', [
    `export EMACSDATA=${data}/etc EMACSDOC=${data}/etc`,
    `export EMACSLOADPATH=$(find ${data}/lisp ${usr}/share/emacs/site-lisp/elpa-src -type d | tr '\\n' ':')`,
    `${loader} ${usr}/bin/emacs-nox --dump-file=${usr}/libexec/emacs/${emacs}/x86_64-linux-gnu/${dump} "$@"`,
  ]);
  symlinkSync(path.join(root, 'clients/cli/bin/sonde.js'), path.join(bin, 'sonde'));
  return bin;
}
