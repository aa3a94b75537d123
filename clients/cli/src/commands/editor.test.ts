import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { runCommandLine } from '../cli.js';
import { languages } from '../languages.js';

async function run(...args: readonly string[]): Promise<{ code: number; output: string; errors: string }> {
  const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
  const code = await runCommandLine(['editor', ...args], { languages, streams });
  streams.output.end();
  streams.errors.end();
  return { code, output: await text(streams.output), errors: await text(streams.errors) };
}

it('prints the configuration of an editor, by either name', async () => {
  const { code, output } = await run('neovim');
  expect(code).toBe(0);
  expect(output).toContain('local command = "sonde"');
  expect(await run('NVIM')).toEqual({ code, output, errors: '' });
});

it('prints the other file of an editor that has two', async () => {
  expect((await run('helix', 'config.toml')).output).toContain('F5 = [');
});

it('names the command that the editor is to start', async () => {
  expect((await run('emacs-dape', '--command', '/opt/sonde')).output).toContain('"/opt/sonde"');
});

it.each([
  [
    ['emcs-dape'],
    /no configuration for the editor "emcs-dape"\. Did you mean emacs-dape\? There is: neovim, vim,/,
  ],
  [['vscode'], /vscode has an extension instead of a configuration: docs\/editors\/vscode\.md/],
  [['Theia'], /docs\/editors\/theia\.md/],
  [['emacs'], /emacs has several configurations: name emacs-dap-mode or emacs-dape\./],
  [['helix', 'keys'], /helix has no file "keys"\. It has: languages\.toml, config\.toml\./],
  [['vim', '--command', ''], /--command is empty/],
  [[], /sonde editor needs EDITOR/],
])('refuses %j with what there is', async (args, message) => {
  const { code, output, errors } = await run(...args);
  expect(errors).toMatch(message);
  expect({ code, output }).toEqual({ code: 2, output: '' });
});

it('lists the editors in its help', async () => {
  expect((await run('--help')).output).toMatch(
    /neovim +Neovim with nvim-dap: ~\/\.config\/nvim\/plugin\/sonde\.lua\n/,
  );
});
