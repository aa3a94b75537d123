// A client that is not ours, as its users run it: dap-mode in Emacs, set up with what `sonde editor` prints.

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, onTestFinished } from 'vitest';
import { fixture, sondeScript, tcpServer } from './fixtures.js';

const program = fixture('scenario.ng');
const quiet = [
  '--batch',
  '--no-init-file',
  // Compilers that go on in the background would outlive the test.
  '--eval',
  '(setq native-comp-deferred-compilation nil)',
  '--eval',
  '(package-initialize)',
];

/** What of Emacs is not there; probed once, because each start takes half a second. */
function missing(): string | undefined {
  const probe = spawnSync('emacs', [...quiet, '--eval', "(require 'dap-mode)"], { timeout: 30_000 });
  if (probe.error !== undefined) return 'Emacs is not installed: apt-get install emacs-nox elpa-dap-mode';
  return probe.status === 0 ? undefined : 'Emacs has no dap-mode: apt-get install elpa-dap-mode';
}

const printed = (editor: string): Buffer => execFileSync(sondeScript, ['editor', editor]);

/** A home of its own, with the command on the PATH; the answer is what the session printed. */
async function debugInEmacs(port?: number): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'sonde-emacs-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  symlinkSync(sondeScript, join(home, 'sonde'));
  writeFileSync(join(home, 'sonde.el'), printed('emacs-dap-mode'));
  const call = `(session-run ${JSON.stringify(program)}${port === undefined ? '' : ` ${port}`})`;
  const { stdout } = await promisify(execFile)(
    'emacs',
    [...quiet, '-l', join(home, 'sonde.el'), '-l', fixture('emacs-session.el'), '--eval', call],
    {
      env: {
        ...process.env,
        HOME: home,
        XDG_CONFIG_HOME: home,
        PATH: `${home}${delimiter}${process.env['PATH'] ?? ''}`,
      },
      timeout: 60_000,
    },
  );
  return stdout;
}

/** Stepping out ends in the middle of the line of the call, so that its assignment is still to come. */
const transcript = `\
F5 runs sonde-debug in sonde-ng-mode
stopped in main, line 12, cursor in line 12
stack: main
variables: x = 2, total = 0
stopped in add, line 4, cursor in line 4
a + b is 12
stopped in main, line 12, cursor in line 12
stopped in main, line 13, cursor in line 13
variables: x = 2, total = 12
printed: total, 27
`;

describeUnlessMissing('dap-mode in Emacs debugs an NG program', missing(), () => {
  const server = tcpServer();

  it('over the standard streams of sonde dap', async () => {
    expect(await debugInEmacs()).toBe(transcript);
  });

  it('with what is printed for dape, as far as it goes without dape', () => {
    const home = mkdtempSync(join(tmpdir(), 'sonde-emacs-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const file = join(home, 'sonde.el');
    // Stands for the library, which Debian 12 does not have.
    writeFileSync(join(home, 'dape.el'), "(defvar dape-configs nil)\n(provide 'dape)\n");
    writeFileSync(file, printed('emacs-dape'));
    const tell = `(dolist (name '("a.hsx.c" "a.mvasm" "b.ospml" "c.c"))
      (with-temp-buffer
        (setq buffer-file-name (concat "/x/" name))
        (set-auto-mode)
        (princ (format "%s %s %S %s\\n" name major-mode comment-start
          (plist-get (sonde-language-of buffer-file-name) :language)))
        (setq buffer-file-name nil)))`;
    const { stdout } = spawnSync('emacs', [...quiet, '-L', home, '-l', file, '--eval', tell], {
      encoding: 'utf8',
    });
    expect(stdout).toBe(
      'a.hsx.c sonde-hsx-mode "// " hsx\n' +
        'a.mvasm sonde-hsx-mvasm-mode "; " hsx\n' +
        'b.ospml sonde-osprey-ospml-mode "// " osprey\n' +
        'c.c c-mode "/* " c\n',
    );
  });

  it('over a port', async () => {
    expect(await debugInEmacs((await server()).port)).toBe(transcript);
  });
});
