// What goes wrong, in words and in its place: errors of a build, a compiler that is missing, a language server's findings.

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../vs-code-page.js';
import { debug, slow, withSettings, write, type VsCode } from '../vs-code.js';
import { repository } from '../vsix.js';

export function troubleScenarios(code: VsCode): void {
  describe('trouble', () => {
    const problems = async (): Promise<string> =>
      (await code.window.page.locator('.markers-panel .monaco-list-row').allInnerTexts()).join('\n');

    it('of a build is told in a dialog that leads to the problems', slow, async () => {
      const { window } = code;
      await debug(code, 'broken.c');
      await window.dialog('could not be built').getByText('Show Problems').click();
      await eventually(problems).toContain("use of undeclared identifier 'misspelt'");
      await code.picture('problems');
    });

    it('of a build that names no place is told in a dialog that leads to what it printed', slow, async () => {
      const { window } = code;
      await debug(code, 'part.c');
      await window.dialog('could not be built').getByText('Show Debug Console').click();
      await eventually(() => window.page.locator('.repl').innerText()).toContain('undefined reference');
    });

    it(
      'with a compiler that is missing is told with the places and the command that installs it',
      slow,
      async () => {
        const { window } = code;
        // The sonde of this machine, without a compiler on its PATH.
        const sonde = join(repository, 'clients', 'cli', 'bin', 'sonde.js');
        write(code, 'poor-sonde', `#!/bin/sh\nPATH=/nowhere exec ${process.execPath} ${sonde} "$@"\n`);
        chmodSync(join(code.workspace, 'poor-sonde'), 0o755);
        await withSettings(code, { 'sonde.adapterPath': join(code.workspace, 'poor-sonde') }, async () => {
          await debug(code, 'tour.c');
          await window.notice('clang was not found').waitFor();
          await eventually(() => window.notices()).toEqual([
            expect.stringMatching(/looked for clang-22, .*Run: (?:sudo )?apt-get install -y clang/),
          ]);
          await code.picture('missing-compiler');
        });
      },
    );

    it('in a text is found by the language server that its language brings', slow, async () => {
      const { window } = code;
      await window.open('wrong.osp');
      await window.command('View: Focus Problems');
      await eventually(problems).toContain('misspelt');
      await code.picture('language-server');
      await window.command('View: Hide Panel');
    });
  });
}
