import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { whyNotInstall } from './apt.mjs';
import {
  cxxLibraryWarning,
  debugServerWarning,
  findCxxLibrary,
  findDebugServer,
  findNativeTools,
  nativeWarning,
  prepareCxxLibrary,
  prepareDebugServer,
  prepareNativeTools,
} from './native-tools.mjs';
import { scratchTree } from './scratch-tree.mjs';

const debianRoot = { env: {}, isRoot: true, hasApt: true, isDebian: true };

describe('the search for native tools', () => {
  const missingWith = async env =>
    (await findNativeTools(env)).missing.map(({ name, why }) => `${name}: ${why}`);

  it('says what is not on the path', async () => {
    expect(await missingWith({ PATH: '' })).toEqual(['lldb-22: not found', 'clang-22: not found']);
  });

  it('is not content with an LLDB that has no Python, or a clang that does not run', async () => {
    const env = { SONDE_LLDB: process.execPath, SONDE_CLANG: '/no/such/clang' };
    expect(await missingWith(env)).toEqual([
      `lldb-22: ${process.execPath} cannot run Python scripts`,
      'clang-22: /no/such/clang does not run',
    ]);
  });

  it('ends in a warning that names the command to run', () => {
    expect(nativeWarning('missing: x')).toContain('sudo apt-get install -y lldb-22 clang-22');
  });
});

describe("the search for GNU's debug server", () => {
  const missingWith = async env =>
    (await findDebugServer(env)).missing.map(({ name, why }) => `${name}: ${why}`);

  it('says what is not on the path, or does not run', async () => {
    expect(await missingWith({ PATH: '' })).toEqual(['gdbserver: not found']);
    const env = { PATH: '', SONDE_GDBSERVER: '/no/such/server' };
    expect(await missingWith(env)).toEqual(['gdbserver: /no/such/server does not run']);
  });

  it('ends in a warning that names the command to run', () => {
    expect(debugServerWarning('missing: x')).toContain('sudo apt-get install -y gdbserver');
  });
});

describe("the search for LLVM's C++ library", () => {
  const missingWith = async env =>
    (await findCxxLibrary(env)).missing.map(({ name, why }) => `${name}: ${why}`);

  it('says that there is no compiler to use it, or that the compiler does not find it', async () => {
    expect(await missingWith({ PATH: '' })).toEqual(['libc++-22-dev: clang++-22 is not there to use it']);
    const env = { PATH: '', SONDE_CLANGXX: '/no/such/clang++' };
    expect(await missingWith(env)).toEqual(['libc++-22-dev: not found']);
  });

  it('ends in a warning that names the command to run', () => {
    expect(cxxLibraryWarning('missing: x')).toContain(
      'sudo apt-get install -y libc++-22-dev libc++abi-22-dev',
    );
  });
});

describe('the installation of native tools', () => {
  it('is done for root on Debian only, and not when it was forbidden', () => {
    expect(whyNotInstall(debianRoot)).toBeUndefined();
    expect(whyNotInstall({ ...debianRoot, env: { SONDE_NO_SETUP: '1' } })).toContain('SONDE_NO_SETUP');
    expect(whyNotInstall({ ...debianRoot, isRoot: false })).toContain('password');
    expect(whyNotInstall({ ...debianRoot, hasApt: false })).toContain('apt-get');
  });
});

describe.skipIf(process.platform === 'win32')('with an apt-get of our own', () => {
  /** A folder that is the whole path, in which apt-get is this shell script; `$HERE` is the folder. */
  function machineWith(script) {
    const folder = scratchTree({ 'apt-get': `#!/bin/sh\nHERE=\${0%/*}\n${script}\n` });
    chmodSync(path.join(folder, 'apt-get'), 0o755);
    return { ...debianRoot, env: { PATH: folder } };
  }

  const prepare = async machine => {
    const said = [];
    return { ...(await prepareNativeTools(machine, line => said.push(line))), said: said.join('\n') };
  };

  it('a successful installation, announced, makes the tools ready', async () => {
    const lldb = `printf '#!/bin/sh\\necho "%s"\\n' "<class 'lldb.SBDebugger'>" > $HERE/lldb-22`;
    const clang = `printf '#!/bin/sh\\n' > $HERE/clang-22`;
    const executable = '/bin/chmod 755 $HERE/lldb-22 $HERE/clang-22';
    const machine = machineWith(`case "$*" in *install*) ${lldb}; ${clang}; ${executable};; esac`);
    const { ready, said } = await prepare(machine);
    expect(ready).toBe(true);
    expect(said).toContain('apt-get install -y lldb-22 clang-22');
  });

  it("GNU's debug server is installed by itself", async () => {
    const server = `printf '#!/bin/sh\\n' > $HERE/gdbserver; /bin/chmod 755 $HERE/gdbserver`;
    const machine = machineWith(`case "$*" in *"install -y gdbserver") ${server};; esac`);
    expect(await prepareDebugServer(machine, () => undefined)).toEqual({ ready: true });
  });

  it("LLVM's C++ library is installed by itself", async () => {
    const machine = machineWith(
      `case "$*" in *"install -y libc++-22-dev libc++abi-22-dev") echo > $HERE/library;; esac`,
    );
    const compiler = path.join(machine.env.PATH, 'clang++-22');
    writeFileSync(compiler, '#!/bin/sh\ntest -e ${0%/*}/library\n', { mode: 0o755 });
    expect(await prepareCxxLibrary(machine, () => undefined)).toEqual({ ready: true });
  });

  it('a failed one says what apt-get said and does not fail the run', async () => {
    const { ready, problem } = await prepare(machineWith('echo "E: no such package"; exit 100'));
    expect(ready).toBe(false);
    expect(problem).toContain('apt-get install failed');
    expect(problem).toContain('E: no such package');
  });

  it('one that changes nothing is not taken for a success', async () => {
    const { ready, problem } = await prepare(machineWith('exit 0'));
    expect(ready).toBe(false);
    expect(problem).toContain('still missing after the installation: lldb-22');
  });

  it('nothing is run when it was forbidden', async () => {
    const machine = machineWith('echo ran > $HERE/ran');
    const forbidden = { ...machine, env: { ...machine.env, SONDE_NO_SETUP: '1' } };
    const { ready, problem } = await prepare(forbidden);
    expect(ready).toBe(false);
    expect(problem).toContain('SONDE_NO_SETUP is set');
    expect(existsSync(path.join(machine.env.PATH, 'ran'))).toBe(false);
  });
});
