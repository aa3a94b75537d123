// The configuration that `sonde editor vim` prints, read by Vim itself; what vimspector would be called with is looked at.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, onTestFinished } from 'vitest';
import { sondeScript } from './fixtures.js';

/** Vim as a distribution's smallest packages have it knows no dictionaries. */
function missing(): string | undefined {
  const probe = spawnSync('vim', ['--version'], { encoding: 'utf8' });
  if (probe.error !== undefined) return 'Vim is not installed: apt-get install vim-nox';
  return probe.stdout.includes('+eval') ? undefined : 'this Vim has no +eval: apt-get install vim-nox';
}

/** In the place of the plugin: F5 writes down the configuration that it would start. */
const standIn = `
function! vimspector#Continue() abort
  let name = 'Sonde: debug ' . &filetype
  call writefile([json_encode([g:vimspector_configurations[name],
    \\ g:vimspector_adapters[g:vimspector_configurations[name].adapter]])], $TOLD)
endfunction
`;

describeUnlessMissing('the configuration for Vim', missing(), () => {
  it('starts nothing where the file cannot be saved, and says so', { timeout: 30_000 }, () => {
    const home = mkdtempSync(join(tmpdir(), 'sonde-vim-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    writeFileSync(join(home, 'sonde.vim'), execFileSync(sondeScript, ['editor', 'vim']));
    mkdirSync(join(home, 'autoload'));
    writeFileSync(join(home, 'autoload/vimspector.vim'), standIn);
    writeFileSync(join(home, 'a.mini'), 'old\n');
    const log = join(home, 'told');
    const lines = [
      ...[`set runtimepath+=${home}`, `source ${home}/sonde.vim`, `edit ${home}/a.mini`],
      ...['setlocal readonly', 'call setline(1, "new")', 'execute "normal \\<F5>"'],
      ...[`call writefile([execute("messages")], '${log}.said')`, 'qall!'],
    ];
    spawnSync(
      'vim',
      ['-u', 'NONE', '-i', 'NONE', '-N', '-n', '-es', ...lines.flatMap(line => ['-c', line])],
      { env: { ...process.env, TOLD: log }, timeout: 20_000 },
    );
    expect(readFileSync(`${log}.said`, 'utf8')).toMatch(/the file could not be saved:.*E45/);
    expect(existsSync(log)).toBe(false);
  });

  it('sets types, comments and colours, and gives F5 the project or the file', { timeout: 30_000 }, () => {
    const home = mkdtempSync(join(tmpdir(), 'sonde-vim-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    writeFileSync(join(home, 'sonde.vim'), execFileSync(sondeScript, ['editor', 'vim']));
    mkdirSync(join(home, 'autoload'));
    writeFileSync(join(home, 'autoload/vimspector.vim'), standIn);
    mkdirSync(join(home, 'project/src'), { recursive: true });
    writeFileSync(join(home, 'project/osprey.toml'), '');
    const told: string[] = [];
    for (const name of ['a.hsx.c', 'b.mini', 'project/src/main.osp', 'c.mvasm', 'd.cpp']) {
      const file = join(home, name);
      writeFileSync(file, 'while\n');
      const log = join(home, 'told');
      const lines = [
        ...['filetype plugin on', 'syntax on', `set runtimepath+=${home}`, `source ${home}/sonde.vim`],
        `edit ${file}`,
        'execute "normal \\<F5>"',
        `call writefile([&filetype, &commentstring, synIDattr(synID(1, 1, 1), "name"), v:errmsg], '${log}.file')`,
        'qall!',
      ];
      const { status, stderr } = spawnSync(
        'vim',
        ['-u', 'NONE', '-i', 'NONE', '-N', '-n', '-es', ...lines.flatMap(line => ['-c', line])],
        { env: { ...process.env, TOLD: log }, encoding: 'utf8', timeout: 20_000 },
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const [configuration, adapter] = JSON.parse(readFileSync(log, 'utf8')) as [Configuration, Adapter];
      const shown = readFileSync(`${log}.file`, 'utf8').split('\n');
      expect(shown[3], 'the last error of Vim').toBe('');
      told.push(
        [
          ...shown.slice(0, 3),
          configuration.configuration.program.slice(home.length),
          adapter.command.join(' '),
          Object.keys(configuration.breakpoints.exception).toSorted().join(' '),
        ].join(' | '),
      );
    }
    expect(told).toEqual([
      'hsx | // %s | sondeKeyword | /a.hsx.c | sonde dap --language hsx | thrown',
      'mini | // %s | sondeKeyword | /b.mini | sonde dap --language mini | thrown uncaught',
      'osprey | // %s |  | /project | sonde dap --language osprey | any-signal arithmetic effect fatal match resume signal',
      'hsx-mvasm | ; %s | sondeKeyword | /c.mvasm | sonde dap --language hsx | thrown',
      'cpp | /*%s*/ | cRepeat | /d.cpp | sonde dap --language c | any-signal catch signal throw',
    ]);
  });
});

interface Configuration {
  readonly configuration: { readonly program: string };
  readonly breakpoints: { readonly exception: Readonly<Record<string, string>> };
}

interface Adapter {
  readonly command: readonly string[];
}
