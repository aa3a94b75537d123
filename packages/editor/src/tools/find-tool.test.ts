import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EditorFailure } from '../editor-failure.js';
import { findTool, type ToolSearch } from './find-tool.js';
import { lldbDap } from './known-tools.js';
import type { ToolHost } from './tool-host.js';

/** A machine with these files, all of which can be started but those in `broken`. */
const machine = (
  files: readonly string[],
  more: Partial<ToolHost> = {},
  broken: readonly string[] = [],
): ToolHost => ({
  platform: 'linux',
  env: { PATH: '/usr/local/bin:/usr/bin:/usr/bin:' },
  home: '/home/me',
  isExecutable: file => Promise.resolve(files.includes(file) && !broken.includes(file)),
  namesIn: folder =>
    Promise.resolve([
      ...new Set(
        files
          .filter(file => file.startsWith(folder === '/' ? '/' : `${folder}/`))
          .map(file => path.relative(folder, file).split('/')[0]!),
      ),
    ]),
  ...more,
});

const search: ToolSearch = {
  name: 'probe-dap',
  setting: { name: 'my.probePath', value: '' },
  places: ['/opt/probe/bin', '/usr/lib/probe-*/bin', '~/.probe/bin'],
  install: { linux: 'apt install probe', darwin: 'brew install probe' },
};
const set = (value: string): ToolSearch => ({ ...search, setting: { name: 'my.probePath', value } });

const failure = async (work: Promise<unknown>): Promise<EditorFailure> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EditorFailure);
  return error as EditorFailure;
};

describe('a tool', () => {
  it('is what the setting names, though others are there', async () => {
    const host = machine(['/x/mine', '/opt/probe/bin/probe-dap', '/home/me/t/p', '/usr/bin/probe-beta']);
    expect(await findTool(set('/x/mine'), host)).toEqual({
      name: 'probe-dap',
      path: '/x/mine',
      from: 'setting',
    });
    expect((await findTool(set('~/t/p'), host)).path).toBe('/home/me/t/p');
    expect((await findTool(set('probe-beta'), host)).path).toBe('/usr/bin/probe-beta');
  });

  it('is never another one than the setting names', async () => {
    const host = machine(['/opt/probe/bin/probe-dap', '/x/locked'], {}, ['/x/locked']);
    expect((await failure(findTool(set('/x/gone'), host))).text).toBe(
      'The setting my.probePath names /x/gone, which is no program that can be started. Correct the setting, or empty it to search for probe-dap.',
    );
    expect((await failure(findTool(set('/x/locked'), host))).message).toContain('/x/locked');
    expect((await failure(findTool(set('nowhere'), host))).message).toContain(
      'not on the PATH. Looked for /usr/local/bin/nowhere, /usr/bin/nowhere.',
    );
  });

  it('is the newest of the known places, by the version in its name or its folder', async () => {
    const files = [
      '/usr/lib/probe-9/bin/probe-dap',
      '/usr/lib/probe-21/bin/probe-dap',
      '/opt/probe/bin/probe-dap-20',
    ];
    expect(await findTool(search, machine(files))).toEqual({
      name: 'probe-dap',
      path: '/usr/lib/probe-21/bin/probe-dap',
      from: 'known place',
      version: 21,
    });
    expect((await findTool(search, machine(files, {}, [files[1]!]))).path).toBe(files[2]);
  });

  it('is found on the PATH last, versioned names included, the newest first', async () => {
    const files = [
      '/usr/bin/probe-dap',
      '/usr/bin/probe-dap-9',
      '/usr/bin/probe-dap-22',
      '/usr/bin/probe-dap-22.old',
    ];
    expect(await findTool(search, machine(files))).toEqual({
      name: 'probe-dap',
      path: '/usr/bin/probe-dap-22',
      from: 'PATH',
      version: 22,
    });
    const inHome = [...files, '/home/me/.probe/bin/probe-dap'];
    expect((await findTool(search, machine(inHome))).from).toBe('known place');
  });

  it('has other endings on Windows', async () => {
    const host = machine(['/w/probe-dap.exe'], { platform: 'win32', env: { Path: '/w;/v' } });
    expect((await findTool({ name: 'probe-dap' }, host)).path).toBe('/w/probe-dap.exe');
  });

  it('that is nowhere is missed with every place and the command that installs it', async () => {
    const missed = await failure(findTool(search, machine([])));
    expect(missed.text).toBe(
      'probe-dap was not found. Looked in the setting my.probePath (empty), /opt/probe/bin, /usr/lib/probe-*/bin, ' +
        '/home/me/.probe/bin, /usr/local/bin (PATH), /usr/bin (PATH). ' +
        'Install it, or set my.probePath to its path. Run: apt install probe',
    );
    expect(missed.command).toBe('apt install probe');
    expect((await failure(findTool(search, machine([], { platform: 'aix' })))).command).toBeUndefined();
    expect((await failure(findTool({ name: 'x' }, machine([], { env: {} })))).message).toContain(
      'no place at all',
    );
  });

  it('of LLVM is found by the version of its folder', async () => {
    const files = ['/usr/lib/llvm-19/bin/lldb-dap', '/usr/lib/llvm-22/bin/lldb-dap', '/usr/bin/lldb-dap'];
    expect((await findTool(lldbDap(), machine(files))).path).toBe(files[1]);
    expect((await failure(findTool(lldbDap(), machine([])))).command).toMatch(
      /^(?:sudo )?apt-get install -y lldb$/,
    );
  });
});
