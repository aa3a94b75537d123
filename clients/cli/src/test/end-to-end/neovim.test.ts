// The configuration that `sonde editor neovim` prints, read by Neovim itself; what nvim-dap would be called with is looked at.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, onTestFinished } from 'vitest';
import { sondeScript } from './fixtures.js';

function missing(): string | undefined {
  const probe = spawnSync('nvim', ['--version'], { encoding: 'utf8' });
  if (probe.error !== undefined) return 'Neovim is not installed: apt-get install neovim';
  const [, major = 0, minor = 0] = /NVIM v(\d+)\.(\d+)/.exec(probe.stdout) ?? [];
  return Number(major) > 0 || Number(minor) >= 8 ? undefined : 'this Neovim is older than 0.8';
}

/** In the place of the plugin: F5 writes down the configuration and the adapter that it would start. */
const standIn = `
local dap = {
  adapters = {}, configurations = {}, listeners = { before = { launch = {} } },
  session = function() end, ABORT = {},
}
for _, name in ipairs({ "continue", "terminate", "pause", "toggle_breakpoint", "step_over", "step_into", "step_out" }) do
  dap[name] = function() error("nvim-dap was asked to " .. name) end
end
dap.run = function(configuration)
  configuration.program = configuration.program()
  dap.adapters.sonde(function(adapter)
    vim.fn.writefile({ vim.json.encode({ configuration = configuration, adapter = adapter }) }, vim.env.TOLD)
  end, configuration)
end
return dap
`;

interface Told {
  readonly configuration: Readonly<Record<'type' | 'request' | 'language' | 'program', string>>;
  readonly adapter: { readonly type: string; readonly command: string; readonly args: readonly string[] };
}

describeUnlessMissing('the configuration for Neovim', missing(), () => {
  it('starts nothing without nvim-dap or where the file cannot be saved, and says so', () => {
    const home = mkdtempSync(join(tmpdir(), 'sonde-neovim-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    writeFileSync(join(home, 'sonde.lua'), execFileSync(sondeScript, ['editor', 'neovim']));
    writeFileSync(join(home, 'a.mini'), 'old\n');
    const log = join(home, 'told');
    const said = (): string => {
      const commands = [
        ...[`set runtimepath+=${home}`, `luafile ${home}/sonde.lua`, `edit ${home}/a.mini`],
        ...['setlocal readonly', 'call setline(1, "new")', 'execute "normal \\<F5>"'],
        ...[`call writefile([execute("messages")], '${log}.said')`, 'qall!'],
      ];
      spawnSync('nvim', ['--clean', '--headless', '-n', ...commands.flatMap(command => ['-c', command])], {
        env: { ...process.env, TOLD: log, XDG_STATE_HOME: home },
        timeout: 20_000,
      });
      return readFileSync(`${log}.said`, 'utf8');
    };
    expect(said()).toContain('Sonde: nvim-dap is not installed');
    mkdirSync(join(home, 'lua'));
    writeFileSync(join(home, 'lua', 'dap.lua'), standIn);
    expect(said()).toMatch(/the file could not be saved:.*E45/);
    expect(existsSync(log)).toBe(false);
  });

  it('sets types, comments and colours, and gives F5 the project or the file', { timeout: 60_000 }, () => {
    const home = mkdtempSync(join(tmpdir(), 'sonde-neovim-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    writeFileSync(join(home, 'sonde.lua'), execFileSync(sondeScript, ['editor', 'neovim']));
    mkdirSync(join(home, 'lua'));
    writeFileSync(join(home, 'lua', 'dap.lua'), standIn);
    mkdirSync(join(home, 'project', 'src'), { recursive: true });
    writeFileSync(join(home, 'project', 'osprey.toml'), '');
    const seen = ['a.hsx.c', 'b.mini', 'project/src/main.osp', 'c.mvasm', 'd.cpp'].map(name => {
      const file = join(home, name);
      writeFileSync(file, 'while\n');
      const log = join(home, 'told');
      const group = 'synIDattr(synID(1, 1, 1), "name")';
      const commands = [
        ...[`set runtimepath+=${home}`, 'syntax on', `luafile ${home}/sonde.lua`, `edit ${file}`],
        'execute "normal \\<F5>"',
        `call writefile([&filetype, &commentstring, ${group}, v:errmsg], '${log}.file')`,
        'qall!',
      ];
      const { status, stderr } = spawnSync(
        'nvim',
        ['--clean', '--headless', '-n', ...commands.flatMap(command => ['-c', command])],
        { env: { ...process.env, TOLD: log, XDG_STATE_HOME: home }, encoding: 'utf8', timeout: 20_000 },
      );
      expect(status, stderr).toBe(0);
      const { configuration, adapter } = JSON.parse(readFileSync(log, 'utf8')) as Told;
      const [type, comment, colour, error] = readFileSync(`${log}.file`, 'utf8').split('\n');
      expect(error, 'the last error of Neovim').toBe('');
      expect(configuration).toMatchObject({ type: 'sonde', request: 'launch' });
      expect(adapter.type).toBe('executable');
      const started = [adapter.command, ...adapter.args].join(' ');
      return [type, comment, colour, configuration.program.slice(home.length), started].join(' | ');
    });
    expect(seen).toEqual([
      'hsx | // %s | sondeKeyword | /a.hsx.c | sonde dap --language hsx',
      'mini | // %s | sondeKeyword | /b.mini | sonde dap --language mini',
      'osprey | // %s |  | /project | sonde dap --language osprey',
      'hsx-mvasm | ; %s | sondeKeyword | /c.mvasm | sonde dap --language hsx',
      'cpp | // %s | cRepeat | /d.cpp | sonde dap --language c',
    ]);
  });
});
